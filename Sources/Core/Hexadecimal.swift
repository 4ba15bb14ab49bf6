import TVSimCryptography

private let hexadecimalDigits = Array("0123456789abcdef".utf8)

extension Sequence<UInt8> {
    /// The bytes as two lower-case hexadecimal digits each.
    package var hexadecimal: String {
        Hexadecimal.text(Array(self))
    }
}

/// Hexadecimal text of bytes and digests, without generics across modules: every request computes document names.
package enum Hexadecimal {
    /// Returns two lower-case digits for each byte.
    static func text(_ bytes: some RandomAccessCollection<UInt8>) -> String {
        String(unsafeUninitializedCapacity: bytes.count * 2) { digits in
            var place = 0
            for byte in bytes {
                digits[place] = hexadecimalDigits[Int(byte >> 4)]
                digits[place + 1] = hexadecimalDigits[Int(byte & 15)]
                place += 2
            }
            return place
        }
    }

    /// Returns the first bytes of the SHA-256 digest of a text, as two lower-case digits each.
    ///
    /// - Parameters:
    ///   - text: The text, which is encoded as UTF-8.
    ///   - octets: How many of the 32 bytes to return.
    /// - Returns: The digits.
    package static func sha256(of text: String, octets: Int = 32) -> String {
        var text = text
        let digest = text.withUTF8 { Hash.sha256.digest(of: UnsafeRawBufferPointer($0)) }
        return Self.text(digest.prefix(octets))
    }
}
