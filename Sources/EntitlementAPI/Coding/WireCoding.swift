package import Foundation

/// The JSON of the wire: sorted keys, so that equal values are equal bytes, and slashes as they are.
package enum WireCoding {
    /// Writes a value.
    ///
    /// - Throws: What the value's own encoding throws.
    package static func encode(_ value: some Encodable) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(value)
    }

    /// Reads a value; keys that the type does not know are passed over, and of a key that stands twice one counts.
    ///
    /// - Throws: What the decoder throws when the JSON is broken or of another shape, and `DecodingError` for a comma behind
    ///   which nothing follows, which the decoder lets pass and the grammar does not (RFC 8259 § 4, § 5).
    package static func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
        guard !data.withUnsafeBytes(hasTrailingComma) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: [], debugDescription: "a comma stands before a bracket"))
        }
        return try JSONDecoder().decode(type, from: data)
    }

    /// Whether a comma stands right before a closing bracket, outside of texts.
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
