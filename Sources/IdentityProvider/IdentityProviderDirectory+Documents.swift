package import StateStorage

extension IdentityProviderDirectory {
    /// The documents of this module: the providers and the browser sessions.
    package static let documents = RoomDocuments([.one(key), .each(BrowserSession.keys, of: BrowserSession.self)])
}
