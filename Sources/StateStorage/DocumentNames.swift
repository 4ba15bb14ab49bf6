/// The names of the documents that one room keeps.
package struct DocumentNames: Sendable {
    /// The names of those of which there is one.
    package let names: Set<String>
    /// What the names of the others begin with; something follows.
    package let prefixes: [String]

    /// Creates the names of a room's documents.
    package init(names: Set<String> = [], prefixes: [String] = []) {
        self.names = names
        self.prefixes = prefixes
    }

    /// Whether a document is one of the room's.
    package func contain(_ name: String) -> Bool {
        names.contains(name) || prefixes.contains { name.hasPrefix($0) && name.count > $0.count }
    }
}
