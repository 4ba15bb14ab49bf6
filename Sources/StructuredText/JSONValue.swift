package import Foundation

/// Any JSON value, for example user metadata, device information or a change of settings.
package enum JSONValue: Codable, Hashable, Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number without a fractional part that fits into 64 bits.
    case integer(Int64)
    /// Any other number.
    case number(Double)
    /// A string.
    case string(String)
    /// An array.
    case array([JSONValue])
    /// An object.
    case object(Members)

    /// The string; `nil` if the value has another type.
    package var string: String? {
        if case .string(let string) = self { string } else { nil }
    }

    /// The members of an object; `nil` if the value has another type.
    package var members: Members? {
        if case .object(let members) = self { members } else { nil }
    }

    /// The elements of an array; `nil` if the value has another type.
    package var elements: [JSONValue]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    /// The integer; `nil` if the value has another type.
    package var integer: Int64? {
        if case .integer(let integer) = self { integer } else { nil }
    }

    /// The member of an object; `nil` if the value has no such member or another type.
    package subscript(key: String) -> JSONValue? { members?[key] }

    /// The same value with the keys of each object sorted.
    package var sorted: JSONValue { sorted { .number($0) } }

    /// Returns the same value with the keys of each object sorted, and other numbers that are not integers.
    func sorted(_ number: (Double) throws -> JSONValue) rethrows -> JSONValue {
        switch self {
        case .null, .bool, .integer, .string: self
        case .number(let value): try number(value)
        case .array(let items): .array(try items.map { try $0.sorted(number) })
        case .object(let members):
            .object(
                Members(
                    uniqueKeysWithValues: try members.sorted { $0.key < $1.key }.map { key, value in
                        (key, try value.sorted(number))
                    }))
        }
    }

    /// The maximum nesting depth, which is twice that of a profile because other documents contain profile values.
    package static let mostNested = 64

    /// Reads a JSON text (RFC 8259) in linear time; the first of two equal keys is used.
    ///
    /// - Throws: ``MalformedJSON`` with what was expected and its position.
    package init(
        json octets: some ContiguousBytes, _ strictness: JSONReader.Strictness = .message,
        mostNested: Int = Self.mostNested
    ) throws {
        self = try octets.withUnsafeBytes { try JSONReader.read($0, strictness, mostNested: mostNested) }
    }

    /// Decodes JSON that is part of a trusted document.
    ///
    /// Use ``init(json:_:mostNested:)`` for messages.
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
            self = .object(try container.decode(Members.self))
        }
    }

    /// Encodes the value as the JSON that it represents.
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
    /// Creates a Boolean value.
    package init(booleanLiteral value: Bool) { self = .bool(value) }
    /// Creates an array.
    package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    /// Creates `null`.
    package init(nilLiteral: ()) { self = .null }
    /// Creates an object; the last of two equal keys is used.
    package init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(Members(lastOf: elements))
    }

    /// Creates a string, or `null` if the text is `nil`.
    package init(_ text: String?) {
        self = text.map(JSONValue.string) ?? .null
    }
}
