import Foundation

/// The XML declaration of a document, before libxml2 sees it: the encoding that it names is the one in which libxml2 would
/// read all that follows.
///
/// XML 1.0 § 2.8, § 4.3.3.
struct XMLDeclaration {
    /// The encoding that it names, in capital letters; `nil` where there is no declaration, or one that names none.
    private(set) var encoding: String?

    /// The octets of a declaration that are read: an honest one has some 40.
    private static let longest = 1024

    /// Reads the declaration at the beginning of a document whose octets of ASCII are themselves.
    ///
    /// - Throws: ``XMLError`` with `wellFormed` where it is malformed or names two encodings.
    init(of document: Data) throws(XMLError) {
        let start = document.prefix(Self.longest)
        guard start.starts(with: "<?xml".utf8), start.count > 5, String.isXMLSpace(start[start.startIndex + 5]) else {
            return
        }
        var rest = start.dropFirst(5)
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
            let value = rest.prefix { $0 != quote }
            rest = rest.dropFirst(value.count)
            guard rest.popFirst() == quote else { throw Self.malformed }
            guard name.elementsEqual("encoding".utf8) else { continue }
            guard encoding == nil else { throw Self.malformed }
            encoding = String(decoding: value, as: UTF8.self).uppercased()
        }
    }

    private static var malformed: XMLError { XMLError(.wellFormed, "The document's XML declaration is malformed.") }
}
