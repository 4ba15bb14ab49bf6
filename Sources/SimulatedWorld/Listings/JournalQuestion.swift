import SimulationCore

/// Which decisions of a journal a reader asks for.
package struct JournalQuestion: Sendable, Hashable {
    /// Only decisions with a higher number.
    package var after: Int
    /// Only decisions whose line holds this text; `nil` for all.
    let contains: String?
    /// How many decisions are shown.
    let limit: Int

    /// Creates a question.
    ///
    /// - Parameters:
    ///   - after: The number of the last decision that the reader knows; 0 if they know none.
    ///   - contains: A text that the line must hold; `nil` or empty for all.
    ///   - limit: How many decisions are shown.
    package init(after: Int, contains: String?, limit: Int) {
        self.after = after
        self.contains = contains.flatMap { $0.isEmpty ? nil : $0 }
        self.limit = limit
    }

    /// Whether a decision matches, by the line that people read and the values that mattered.
    func finds(_ entry: JournalEntry) -> Bool {
        guard let contains else { return true }
        return entry.details.sorted { $0.key < $1.key }.reduce(into: entry.line) { $0 += " \($1.key)=\($1.value)" }
            .contains(contains)
    }
}
