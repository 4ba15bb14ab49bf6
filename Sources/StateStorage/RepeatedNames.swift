/// Rejects duplicate names in the lists of a document.
package struct RepeatedNames: Sendable {
    private let document: String

    /// Creates a check for a document.
    package init(document: String) {
        self.document = document
    }

    /// Validates that the names of a list are unique.
    ///
    /// - Parameters:
    ///   - names: The names.
    ///   - owner: The owner of the list; `nil` if the list belongs to the document itself.
    /// - Throws: ``StateError`` with the document and the first duplicate name.
    package func check(_ names: [String], of owner: String? = nil) throws(StateError) {
        var seen: Set<String> = []
        guard let name = names.first(where: { !seen.insert($0).inserted }) else { return }
        let place = owner.map { " in '\($0)'" } ?? ""
        throw StateError(.malformedDocument, "the document '\(document)': duplicate name '\(name)'\(place)")
    }
}
