/// The details of a service provider's request in the journal.
enum JournalDetails {
    /// Returns the parties for which a service provider asks; empty if it asks for itself.
    static func requesters(_ identifiers: [String]) -> [String: String] {
        identifiers.isEmpty ? [:] : ["requesters": identifiers.joined(separator: " ")]
    }
}
