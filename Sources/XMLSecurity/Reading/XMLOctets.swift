import Foundation

/// The bytes of a document before parsing.
///
/// Input that libxml2 would ignore or process too slowly is rejected.
struct XMLOctets {
    private let bytes: Data

    init(_ bytes: Data) {
        self.bytes = bytes
    }

    /// Whether a document starts as UTF-16: with a byte order mark, or with an ASCII character in two bytes.
    var isWide: Bool {
        guard let first = bytes.first else { return false }
        let second = bytes.count > 1 ? bytes[bytes.startIndex + 1] : 0x20
        return first == 0 || second == 0 || (first == 0xFF && second == 0xFE) || (first == 0xFE && second == 0xFF)
    }

    /// The accepted encodings (XML 1.0, 4.3.3); ASCII is a subset of UTF-8.
    private static let encodings: Set<String> = ["UTF-8", "UTF-16", "UTF-16LE", "UTF-16BE", "US-ASCII", "ASCII"]

    /// Rejects a document that must not be parsed.
    ///
    /// - Throws: ``XMLError`` with `wellFormed` or `size`.
    func check(_ limits: XMLLimits) throws(XMLError) {
        if let name = ForeignEncoding.name(of: bytes) {
            throw XMLError(
                .wellFormed,
                "The encoding of the document is neither UTF-8 nor UTF-16, but \(name), as its first octets show.",
                actual: name)
        }
        let text = try plain()
        try checkEncoding(of: text)
        guard text.count > XMLLimits.bytesWithoutTagCheck else { return }
        let tags = text.withUnsafeBytes(TagCount.init)
        guard tags.mostAssignments <= XMLLimits.assignmentsInTag else {
            throw XMLError(.size, "An element has too many attributes.")
        }
        guard tags.declarations <= limits.declarations else {
            throw XMLError(.size, "The document declares more than \(limits.declarations) namespaces.")
        }
    }

    /// Rejects other encodings, such as EBCDIC, which libxml2 detects by the first bytes, and UTF-7, whose tags look
    /// like text.
    ///
    /// The counts of this module would not match what libxml2 reads there.
    private func checkEncoding(of text: Data) throws(XMLError) {
        let mark = Data([0xEF, 0xBB, 0xBF])
        let document = text.starts(with: mark) ? text.dropFirst(mark.count) : text
        guard let first = document.first, first == UInt8(ascii: "<") || String.isXMLSpace(first) else {
            let octet = document.first.map { "; its first octet is 0x\(String($0, radix: 16, uppercase: true))" } ?? ""
            throw XMLError(.wellFormed, "The document does not start with XML in UTF-8 or UTF-16\(octet).")
        }
        guard let encoding = try XMLDeclaration(of: document).encoding else { return }
        guard Self.encodings.contains(encoding) else {
            throw XMLError(
                .wellFormed,
                "The encoding of the document is neither UTF-8 nor UTF-16, but '\(encoding.prefix(64))', as its XML "
                    + "declaration says.", actual: String(encoding.prefix(64)))
        }
        // libxml2 uses the bytes up to here and the declaration after it; other parsers use only one of the two.
        let fitting: Set = isWide ? ["UTF-16", isBigEndian ? "UTF-16BE" : "UTF-16LE"] : ["UTF-8", "US-ASCII", "ASCII"]
        guard fitting.contains(encoding) else {
            throw XMLError(
                .wellFormed,
                "The document is not in the encoding that it declares: it declares '\(encoding)', and its octets are "
                    + "\(isWide ? "UTF-16\(isBigEndian ? "BE" : "LE")" : "of one byte for a character of ASCII").")
        }
    }

    /// Returns the document with one byte for each ASCII character.
    ///
    /// A null character ends the document for libxml2, and it ignores half a character of UTF-16 at the end. Both are
    /// rejected (XML 1.0, 2.2 and 4.3.3).
    private func plain() throws(XMLError) -> Data {
        var text = bytes
        if isWide {
            guard bytes.count % 2 == 0 else {
                throw XMLError(
                    .wellFormed, "The document is not valid UTF-16: it has an odd number of octets, \(bytes.count).")
            }
            guard let decoded = String(validating: units, as: UTF16.self) else {
                throw XMLError(.wellFormed, "The document is not valid UTF-16: it has half of a pair of surrogates.")
            }
            text = Data(decoded.utf8)
        }
        // Every document is checked here, and a loop over single bytes would cost more than the parser.
        let hasNull = text.withUnsafeBytes { buffer in
            buffer.baseAddress.map { memchr($0, 0, buffer.count) != nil } ?? false
        }
        guard !hasNull else { throw XMLError(.wellFormed, "The document has a null character.") }
        return text
    }

    /// Whether a UTF-16 document is big-endian.
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

/// Counts in the tags of a document what libxml2 would process too slowly.
private struct TagCount {
    /// The largest number of assignments in one tag; libxml2 compares each attribute with every other.
    private(set) var mostAssignments = 0
    /// The number of `xmlns` in tags.
    private(set) var declarations = 0

    private static let declaration = Array("xmlns".utf8)

    /// Counts in one pass.
    ///
    /// Every `<` starts a tag, because attribute values cannot contain one. A tag ends at the first `>` outside of
    /// quotation marks. Therefore no tag is counted too low; the contents of comments may be counted as tags.
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
