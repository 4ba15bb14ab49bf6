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
    ///
    /// - Parameters:
    ///   - name: The name in the store.
    ///   - complaint: Returns why no world can have a value; `nil` if a world can.
    package init(_ name: String, complaint: @escaping @Sendable (Value) -> String? = { _ in nil }) {
        self.init(
            name, encode: { try DocumentCoding.encode($0, in: name) },
            check: { try DocumentCoding.check($0, in: name) },
            decode: { json in
                let value = try DocumentCoding.decode(Value.self, from: json, named: name)
                if let complaint = complaint(value) {
                    throw StateError(.malformedDocument, "the stored document '\(name)' is damaged: \(complaint)")
                }
                return value
            })
    }
}

extension StateKey<Int> {
    /// Creates the key of a counter.
    ///
    /// - Parameters:
    ///   - name: The name in the store.
    ///   - least: The least number.
    /// - Returns: The key.
    package static func counter(_ name: String, from least: Int = 0) -> StateKey<Int> {
        StateKey(name) { number in
            (least...Counted.most).contains(number)
                ? nil : "expected a number from \(least) to \(Counted.most), found \(number)"
        }
    }
}

/// A number in a document that counts something: from 0 to ``most``, so that a program can go on counting.
@propertyWrapper
package struct Counted: Codable, Sendable, Hashable {
    /// The largest number, half of what every reader of JSON reads exactly (RFC 8259, 6).
    package static let most = 1 << 52

    package var wrappedValue: Int

    package init(wrappedValue: Int) { self.wrappedValue = wrappedValue }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        wrappedValue = try container.decode(Int.self)
        guard (0...Self.most).contains(wrappedValue) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "the number is out of range")
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue)
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
