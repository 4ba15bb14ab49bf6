import Foundation

/// The octets of a document before libxml2 sees them: what it would pass over, or take too long for, is refused.
struct XMLOctets {
    private let bytes: Data

    init(_ bytes: Data) {
        self.bytes = bytes
    }

    /// Whether a document begins as UTF-16 does: with its mark, or a character of ASCII in two octets.
    var isWide: Bool {
        guard let first = bytes.first else { return false }
        let second = bytes.count > 1 ? bytes[bytes.startIndex + 1] : 0x20
        return first == 0 || second == 0 || (first == 0xFF && second == 0xFE) || (first == 0xFE && second == 0xFF)
    }

    /// Refuses what must not be parsed.
    ///
    /// - Throws: ``XMLError`` with `wellFormed` or `size`.
    func check() throws(XMLError) {
        let text = try plain()
        guard text.count > XMLLimits.bytesWithoutTagCheck else { return }
        guard text.withUnsafeBytes(Self.mostAssignments) <= XMLLimits.assignmentsInTag else {
            throw XMLError(.size, "An element has more attributes than are read.")
        }
        guard text.withUnsafeBytes(Self.declarations) <= XMLLimits.declarations else {
            throw XMLError(.size, "The document declares more than \(XMLLimits.declarations) namespaces.")
        }
    }

    /// The document in octets of which those of ASCII are themselves.
    ///
    /// A null character ends the document for libxml2, whatever follows, and half a character of UTF-16 at the end is
    /// passed over: both are refused (XML 1.0 § 2.2, § 4.3.3).
    private func plain() throws(XMLError) -> Data {
        var text = bytes
        if isWide {
            guard bytes.count % 2 == 0, let decoded = String(validating: units, as: UTF16.self) else {
                throw XMLError(.wellFormed, "The document has octets that are no UTF-16.")
            }
            text = Data(decoded.utf8)
        }
        // Every document passes here: a walk over its octets one by one would cost more than the parser.
        let hasNull = text.withUnsafeBytes { buffer in
            buffer.baseAddress.map { memchr($0, 0, buffer.count) != nil } ?? false
        }
        guard !hasNull else { throw XMLError(.wellFormed, "The document has a null character.") }
        return text
    }

    /// The units of UTF-16.
    private var units: [UInt16] {
        let octets = Array(bytes)
        let isBigEndian = octets[0] == 0xFE || octets[0] == 0
        return stride(from: 0, to: octets.count - 1, by: 2).map { place in
            let (first, second) = (UInt16(octets[place]), UInt16(octets[place + 1]))
            return isBigEndian ? first << 8 | second : second << 8 | first
        }
    }

    /// How many assignments one tag has at most: libxml2 compares each attribute with each other.
    ///
    /// Between two `<` lies at most one tag, so that the count is never too low.
    private static func mostAssignments(in buffer: UnsafeRawBufferPointer) -> Int {
        var most = 0
        var count = 0
        for byte in buffer {
            if byte == UInt8(ascii: "=") {
                count += 1
            } else if byte == UInt8(ascii: "<") {
                most = max(most, count)
                count = 0
            }
        }
        return max(most, count)
    }

    /// How often `xmlns` stands in a document: libxml2 searches all namespaces that are open at each element.
    private static func declarations(in buffer: UnsafeRawBufferPointer) -> Int {
        let name = Array("xmlns".utf8)
        var count = 0
        var matched = 0
        for byte in buffer {
            matched = byte == name[matched] ? matched + 1 : byte == name[0] ? 1 : 0
            guard matched == name.count else { continue }
            count += 1
            matched = 0
        }
        return count
    }
}
