/// What the journal tells of a service provider's request.
enum JournalWords {
    /// For whom the service provider asks; nothing where it asks for itself.
    static func requesters(_ identifiers: [String]) -> [String: String] {
        identifiers.isEmpty ? [:] : ["requesters": identifiers.joined(separator: " ")]
    }
}
