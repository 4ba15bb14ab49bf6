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

    /// The encodings that are read, XML 1.0 § 4.3.3; ASCII is a part of UTF-8.
    private static let encodings: Set<String> = ["UTF-8", "UTF-16", "UTF-16LE", "UTF-16BE", "US-ASCII", "ASCII"]

    /// Refuses what must not be parsed.
    ///
    /// - Throws: ``XMLError`` with `wellFormed` or `size`.
    func check() throws(XMLError) {
        let text = try plain()
        try checkEncoding(of: text)
        guard text.count > XMLLimits.bytesWithoutTagCheck else { return }
        let tags = text.withUnsafeBytes(TagCount.init)
        guard tags.mostAssignments <= XMLLimits.assignmentsInTag else {
            throw XMLError(.size, "An element has more attributes than are read.")
        }
        guard tags.declarations <= XMLLimits.declarations else {
            throw XMLError(.size, "The document declares more than \(XMLLimits.declarations) namespaces.")
        }
    }

    /// Refuses what libxml2 would read in an encoding that is none of ours, such as EBCDIC, which it knows by the first
    /// octets, and UTF-7, whose tags look like text: nothing that is counted here would be what is read there.
    private func checkEncoding(of text: Data) throws(XMLError) {
        let mark = Data([0xEF, 0xBB, 0xBF])
        let document = text.starts(with: mark) ? text.dropFirst(mark.count) : text
        guard let first = document.first, first == UInt8(ascii: "<") || String.isXMLSpace(first) else {
            throw XMLError(.wellFormed, "The document does not begin as XML in UTF-8 or UTF-16 does.")
        }
        guard let encoding = try XMLDeclaration(of: document).encoding else { return }
        guard Self.encodings.contains(encoding) else {
            throw XMLError(.wellFormed, "The document is in another encoding than UTF-8 or UTF-16.")
        }
        // libxml2 believes the octets up to here and the word from here on, another reader one of the two.
        let fitting: Set = isWide ? ["UTF-16", isBigEndian ? "UTF-16BE" : "UTF-16LE"] : ["UTF-8", "US-ASCII", "ASCII"]
        guard fitting.contains(encoding) else {
            throw XMLError(.wellFormed, "The document is in another encoding than it says.")
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

    /// Whether a document that is wide has the greater octet of each unit first.
    private var isBigEndian: Bool { bytes.first == 0xFE || bytes.first == 0 }

    /// The units of UTF-16.
    private var units: [UInt16] {
        let octets = Array(bytes)
        let isBigEndian = isBigEndian
        return stride(from: 0, to: octets.count - 1, by: 2).map { place in
            let (first, second) = (UInt16(octets[place]), UInt16(octets[place + 1]))
            return isBigEndian ? first << 8 | second : second << 8 | first
        }
    }
}

/// What libxml2 would take too long for, counted in the tags of a document.
private struct TagCount {
    /// How many assignments one tag has at most: libxml2 compares each attribute with each other.
    private(set) var mostAssignments = 0
    /// How often `xmlns` stands in tags: libxml2 searches all namespaces that are open at each element.
    private(set) var declarations = 0

    private static let declaration = Array("xmlns".utf8)

    /// Counts in one walk.
    ///
    /// A `<` begins a tag wherever it stands, since no value of an attribute has one, and a tag ends at the first `>` that
    /// is not in quotation marks: so no tag is counted too low. What is in comments may be counted as if it were a tag.
    init(_ buffer: UnsafeRawBufferPointer) {
        var isInside = false
        var quote: UInt8?
        var assignments = 0
        var matched = 0
        for byte in buffer {
            if byte == UInt8(ascii: "<") {
                (isInside, quote, assignments, matched) = (true, nil, 0, 0)
                continue
            }
            guard isInside else { continue }
            switch byte {
            case UInt8(ascii: "="):
                assignments += 1
                mostAssignments = max(mostAssignments, assignments)
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                if quote == nil { quote = byte } else if quote == byte { quote = nil }
            case UInt8(ascii: ">"):
                if quote == nil { isInside = false }
            default: break
            }
            matched = byte == Self.declaration[matched] ? matched + 1 : byte == Self.declaration[0] ? 1 : 0
            if matched == Self.declaration.count { (declarations, matched) = (declarations + 1, 0) }
        }
    }
}
