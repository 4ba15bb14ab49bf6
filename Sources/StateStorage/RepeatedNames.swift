/// Refuses lists of a document in which a name stands twice.
package struct RepeatedNames: Sendable {
    private let document: String

    /// Creates a check for a document.
    package init(document: String) {
        self.document = document
    }

    /// Checks a list.
    ///
    /// - Parameters:
    ///   - names: The names.
    ///   - owner: What the list belongs to; `nil` for the whole document.
    /// - Throws: ``StateError`` with the document and the first such name.
    package func check(_ names: [String], of owner: String? = nil) throws(StateError) {
        var seen: Set<String> = []
        guard let name = names.first(where: { !seen.insert($0).inserted }) else { return }
        let place = owner.map { " of '\($0)'" } ?? ""
        throw StateError(.malformedDocument, "the document '\(document)': '\(name)'\(place) stands twice")
    }
}
