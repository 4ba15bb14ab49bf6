package import EntitlementAPI
import Foundation

extension JSONValue: ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral,
    ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
    /// Creates a number.
    package init(integerLiteral value: Int64) { self = .integer(value) }
    /// Creates a truth value.
    package init(booleanLiteral value: Bool) { self = .bool(value) }
    /// Creates a list.
    package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    /// Creates `null`.
    package init(nilLiteral: ()) { self = .null }
    /// Creates a map; of two values under one key the last counts.
    package init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(Dictionary(elements) { _, last in last })
    }
}

/// The one way in which JSON is written for people and programs: keys sorted, slashes as they are.
package enum JSONText {
    /// Writes a value on one line.
    package static func line(_ value: some Encodable) throws -> String {
        try write(value, [.sortedKeys, .withoutEscapingSlashes])
    }

    /// Writes a value over several lines.
    package static func pretty(_ value: some Encodable) throws -> String {
        try write(value, [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted])
    }

    /// Writes a value as a row of text shows it: text without its quotes, all else as JSON.
    static func word(_ value: JSONValue) throws -> String {
        try value.string ?? line(value)
    }

    /// Reads a value.
    static func value(_ text: String) throws -> JSONValue {
        try JSONValue(json: Data(text.utf8))
    }

    private static func write(_ value: some Encodable, _ formatting: JSONEncoder.OutputFormatting) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = formatting
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }
}
