import Foundation

/// Writes JSON with sorted keys and without escaped slashes.
package enum JSONText {
    /// Returns a value as JSON on one line.
    package static func line(_ value: some Encodable) throws -> String {
        if let value = value as? JSONValue { return line(ordered: try ContentEncoder.content(of: value)) }
        return try write(value, [.sortedKeys, .withoutEscapingSlashes])
    }

    /// Returns a value as indented JSON.
    package static func pretty(_ value: some Encodable) throws -> String {
        try write(value, [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted])
    }

    /// Returns a value as JSON on one line, with the keys of each object in their order.
    package static func line(ordered value: JSONValue) -> String {
        String(decoding: octets(ordered: value), as: UTF8.self)
    }

    /// Returns the UTF-8 of a value as JSON on one line, with the keys of each object in their order.
    package static func octets(ordered value: JSONValue) -> [UInt8] {
        var octets: [UInt8] = []
        append(value, to: &octets)
        return octets
    }

    /// Returns a value as indented JSON, with the keys of each object in their order.
    package static func pretty(ordered value: JSONValue, indentation: Int = 0) -> String {
        let margin = String(repeating: " ", count: indentation + 2)
        let end = "\n" + String(repeating: " ", count: indentation)
        switch value {
        case .array(let items) where !items.isEmpty:
            let lines = items.map { margin + pretty(ordered: $0, indentation: indentation + 2) }
            return "[\n" + lines.joined(separator: ",\n") + end + "]"
        case .object(let members) where !members.isEmpty:
            let lines = members.map { key, value in
                "\(margin)\(line(ordered: .string(key))) : \(pretty(ordered: value, indentation: indentation + 2))"
            }
            return "{\n" + lines.joined(separator: ",\n") + end + "}"
        default: return line(ordered: value)
        }
    }

    private static func append(_ value: JSONValue, to octets: inout [UInt8]) {
        switch value {
        case .null: octets += "null".utf8
        case .bool(let value): octets += (value ? "true" : "false").utf8
        case .integer(let value): octets += String(value).utf8
        case .number(let value): octets += "\(value)".utf8
        case .string(let value): append(value, to: &octets)
        case .array(let items):
            octets.append(UInt8(ascii: "["))
            for (index, item) in items.enumerated() {
                if index > 0 { octets.append(UInt8(ascii: ",")) }
                append(item, to: &octets)
            }
            octets.append(UInt8(ascii: "]"))
        case .object(let members):
            octets.append(UInt8(ascii: "{"))
            for (index, member) in members.enumerated() {
                if index > 0 { octets.append(UInt8(ascii: ",")) }
                append(member.key, to: &octets)
                octets.append(UInt8(ascii: ":"))
                append(member.value, to: &octets)
            }
            octets.append(UInt8(ascii: "}"))
        }
    }

    /// Appends a string as JSONEncoder writes it; bytes without an escape are copied together.
    private static func append(_ string: String, to octets: inout [UInt8]) {
        octets.append(UInt8(ascii: "\""))
        var string = string
        string.withUTF8 { text in
            var copied = 0
            for place in text.indices {
                guard let escape = escape(text[place]) else { continue }
                octets += text[copied..<place]
                octets += escape.utf8
                copied = place + 1
            }
            octets += text[copied...]
        }
        octets.append(UInt8(ascii: "\""))
    }

    private static func escape(_ octet: UInt8) -> String? {
        switch octet {
        case UInt8(ascii: "\""): "\\\""
        case UInt8(ascii: "\\"): "\\\\"
        case 0x20...: nil
        case 0x08: "\\b"
        case 0x0C: "\\f"
        case UInt8(ascii: "\n"): "\\n"
        case UInt8(ascii: "\r"): "\\r"
        case UInt8(ascii: "\t"): "\\t"
        default: (octet < 0x10 ? "\\u000" : "\\u00") + String(octet, radix: 16)
        }
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
