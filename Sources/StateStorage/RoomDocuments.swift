/// The documents of one module: their names, and the type of each.
package struct RoomDocuments: Sendable {
    /// Documents of one kind.
    package struct Kind: Sendable {
        fileprivate let name: String
        fileprivate let isPrefix: Bool
        fileprivate let read: @Sendable (String, any StateReading) throws -> Void

        /// The one document under a key.
        package static func one<Value>(_ key: StateKey<Value>) -> Kind {
            Kind(name: key.name, isPrefix: false) { _ = try $1.value(for: key) }
        }

        /// All documents whose names have a prefix, each with a value of one type.
        package static func each<Value: Codable & Sendable>(_ prefix: String, of type: Value.Type) -> Kind {
            Kind(name: prefix, isPrefix: true) { _ = try $1.value(for: StateKey<Value>($0)) }
        }

        /// All documents whose names begin so and go on, each with a key of its own.
        package static func each<Value: Sendable>(
            _ prefix: String, _ key: @escaping @Sendable (String) -> StateKey<Value>
        ) -> Kind {
            Kind(name: prefix, isPrefix: true) { _ = try $1.value(for: key(String($0.dropFirst(prefix.count)))) }
        }

        fileprivate func contains(_ document: String) -> Bool {
            isPrefix ? document.hasPrefix(name) && document.count > name.count : document == name
        }
    }

    private let kinds: [Kind]

    /// Creates the documents of a module.
    package init(_ kinds: [Kind]) {
        self.kinds = kinds
    }

    /// Whether a document belongs to the module.
    package func contain(_ name: String) -> Bool {
        kinds.contains { $0.contains(name) }
    }

    /// Reads the module's documents among some, so that an import refuses malformed ones.
    ///
    /// - Throws: ``StateError`` with the name of the first malformed document.
    package func check(_ names: [String], in state: any StateReading) throws {
        for name in names {
            for kind in kinds where kind.contains(name) { try kind.read(name, state) }
        }
    }
}
