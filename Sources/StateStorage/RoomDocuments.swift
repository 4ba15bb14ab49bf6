/// The documents of one module, with their names and types.
package struct RoomDocuments: Sendable {
    /// Documents of one kind.
    package struct Kind: Sendable {
        fileprivate let name: String
        fileprivate let isPrefix: Bool
        fileprivate let read: @Sendable (String, any StateReading) throws -> Void

        /// The single document of a key.
        package static func one<Value>(_ key: StateKey<Value>) -> Kind {
            Kind(name: key.name, isPrefix: false) { _ = try $1.value(for: key) }
        }

        /// All documents whose names begin with a prefix, with values of one type.
        package static func each<Value: Codable & Sendable>(_ prefix: String, of type: Value.Type) -> Kind {
            Kind(name: prefix, isPrefix: true) { _ = try $1.value(for: StateKey<Value>($0)) }
        }

        /// All documents whose names begin with a prefix; `key` returns the key for the rest of a name.
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

    /// Creates the documents of a module from their kinds.
    package init(_ kinds: [Kind]) {
        self.kinds = kinds
    }

    /// Returns whether a document belongs to the module.
    package func contain(_ name: String) -> Bool {
        kinds.contains { $0.contains(name) }
    }

    /// Decodes those of the given documents that belong to the module, so that an import rejects malformed ones.
    ///
    /// - Throws: ``StateError`` with the name of the first malformed document.
    package func check(_ names: [String], in state: any StateReading) throws {
        for name in names {
            for kind in kinds where kind.contains(name) { try kind.read(name, state) }
        }
    }
}
