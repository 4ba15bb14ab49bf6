import TVSimCore

/// A query for decisions of a journal.
package struct JournalQuestion: Sendable, Hashable {
    /// Only decisions with a higher number.
    package var after: Int
    /// Only decisions whose line contains this text; `nil` for all.
    let contains: String?
    /// The maximum number of decisions on the page.
    let limit: Int
    /// Only decisions of this kind; `nil` for all.
    package var kind: String?
    /// Only the newest decisions among those that match, and how many; `nil` for the first ones.
    package var newest: Int?

    /// Creates a query.
    ///
    /// - Parameters:
    ///   - after: The number of the last decision that the client knows; 0 for none.
    ///   - contains: The text that the line must contain; `nil` or empty for all.
    ///   - limit: The maximum number of decisions on the page.
    package init(after: Int, contains: String?, limit: Int) {
        self.after = after
        self.contains = contains.flatMap { $0.isEmpty ? nil : $0 }
        self.limit = limit
    }

    /// Whether a decision must be read to know whether it matches.
    var isSearch: Bool { contains != nil || kind != nil }

    /// Returns whether the entry is of the kind, and whether its line or its details contain the text.
    func finds(_ entry: JournalEntry) -> Bool {
        guard kind == nil || kind == entry.kind else { return false }
        guard let contains else { return true }
        let text = entry.text
        return text.details.sorted { $0.key < $1.key }.reduce(into: text.line) { $0 += " \($1.key)=\($1.value)" }
            .contains(contains)
    }
}
