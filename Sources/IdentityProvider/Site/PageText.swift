import Mustache

/// Escapes the values of the site's pages, byte by byte.
///
/// The library's own escaping checks each character of a value. A SAML response contains several thousand characters of
/// Base64, and escaping them took longer than signing the response.
struct PageText: MustacheContentType {
    /// The beginning of a template that uses this escaping.
    static let pragma: String = {
        MustacheContentTypes.register(PageText(), named: "PAGE")
        return "{{% CONTENT_TYPE:PAGE}}"
    }()

    /// Escapes text for an element or a quoted attribute of HTML.
    func escapeText(_ text: String) -> String {
        guard text.utf8.contains(where: { Self.reference($0) != nil }) else { return text }
        var escaped: [UInt8] = []
        escaped.reserveCapacity(text.utf8.count + 64)
        for byte in text.utf8 {
            if let reference = Self.reference(byte) {
                reference.withUTF8Buffer { escaped.append(contentsOf: $0) }
            } else {
                escaped.append(byte)
            }
        }
        return String(decoding: escaped, as: UTF8.self)
    }

    private static func reference(_ byte: UInt8) -> StaticString? {
        switch byte {
        case UInt8(ascii: "&"): "&amp;"
        case UInt8(ascii: "<"): "&lt;"
        case UInt8(ascii: ">"): "&gt;"
        case UInt8(ascii: "\""): "&quot;"
        case UInt8(ascii: "'"): "&#39;"
        default: nil
        }
    }
}
