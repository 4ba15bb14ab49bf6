/// Percent-encoding of texts in URL queries and forms, byte by byte (RFC 3986, 2.1; URL Standard, 5).
///
/// Foundation's functions convert to UTF-16 and back. For SAML messages in browsers that costs more than verifying the
/// signatures.
package enum QueryText {
    /// Encodes everything but letters, digits and `-._~`.
    package static func escape(_ text: String) -> String {
        var encoded: [UInt8] = []
        encoded.reserveCapacity(text.utf8.count + 64)
        for byte in text.utf8 {
            if isUnreserved(byte) {
                encoded.append(byte)
            } else {
                encoded.append(UInt8(ascii: "%"))
                encoded.append(digit(byte >> 4))
                encoded.append(digit(byte & 15))
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }

    /// Decodes a text, in which `+` is a space; `nil` if an escape is malformed or the result is not UTF-8.
    package static func unescape(_ text: Substring.UTF8View) -> String? {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(text.count)
        var bytes = text.makeIterator()
        while let byte = bytes.next() {
            switch byte {
            case UInt8(ascii: "%"):
                guard let first = bytes.next(), let second = bytes.next(), let high = value(first),
                    let low = value(second)
                else { return nil }
                decoded.append(high << 4 | low)
            case UInt8(ascii: "+"): decoded.append(UInt8(ascii: " "))
            default: decoded.append(byte)
            }
        }
        return String(validating: decoded, as: UTF8.self)
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            true
        default: false
        }
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
    }

    private static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
