import Foundation
package import TVSimStateStorage

/// The types of decisions that a program can read from a stored journal.
package struct JournalKinds: Sendable {
    private let types: [String: any JournalDecision.Type]

    /// Creates a list of types.
    package init(_ types: [any JournalDecision.Type] = []) {
        self.types = Dictionary(uniqueKeysWithValues: types.map { ($0.kind, $0) })
    }

    /// The names of the types.
    package var names: [String] { types.keys.sorted() }

    subscript(_ kind: String) -> (any JournalDecision.Type)? { types[kind] }

    /// Returns the entry that a line of a store's log contains.
    ///
    /// - Throws: `StateError` with the code `malformedDocument` and the number of the entry if the line is damaged.
    package func entry(_ line: LogLine) throws -> JournalEntry {
        if let entry = line.value(as: JournalEntry.self) { return entry }
        let decoder = JSONDecoder()
        if let key = Self.key { decoder.userInfo[key] = self }
        let text = try line.text()
        do {
            return try decoder.decode(StoredEntry.self, from: Data(text.utf8)).entry
        } catch {
            throw JournalEntry.damaged([line.number])
        }
    }

    private struct StoredEntry: Decodable {
        let entry: JournalEntry

        init(from decoder: any Decoder) throws {
            let kinds = JournalKinds.key.flatMap { decoder.userInfo[$0] as? JournalKinds }
            entry = try JournalEntry(from: decoder, kinds: kinds ?? JournalKinds())
        }
    }

    private static let key = CodingUserInfoKey(rawValue: "journalKinds")
}
