import Foundation

/// Writes JSON with sorted keys and without escaped slashes.
package enum JSONText {
    /// Returns a value as JSON on one line.
    package static func line(_ value: some Encodable) throws -> String {
        try write(value, [.sortedKeys, .withoutEscapingSlashes])
    }

    /// Returns a value as indented JSON.
    package static func pretty(_ value: some Encodable) throws -> String {
        try write(value, [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted])
    }

    /// Returns a value as JSON on one line, with the keys of each mapping in their original order.
    package static func line(_ content: SourceNode.Content) -> String {
        var text = ""
        append(content, to: &text)
        return text
    }

    /// Returns a value as indented JSON, with the keys of each mapping in their original order.
    package static func pretty(_ content: SourceNode.Content, indentation: Int = 0) -> String {
        let margin = String(repeating: " ", count: indentation + 2)
        let end = "\n" + String(repeating: " ", count: indentation)
        switch content {
        case .sequence(let items) where !items.isEmpty:
            let lines = items.map { margin + pretty($0.content, indentation: indentation + 2) }
            return "[\n" + lines.joined(separator: ",\n") + end + "]"
        case .mapping(let entries) where !entries.isEmpty:
            let lines = entries.map { entry in
                "\(margin)\(line(.string(entry.key))) : \(pretty(entry.value.content, indentation: indentation + 2))"
            }
            return "{\n" + lines.joined(separator: ",\n") + end + "}"
        default: return line(content)
        }
    }

    private static func append(_ content: SourceNode.Content, to text: inout String) {
        switch content {
        case .null: text += "null"
        case .bool(let value): text += value ? "true" : "false"
        case .integer(let value): text += String(value)
        case .number(let value): text += "\(value)"
        case .string(let value): append(value, to: &text)
        case .sequence(let items):
            text += "["
            for (index, item) in items.enumerated() {
                if index > 0 { text += "," }
                append(item.content, to: &text)
            }
            text += "]"
        case .mapping(let entries):
            text += "{"
            for (index, entry) in entries.enumerated() {
                if index > 0 { text += "," }
                append(entry.key, to: &text)
                text += ":"
                append(entry.value.content, to: &text)
            }
            text += "}"
        }
    }

    private static func append(_ string: String, to text: inout String) {
        text += "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\u{0}"..."\u{1F}":
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }

    /// Returns a value for a line of text: a string without quotes, any other value as JSON.
    package static func word(_ value: JSONValue) throws -> String {
        try value.string ?? line(value)
    }

    /// Returns the value that a JSON text describes.
    package static func value(_ text: String) throws -> JSONValue {
        try JSONValue(json: Data(text.utf8))
    }

    private static func write(_ value: some Encodable, _ formatting: JSONEncoder.OutputFormatting) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = formatting
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }
}
