/// Finds names that stand twice in a list of a document, where each must mean one thing.
package struct RepeatedNames: Sendable {
    private let document: String

    /// Creates a check for a document.
    package init(document: String) {
        self.document = document
    }

    /// Refuses a list in which a name stands twice.
    ///
    /// - Parameters:
    ///   - names: The names.
    ///   - owner: What the list belongs to; `nil`: to the whole document.
    /// - Throws: ``StateError`` with the document and the first such name.
    package func check(_ names: [String], of owner: String? = nil) throws(StateError) {
        var seen: Set<String> = []
        guard let name = names.first(where: { !seen.insert($0).inserted }) else { return }
        let place = owner.map { " of '\($0)'" } ?? ""
        throw StateError(.malformedDocument, "the document '\(document)': '\(name)'\(place) stands twice")
    }
}
