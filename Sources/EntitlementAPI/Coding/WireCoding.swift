package import Foundation

/// Reads and writes the JSON of the wire: keys are sorted, so that equal values give equal bytes, and slashes are not
/// escaped.
package enum WireCoding {
    /// Encodes a value.
    ///
    /// - Returns: The JSON.
    /// - Throws: The error of the value's own encoding.
    package static func encode(_ value: some Encodable) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(value)
    }

    /// Decodes a value; unknown keys are ignored, and one of several equal keys is used.
    ///
    /// - Returns: The value.
    /// - Throws: `DecodingError` if the JSON is malformed, has another structure, or has a trailing comma.
    ///   `JSONDecoder` accepts trailing commas, but RFC 8259, 4 and 5 forbid them.
    package static func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
        guard !data.withUnsafeBytes(hasTrailingComma) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: [], debugDescription: "unexpected comma before a closing bracket"))
        }
        return try JSONDecoder().decode(type, from: data)
    }

    /// Whether a comma precedes a closing bracket, outside of strings.
    private static func hasTrailingComma(_ octets: UnsafeRawBufferPointer) -> Bool {
        var isInText = false
        var isEscaped = false
        var isBehindComma = false
        for byte in octets {
            if isInText {
                isInText = isEscaped || byte != UInt8(ascii: "\"")
                isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
                continue
            }
            switch byte {
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"): continue
            case UInt8(ascii: "]"), UInt8(ascii: "}"):
                if isBehindComma { return true }
            case UInt8(ascii: "\""): isInText = true
            default: break
            }
            isBehindComma = byte == UInt8(ascii: ",")
        }
        return false
    }
}
