import Foundation

/// The XML declaration of a document, checked before libxml2, which would read the rest in the declared encoding.
///
/// XML 1.0, 2.8 and 4.3.3.
struct XMLDeclaration {
    /// The declared encoding in capital letters; `nil` without a declaration or without an encoding in it.
    private(set) var encoding: String?

    /// The maximum length of a declaration in bytes; real ones have about 40.
    private static let longest = 1024

    /// The names in a declaration, in order.
    private static let names = ["version", "encoding", "standalone"]

    /// Reads the declaration of a document in an encoding that contains ASCII.
    ///
    /// The check is strict: libxml2 continues after an invalid version and uses whatever follows as the encoding.
    ///
    /// - Throws: ``XMLError`` with `wellFormed` if the declaration is malformed.
    init(of document: Data) throws(XMLError) {
        let start = document.prefix(Self.longest)
        guard start.starts(with: "<?xml".utf8), start.count > 5, String.isXMLSpace(start[start.startIndex + 5]) else {
            return
        }
        var rest = start.dropFirst(5)
        var names = Self.names[...]
        while true {
            let spaces = rest.prefix(while: String.isXMLSpace)
            rest = rest.dropFirst(spaces.count)
            if rest.starts(with: "?>".utf8) { return }
            let name = rest.prefix { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
            rest = rest.dropFirst(name.count).drop(while: String.isXMLSpace)
            guard !spaces.isEmpty, !name.isEmpty, rest.popFirst() == UInt8(ascii: "=") else { throw Self.malformed }
            rest = rest.drop(while: String.isXMLSpace)
            guard let quote = rest.popFirst(), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
                throw Self.malformed
            }
            let value = rest.prefix(while: Self.isPlain)
            rest = rest.dropFirst(value.count)
            guard rest.popFirst() == quote else { throw Self.malformed }
            guard let place = names.firstIndex(where: { name.elementsEqual($0.utf8) }) else { throw Self.malformed }
            names = names[(place + 1)...]
            guard Self.names[place] == "encoding" else { continue }
            encoding = String(decoding: value, as: UTF8.self).uppercased()
        }
    }

    /// Returns whether a byte is allowed in a version, an encoding name, or `yes` and `no`.
    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "._:-".utf8.contains(byte)
        }
    }

    private static var malformed: XMLError { XMLError(.wellFormed, "The document's XML declaration is malformed.") }
}
