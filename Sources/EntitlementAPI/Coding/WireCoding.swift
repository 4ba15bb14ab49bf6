package import Foundation
import TVSimStructuredText

/// Reads and writes the JSON of the wire: keys are sorted, so that equal values give equal bytes, and slashes are not
/// escaped.
package enum WireCoding {
    /// The maximum nesting depth of a message.
    private static let mostNested = 512

    /// Encodes a value.
    ///
    /// - Returns: The JSON.
    /// - Throws: The error of the value's own encoding.
    package static func encode(_ value: some Encodable) throws -> Data {
        Data(JSONText.octets(ordered: try ContentEncoder.content(of: value)))
    }

    /// Decodes a value; unknown keys are ignored, and the first of several equal keys is used.
    ///
    /// - Returns: The value.
    /// - Throws: ``MalformedJSON`` if the data is not JSON (RFC 8259); `DecodingError` if the JSON has another structure.
    package static func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
        let value = try data.withUnsafeBytes { octets in
            try JSONReader.read(octets, .message, mostNested: mostNested)
        }
        return try ContentDecoder.value(type, of: value)
    }

    /// Encodes a value that an app keeps for itself.
    package static func text(_ value: some Encodable) throws -> String {
        JSONText.line(ordered: try ContentEncoder.content(of: value))
    }

    /// Decodes a value that an app has kept; `nil` if the text does not describe one.
    package static func value<Value: Decodable>(_ type: Value.Type, in text: String) -> Value? {
        (try? JSONReader.value(of: text)).flatMap { try? ContentDecoder.value(type, of: $0) }
    }
}
