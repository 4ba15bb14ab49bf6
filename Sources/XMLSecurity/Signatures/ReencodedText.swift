import Foundation

/// What programs do to the characters of a document between signing and verification, undone.
enum ReencodedText {
    /// Combining marks in a row; text for people has fewer (UAX #15, 13, the stream-safe format).
    private static let mostMarks = 30

    /// Says which change of characters explains a canonical form, if the copy without it fits.
    static func cause(_ octets: Data, _ fits: (Data) -> Bool) -> String? {
        guard octets.contains(where: { $0 >= 0x80 }), let text = String(validating: octets, as: UTF8.self) else {
            return nil
        }
        if let original = readAsLatin1(text), fits(original) {
            return
                "its text in UTF-8 was read as Latin-1 (ISO-8859-1 or Windows-1252) and then encoded again; undone, the "
                + "signature fits"
        }
        guard isStreamSafe(text) else { return nil }
        for (form, copy) in [
            ("NFC", text.precomposedStringWithCanonicalMapping), ("NFD", text.decomposedStringWithCanonicalMapping),
        ] where fits(Data(copy.utf8)) {
            return
                "the characters were normalized in Unicode's other form after the signature; in \(form), the signature "
                + "fits"
        }
        return nil
    }

    /// Whether a program has replaced characters that it could not read.
    static func holdsReplacements(_ octets: Data) -> Bool { octets.range(of: Data("\u{FFFD}".utf8)) != nil }

    /// Returns the octets that a text was before each of them was read as a character; `nil` if it has other characters.
    private static func readAsLatin1(_ text: String) -> Data? {
        var octets: [UInt8] = []
        octets.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            if let octet = UInt8(exactly: scalar.value) {
                octets.append(octet)
            } else if let octet = windows1252[scalar.value] {
                octets.append(octet)
            } else {
                return nil
            }
        }
        return Data(octets)
    }

    /// The characters that Windows-1252 has at 0x80 to 0x9F.
    private static let windows1252: [UInt32: UInt8] = [
        0x20AC: 0x80, 0x201A: 0x82, 0x0192: 0x83, 0x201E: 0x84, 0x2026: 0x85, 0x2020: 0x86, 0x2021: 0x87, 0x02C6: 0x88,
        0x2030: 0x89, 0x0160: 0x8A, 0x2039: 0x8B, 0x0152: 0x8C, 0x017D: 0x8E, 0x2018: 0x91, 0x2019: 0x92, 0x201C: 0x93,
        0x201D: 0x94, 0x2022: 0x95, 0x2013: 0x96, 0x2014: 0x97, 0x02DC: 0x98, 0x2122: 0x99, 0x0161: 0x9A, 0x203A: 0x9B,
        0x0153: 0x9C, 0x017E: 0x9E, 0x0178: 0x9F,
    ]

    /// Whether a text has no long row of combining marks, which take long to order.
    private static func isStreamSafe(_ text: String) -> Bool {
        var marks = 0
        for scalar in text.unicodeScalars {
            marks = scalar.value >= 0x300 && scalar.properties.canonicalCombiningClass != .notReordered ? marks + 1 : 0
            if marks > mostMarks { return false }
        }
        return true
    }
}
