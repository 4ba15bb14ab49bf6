package import Foundation
package import XMLSecurity

/// How a response came.
package enum ResponseEncoding: String, Sendable, Hashable, Codable {
    case xml, base64
}

/// Takes a response as it comes: XML, or the Base64 of XML.
package enum ResponseInput {
    /// Returns the XML.
    ///
    /// The size is limited before and after the decoding. White space may stand in the Base64, as lines do.
    ///
    /// - Throws: ``XMLError`` with `size` or `wellFormed`. Whether the XML is well-formed is not looked at.
    package static func decode(
        _ input: Data, limits: XMLLimits = XMLLimits()
    ) throws(XMLError) -> (xml: Data, encoding: ResponseEncoding) {
        // Base64 is a third longer than what it holds, and a little for its lines.
        guard input.count <= limits.bytes * 3 / 2 else {
            throw XMLError(.size, "The input has \(input.count) bytes, more than any response that is read.")
        }
        // Behind the mark of UTF-8 stands XML, or nothing that is read: Base64 has no mark.
        let start = input.starts(with: [0xEF, 0xBB, 0xBF]) ? input.dropFirst(3) : input
        guard let first = start.first(where: { !String.isXMLSpace($0) }), !isXML(first) else { return (input, .xml) }
        guard let xml = StrictBase64.octets(input) else {
            throw XMLError(.wellFormed, "The input is neither XML nor the Base64 of it.")
        }
        guard xml.count <= limits.bytes else {
            throw XMLError(.size, "The document has \(xml.count) bytes; at most \(limits.bytes) are read.")
        }
        return (xml, .base64)
    }

    /// Whether a first byte is that of XML: `<`, or of a byte order mark or a wide encoding, which Base64 never has.
    private static func isXML(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "<") || byte >= 0x80 || byte == 0
    }
}
