extension JSONReader {
    /// Reads a string, with its quotation marks.
    mutating func text() throws(MalformedJSON) -> String {
        place += 1
        let start = place
        while place < octets.count, octets[place] != UInt8(ascii: "\""), octets[place] != UInt8(ascii: "\\"),
            octets[place] >= 0x20
        {
            place += 1
        }
        // Most strings have no escape and can be copied.
        var text: String?
        if take(UInt8(ascii: "\"")) {
            text = String(strict: UnsafeRawBufferPointer(rebasing: octets[start..<place - 1]))
        } else {
            var units = Array(octets[start..<place])
            while !take(UInt8(ascii: "\"")) {
                guard place < octets.count, octets[place] >= 0x20 else { throw expected("the end of a string") }
                if take(UInt8(ascii: "\\")) {
                    units += try escaped()
                } else {
                    units.append(octets[place])
                    place += 1
                }
            }
            text = units.withUnsafeBytes { String(strict: $0) }
        }
        guard let text else { throw malformed("the text is not UTF-8", at: start - 1) }
        return text
    }

    private static let escapes: [UInt8: UInt8] = [
        UInt8(ascii: "\""): UInt8(ascii: "\""), UInt8(ascii: "\\"): UInt8(ascii: "\\"),
        UInt8(ascii: "/"): UInt8(ascii: "/"), UInt8(ascii: "b"): 0x08, UInt8(ascii: "f"): 0x0C,
        UInt8(ascii: "n"): 0x0A, UInt8(ascii: "r"): 0x0D, UInt8(ascii: "t"): 0x09,
    ]

    /// Reads the rest of an escape sequence, after the backslash.
    private mutating func escaped() throws(MalformedJSON) -> String.UTF8View {
        guard place < octets.count else { throw expected("an escape") }
        if let plain = Self.escapes[octets[place]] {
            place += 1
            return String(UnicodeScalar(plain)).utf8
        }
        guard take(UInt8(ascii: "u")) else { throw expected("an escape") }
        var units = [try hexadecimal()]
        // A surrogate pair encodes one character beyond U+FFFF.
        if UTF16.isLeadSurrogate(units[0]), take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) {
            units.append(try hexadecimal())
        }
        guard let text = String(validating: units, as: UTF16.self) else { throw expected("a Unicode character") }
        return text.utf8
    }

    private mutating func hexadecimal() throws(MalformedJSON) -> UInt16 {
        guard place + 4 <= octets.count,
            octets[place..<place + 4].allSatisfy({ Character(UnicodeScalar($0)).isHexDigit }),
            let unit = UInt16(String(decoding: octets[place..<place + 4], as: UTF8.self), radix: 16)
        else { throw expected("four hexadecimal digits") }
        place += 4
        return unit
    }
}
