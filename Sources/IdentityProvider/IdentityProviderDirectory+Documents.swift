package import StateStorage

extension IdentityProviderDirectory {
    /// The name of the document with all providers.
    package static var document: String { key.name }

    /// The documents of this module: the providers, the browser sessions and the responses that wait for a page.
    package static let documents = RoomDocuments([
        .one(key), .each(BrowserSession.keys, of: BrowserSession.self),
        .each(WaitingResponse.keys, of: WaitingResponse.self),
    ])
}
