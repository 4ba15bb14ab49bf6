import Foundation

/// The documents of one module, with their names and types.
package struct RoomDocuments: Sendable {
    /// Documents of one kind.
    package struct Kind: Sendable {
        fileprivate let name: String
        fileprivate let isPrefix: Bool
        fileprivate let lapse: @Sendable (_ name: String, _ json: String) throws -> Date?

        /// The single document of a key.
        package static func one<Value>(_ key: StateKey<Value>) -> Kind {
            Kind(name: key.name, isPrefix: false) { key.lapsesAt(try key.decode($1)) }
        }

        /// All documents whose names begin with a prefix, with values of one type.
        package static func each<Value: Codable & Sendable>(_ prefix: String, of type: Value.Type) -> Kind {
            Kind(name: prefix, isPrefix: true) { name, json in
                let key = StateKey<Value>(name)
                return key.lapsesAt(try key.decode(json))
            }
        }

        /// All documents whose names begin with a prefix; `key` returns the key for the rest of a name.
        package static func each<Value: Sendable>(
            _ prefix: String, _ key: @escaping @Sendable (String) -> StateKey<Value>
        ) -> Kind {
            Kind(name: prefix, isPrefix: true) { name, json in
                let key = key(String(name.dropFirst(prefix.count)))
                return key.lapsesAt(try key.decode(json))
            }
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

    /// Decodes a document of the module, so that an import rejects a malformed one.
    ///
    /// - Returns: When the document lapses, in milliseconds since 1970; `nil` if it does not.
    /// - Throws: ``StateError`` with the name of the document if it is malformed.
    package func lapse(of name: String, _ json: String) throws -> Int64? {
        try kinds.first { $0.contains(name) }?.lapse(name, json)?.keptMilliseconds
    }
}
