import Crypto

private let hexadecimalDigits = Array("0123456789abcdef".utf8)

extension Sequence<UInt8> {
    /// The bytes as lower-case hexadecimal digits, two each.
    package var hexadecimal: String {
        Hexadecimal.text(Array(self))
    }
}

/// The digits of bytes, for other rooms without a generic function between: documents are named by them in every request.
package enum Hexadecimal {
    /// Writes bytes as lower-case digits, two each.
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

    /// Returns the first octets of a text's SHA-256, two lower-case digits each.
    ///
    /// - Parameters:
    ///   - text: The text, of whose UTF-8 the digest is made.
    ///   - octets: How many of the 32 octets are written.
    /// - Returns: The digits.
    package static func sha256(of text: String, octets: Int = SHA256.byteCount) -> String {
        var text = text
        var hash = SHA256()
        text.withUTF8 { hash.update(bufferPointer: UnsafeRawBufferPointer($0)) }
        return hash.finalize().withUnsafeBytes { Self.text($0.prefix(octets)) }
    }
}
