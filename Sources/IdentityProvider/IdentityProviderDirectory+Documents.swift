package import StateStorage

extension IdentityProviderDirectory {
    /// The documents that the providers keep: the providers, and the browsers' sessions.
    package static let documents = RoomDocuments([.one(key), .each(BrowserSession.keys, of: BrowserSession.self)])
}
