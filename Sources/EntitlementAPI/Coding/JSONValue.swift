package import Foundation

/// Any JSON value, for what has no fixed shape: user metadata and device information.
package enum JSONValue: Codable, Hashable, Sendable {
    /// `null`.
    case null
    /// A truth value.
    case bool(Bool)
    /// A number without a fraction.
    case integer(Int64)
    /// Any other number.
    case number(Double)
    /// A text.
    case string(String)
    /// A list.
    case array([JSONValue])
    /// A map.
    case object([String: JSONValue])

    /// The text, when the value is one.
    package var string: String? {
        if case .string(let string) = self { string } else { nil }
    }

    /// How many levels of brackets are read: twice those of a profile, whose values are kept and sent with a few around them.
    package static let mostNested = 64

    /// Reads the octets of JSON (RFC 8259), in a time that grows with their number alone; of a key that stands twice the
    /// first counts.
    ///
    /// - Throws: ``MalformedJSON``, which says what was expected and where, when it is no JSON or nests too deeply.
    package init(json octets: some ContiguousBytes, mostNested: Int = Self.mostNested) throws {
        self = try octets.withUnsafeBytes { try JSONReader.read($0, commas: .strict, mostNested: mostNested) }
    }

    /// Reads any JSON that is a part of something, such as a document of state; what strangers send is read by
    /// ``init(json:)``.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Int64.self) {
            self = .integer(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode([JSONValue].self) {
            self = .array(value)
        } else {
            self = .object(try container.decode([String: JSONValue].self))
        }
    }

    /// Writes the value as it was.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .array(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        }
    }
}

extension JSONValue: ExpressibleByStringLiteral {
    /// Creates a text.
    package init(stringLiteral value: String) {
        self = .string(value)
    }
}
