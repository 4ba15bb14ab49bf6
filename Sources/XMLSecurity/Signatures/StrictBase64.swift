package import Foundation

/// Base64 of one alphabet with padding; only XML white space may occur between its characters.
///
/// RFC 4648, 3.3, 3.5 and 4.
package enum StrictBase64 {
    /// Returns the bytes; `nil` if the text is invalid or empty.
    package static func octets(_ text: String) -> Data? {
        var text = text
        return text.withUTF8 { octets(UnsafeRawBufferPointer($0)) }
    }

    /// Returns the bytes; `nil` if the text is invalid or empty.
    package static func octets(_ text: Data) -> Data? {
        text.withUnsafeBytes { octets($0) }
    }

    /// Decodes contiguous bytes, because iterating over `Data` takes longer than decoding.
    private static func octets(_ bytes: UnsafeRawBufferPointer) -> Data? {
        let characters =
            bytes.contains(where: String.isXMLSpace)
            ? Data(bytes.filter { !String.isXMLSpace($0) }) : Data(bytes)
        guard !characters.isEmpty, let octets = Data(base64Encoded: characters) else { return nil }
        // Foundation accepts excess or misplaced padding, and bits that belong to no byte (RFC 4648, 3.5).
        let tail = octets.suffix((octets.count - 1) % 3 + 1)
        guard characters.count == (octets.count + 2) / 3 * 4, characters.suffix(4) == tail.base64EncodedData() else {
            return nil
        }
        return octets
    }
}
