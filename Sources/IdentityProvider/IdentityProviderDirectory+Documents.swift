package import StateStorage

extension IdentityProviderDirectory {
    /// The documents that the providers keep: the providers, and the browsers' sessions.
    package static let documents = RoomDocuments([.one(key), .each(BrowserSession.keys, of: BrowserSession.self)])

    /// Finds what providers cannot be, though it decodes.
    ///
    /// - Throws: `StateError` with the name of the document and the provider.
    package func check() throws {
        for record in try records() where record.keyNumber < 0 {
            throw StateError(
                .malformedDocument,
                "the document '\(Self.key.name)': '\(record.identifier)' signs with no key that there is")
        }
    }
}
