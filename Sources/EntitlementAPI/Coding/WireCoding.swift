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

    /// Reads a value; keys that the type does not know are passed over.
    ///
    /// - Throws: What the decoder throws when the JSON is broken or of another shape.
    package static func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
        try JSONDecoder().decode(type, from: data)
    }
}
