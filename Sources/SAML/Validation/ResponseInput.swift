package import Foundation
package import TVSimXMLSecurity

/// The encoding of a response.
package enum ResponseEncoding: String, Sendable, Hashable, Codable {
    case xml, base64
}

/// Decodes a response: XML, or the Base64 of XML.
package enum ResponseInput {
    /// Returns the XML.
    ///
    /// The size is limited before and after decoding. The Base64 may contain white space.
    ///
    /// - Throws: ``XMLError`` with `size` or `wellFormed`. This does not check whether the XML is well-formed.
    package static func decode(
        _ input: Data, limits: XMLLimits = XMLLimits()
    ) throws(XMLError) -> (xml: Data, encoding: ResponseEncoding) {
        // Base64 is a third longer than its contents, plus line breaks.
        guard input.count <= limits.bytes * 3 / 2 else {
            throw XMLError(.size, "The input has \(input.count) bytes; the maximum is \(limits.bytes * 3 / 2).")
        }
        // A UTF-8 byte order mark is followed by XML; Base64 has none.
        let start = input.starts(with: [0xEF, 0xBB, 0xBF]) ? input.dropFirst(3) : input
        guard let first = start.first(where: { !String.isXMLSpace($0) }), !isXML(first) else { return (input, .xml) }
        guard let xml = StrictBase64.octets(input) else {
            // The reader of XML names the encoding.
            if ForeignEncoding.name(of: start) != nil { return (input, .xml) }
            throw XMLError(
                .wellFormed,
                "The input is neither XML nor Base64-encoded XML: \(PastedText.reason(String(decoding: start, as: UTF8.self)))."
            )
        }
        guard xml.count <= limits.bytes else {
            throw XMLError(.size, "The document has \(xml.count) bytes; the maximum is \(limits.bytes).")
        }
        return (xml, .base64)
    }

    /// Parses a decoded response.
    ///
    /// - Parameters:
    ///   - xml: The decoded response.
    ///   - source: The text that was decoded; `nil` if it is not known.
    ///   - limits: The limits.
    /// - Returns: The document.
    /// - Throws: ``XMLError``, which recognizes a message that its sender has encoded in another way.
    static func tree(_ xml: Data, from source: Data? = nil, limits: XMLLimits) throws(XMLError) -> XMLTree {
        do {
            return try XMLTree(xml, limits: limits)
        } catch {
            guard error.policy == .wellFormed else { throw error }
            if let source, let whole = StrictBase64.withoutBlanks(String(decoding: source, as: UTF8.self)),
                startsWithElement(whole), (try? XMLTree(whole, limits: limits)) != nil
            {
                throw XMLError(
                    .wellFormed,
                    "The Base64 has blanks, and is well-formed XML if each is a '+': the sender of the form did not escape '+' "
                        + "as %2B.")
            }
            if let message = try? Deflate.decompress(xml), startsWithElement(message) {
                throw XMLError(
                    .wellFormed,
                    "The message is compressed (raw DEFLATE), as in the address of the HTTP-Redirect binding: expected XML, or "
                        + "its Base64. Decompress it first."
                )
            }
            if let message = StrictBase64.octets(xml), startsWithElement(message) {
                throw XMLError(.wellFormed, "The message is encoded in Base64 twice: expected XML, or its Base64.")
            }
            throw error
        }
    }

    private static func startsWithElement(_ octets: Data) -> Bool {
        octets.first { !String.isXMLSpace($0) } == UInt8(ascii: "<")
    }

    /// Returns whether a first byte belongs to XML: `<`, a byte order mark or a wide encoding, none of which occurs in
    /// Base64.
    private static func isXML(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "<") || byte >= 0x80 || byte == 0
    }
}
