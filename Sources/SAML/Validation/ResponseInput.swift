import Foundation
import XMLSecurity

/// Takes a response as it comes: XML, or the Base64 of XML.
enum ResponseInput {
    /// Returns the XML.
    ///
    /// - Throws: ``XMLError`` with `size` or `wellFormed`.
    static func decode(_ input: Data, limits: XMLLimits) throws(XMLError) -> Data {
        // Base64 is a third longer than what it holds.
        guard input.count <= limits.bytes * 2 else {
            throw XMLError(.size, "The input has \(input.count) bytes, more than any response that is read.")
        }
        let first = input.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
        guard let first, !isXML(first) else { return input }
        let dense = input.filter { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
        guard let xml = Data(base64Encoded: dense) else {
            throw XMLError(.wellFormed, "The input is neither XML nor the Base64 of it.")
        }
        return xml
    }

    /// Whether a first byte is that of XML: `<`, or of a byte order mark or a wide encoding, which Base64 never has.
    private static func isXML(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "<") || byte >= 0x80 || byte == 0
    }
}
