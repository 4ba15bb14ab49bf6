package import StateStorage

extension IdentityProviderDirectory {
    /// The names of the documents that the providers keep: the providers, and the browsers' sessions.
    package static let documents = DocumentNames(names: [document], prefixes: [BrowserSession.keys])
}
