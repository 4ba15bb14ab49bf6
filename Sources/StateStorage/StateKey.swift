package import Foundation

/// The typed name of a document, with the coding of its value.
package struct StateKey<Value: Sendable>: Sendable {
    /// The name in the store, such as `device/permissions`.
    package let name: String
    package let encode: @Sendable (Value) throws -> String
    /// Throws ``StateError`` if a document cannot hold a value; this takes less time than `encode`.
    let check: @Sendable (Value) throws -> Void
    package let decode: @Sendable (String) throws -> Value
    /// Returns when a value lapses, in the time of the world; `nil` if it does not.
    package let lapsesAt: @Sendable (Value) -> Date?

    /// Creates a key with its own coding, which can write every value.
    ///
    /// - Parameters:
    ///   - name: The name in the store.
    ///   - encode: Encodes the value as JSON; equal values must have equal texts.
    ///   - decode: Decodes the value; throws if the text is damaged.
    package init(
        _ name: String, encode: @escaping @Sendable (Value) -> String,
        decode: @escaping @Sendable (String) throws -> Value
    ) {
        self.init(name, encode: encode, check: { _ in }, decode: decode)
    }

    private init(
        _ name: String, encode: @escaping @Sendable (Value) throws -> String,
        check: @escaping @Sendable (Value) throws -> Void, decode: @escaping @Sendable (String) throws -> Value
    ) {
        self.name = name
        self.encode = encode
        self.check = check
        self.decode = decode
        lapsesAt = { ($0 as? any Lapsing)?.lapsesAt }
    }
}

extension StateKey where Value: Codable {
    /// Creates a key whose value is encoded by its `Codable` conformance.
    package init(_ name: String) {
        self.init(
            name, encode: { try DocumentCoding.encode($0, in: name) },
            check: { try DocumentCoding.check($0, in: name) },
            decode: { try DocumentCoding.decode(Value.self, from: $0, named: name) })
    }
}

/// A value that is of no use after a time of the world, so that its document can be removed then.
package protocol Lapsing {
    /// When the value lapses.
    var lapsesAt: Date { get }
}

/// A document as a store keeps it.
package struct StoredDocument: Sendable, Hashable {
    /// The name in the store.
    package let name: String
    /// The value as canonical JSON.
    package let json: String
    /// When the document lapses, in milliseconds since 1970; `nil` if it does not.
    package let lapsesAt: Int64?

    /// Creates a document.
    package init(name: String, json: String, lapsesAt: Int64? = nil) {
        (self.name, self.json, self.lapsesAt) = (name, json, lapsesAt)
    }

    /// Creates the document of a key with a value.
    ///
    /// - Throws: An error if the value cannot be encoded.
    package init<Value>(_ value: Value, for key: StateKey<Value>) throws {
        self.init(
            name: key.name, json: try key.encode(value), lapsesAt: key.lapsesAt(value)?.keptMilliseconds)
    }
}
