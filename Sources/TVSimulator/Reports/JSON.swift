import EntitlementAPI
import Foundation

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
