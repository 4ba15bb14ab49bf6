package import Foundation

extension StrictBase64 {
    /// Says why a text is not Base64, as the end of a sentence about it; `nil` if it is.
    ///
    /// The text is hostile: it is read in one forward pass, and of its content only one character is told.
    package static func flaw(in text: String) -> String? {
        if octets(text) != nil { return nil }
        var (alphabet, urlSafe, blanks, line, percent, padding) = (0, 0, 0, false, false, 0)
        var other: (scalar: Unicode.Scalar, place: Int)?
        var (place, isPaddingInside) = (0, false)
        // The digits that an escape still needs.
        var digits = 0
        for scalar in text.unicodeScalars {
            place += 1
            if digits > 0 {
                if scalar.properties.isASCIIHexDigit {
                    percent = percent || digits == 1
                } else if other == nil {
                    other = ("%", place + digits - 3)
                }
                digits = scalar.properties.isASCIIHexDigit ? digits - 1 : 0
            }
            switch scalar {
            case "A"..."Z", "a"..."z", "0"..."9", "+", "/":
                alphabet += 1
                if padding > 0 { isPaddingInside = true }
            case "-", "_": urlSafe += 1
            case "=": padding += 1
            case " ": blanks += 1
            case "\n", "\r", "\t": line = true
            case "%": digits = 2
            default: if other == nil { other = (scalar, place) }
            }
        }
        if digits > 0, other == nil { other = ("%", place + digits - 2) }
        if alphabet + urlSafe + padding == 0, other == nil, !percent { return "is empty" }
        let first = text.unicodeScalars.first { !" \n\r\t\u{FEFF}".unicodeScalars.contains($0) }
        if first == "<" { return "is XML without Base64" }
        if first == "{" || first == "[" { return "is JSON: expected Base64" }
        if let other {
            let code = String(other.scalar.value, radix: 16, uppercase: true)
            let hexadecimal = "U+" + String(repeating: "0", count: max(0, 4 - code.utf8.count)) + code
            let shown = (0x21...0x7E).contains(other.scalar.value) ? "'\(other.scalar)' (\(hexadecimal))" : hexadecimal
            return "has the character \(shown) at position \(other.place), which Base64 does not have"
        }
        if percent { return "is still percent-encoded (it has '%'): it was encoded twice, or not decoded" }
        if urlSafe > 0 { return "is base64url, with '-' and '_': expected Base64 with '+' and '/'" }
        if blanks > 0, !line, withoutBlanks(text) != nil {
            return "has \(blanks) blanks: each was a '+' that the sender did not escape as %2B in the form"
        }
        if isPaddingInside { return "has '=' before its end: it is cut, or two texts are joined" }
        let count = alphabet + padding
        if count % 4 != 0 {
            return "has \(count) characters, not a multiple of 4: characters or '=' at its end are missing"
        }
        return "has an end that no octets give: its padding or last character is wrong"
    }

    /// Returns the octets of a text whose every blank was a `+`; `nil` if that is not Base64, or it has no blank.
    package static func withoutBlanks(_ text: String) -> Data? {
        guard text.utf8.contains(UInt8(ascii: " ")), !text.utf8.contains(UInt8(ascii: "+")) else { return nil }
        return octets(Data(text.utf8.map { $0 == UInt8(ascii: " ") ? UInt8(ascii: "+") : $0 }))
    }
}
