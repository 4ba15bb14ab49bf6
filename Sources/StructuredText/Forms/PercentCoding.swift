/// Percent-encodes path segments and parts of queries and forms, byte by byte (RFC 3986, 2.1; URL Standard, 5).
///
/// Foundation's functions convert to UTF-16 and back. For SAML messages in browsers that costs more than verifying the
/// signatures.
package enum PercentCoding {
    /// Encodes everything except letters, digits and `-._~`.
    package static func encode(_ text: String) -> String {
        var text = text
        return text.withUTF8 { octets in
            // Each byte becomes at most three.
            String(unsafeUninitializedCapacity: octets.count * 3) { encoded in
                var count = 0
                for octet in octets {
                    if isUnreserved(octet) {
                        encoded[count] = octet
                        count += 1
                    } else {
                        encoded[count] = UInt8(ascii: "%")
                        encoded[count + 1] = hexadecimalDigit(octet >> 4)
                        encoded[count + 2] = hexadecimalDigit(octet & 15)
                        count += 3
                    }
                }
                return count
            }
        }
    }

    /// Decodes a text; `nil` if it has a malformed escape or is not UTF-8 afterwards.
    package static func decode(_ text: some Collection<UInt8>, plusIsBlank: Bool) -> String? {
        Array(text).withUnsafeBytes { decode($0, plusIsBlank: plusIsBlank) }
    }

    /// Decodes a text; `nil` if it has a malformed escape or is not UTF-8 afterwards.
    package static func decode(_ text: UnsafeRawBufferPointer, plusIsBlank: Bool) -> String? {
        var isMalformed = false
        // The decoded text is never longer.
        let decoded = [UInt8](unsafeUninitializedCapacity: text.count) { decoded, count in
            var place = 0
            while place < text.count {
                switch text[place] {
                case UInt8(ascii: "%"):
                    guard place + 2 < text.count, let high = hexadecimalValue(text[place + 1]),
                        let low = hexadecimalValue(text[place + 2])
                    else {
                        isMalformed = true
                        return
                    }
                    decoded[count] = high << 4 | low
                    place += 2
                case UInt8(ascii: "+") where plusIsBlank: decoded[count] = UInt8(ascii: " ")
                case let octet: decoded[count] = octet
                }
                count += 1
                place += 1
            }
        }
        return isMalformed ? nil : decoded.withUnsafeBytes { String(strict: $0) }
    }

    private static func hexadecimalDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            true
        default:
            false
        }
    }

    private static func hexadecimalValue(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
