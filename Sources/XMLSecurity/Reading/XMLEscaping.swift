/// Escapes text for XML.
package enum XMLEscaping {
    /// Escapes text for an element or a quoted attribute.
    ///
    /// Line breaks, tabs and every space after a space become character references, so that collapsing white space
    /// changes nothing. Characters that XML 1.0, 2.2 forbids become U+FFFD: a value must never end the document, and
    /// stays visible.
    package static func escape(_ text: String) -> String {
        guard needsCare(text) else { return text }
        var result = ""
        result.reserveCapacity(text.utf8.count + 64)
        var afterBlank = false
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "\n": result += "&#10;"
            case "\r": result += "&#13;"
            case "\t": result += "&#9;"
            case _ where isForbidden(scalar): result.unicodeScalars.append("\u{FFFD}")
            case " " where afterBlank: result += "&#32;"
            default: result.unicodeScalars.append(scalar)
            }
            afterBlank = scalar == " "
        }
        return result
    }

    /// Returns whether XML allows every character of a text (XML 1.0, 2.2).
    package static func canWrite(_ text: String) -> Bool {
        !text.unicodeScalars.contains(where: isForbidden)
    }

    private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "\t", "\n", "\r": false
        case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": true
        default: false
        }
    }

    private static func needsCare(_ text: String) -> Bool {
        text.utf8.withContiguousStorageIfAvailable(needsCare) ?? true
    }

    private static func needsCare(_ octets: UnsafeBufferPointer<UInt8>) -> Bool {
        var last: UInt8 = 0
        for octet in octets {
            if needsCare(octet) || octet == UInt8(ascii: " ") && last == octet { return true }
            last = octet
        }
        return false
    }

    private static func needsCare(_ byte: UInt8) -> Bool {
        switch byte {
        // 0xEF is the first byte of U+FFFE and U+FFFF, among others.
        case 0..<0x20, 0xEF, UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""): true
        default: false
        }
    }
}
