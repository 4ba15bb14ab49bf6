package import Foundation

/// Any JSON value: user metadata, device information, changes of settings.
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

    /// How many levels of brackets are read: twice those of a profile, which other documents contain.
    package static let mostNested = 64

    /// Reads a text that is JSON (RFC 8259), in linear time; the first of two equal keys counts.
    ///
    /// - Throws: ``MalformedJSON``, which says what was expected and where.
    package init(
        json octets: some ContiguousBytes, _ strictness: JSONReader.Strictness = .message,
        mostNested: Int = Self.mostNested
    ) throws {
        self = try octets.withUnsafeBytes { try JSONReader.read($0, strictness, mostNested: mostNested).json }
    }

    /// Reads JSON that is part of a trusted document; messages are read by ``init(json:_:mostNested:)``.
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

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
    /// Creates a string.
    package init(stringLiteral value: String) { self = .string(value) }
    /// Creates a number.
    package init(integerLiteral value: Int64) { self = .integer(value) }
    /// Creates a truth value.
    package init(booleanLiteral value: Bool) { self = .bool(value) }
    /// Creates a list.
    package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    /// Creates `null`.
    package init(nilLiteral: ()) { self = .null }
    /// Creates a map; the last of two equal keys counts.
    package init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(Dictionary(elements) { _, last in last })
    }

    /// Creates a string, or `null` for `nil`.
    package init(_ text: String?) {
        self = text.map(JSONValue.string) ?? .null
    }
}
