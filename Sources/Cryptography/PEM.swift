package import Foundation

/// The text form of keys and certificates (RFC 7468).
package enum PEM {
    /// One block of a text.
    package struct Block: Sendable {
        /// The words after BEGIN, for example `CERTIFICATE`.
        package let label: String
        /// The text between the first line and the last.
        package let content: String
        /// The block from its first line to its last.
        package var text: String { "-----BEGIN \(label)-----\(content)-----END \(label)-----" }
        /// The content in DER; `nil` if it is not Base64.
        var octets: Data? {
            Data(base64Encoded: Data(content.utf8.filter { ![0x09, 0x0a, 0x0d, 0x20].contains($0) }))
        }
    }

    /// Returns the blocks of a text in their order, and the label of one that has no end.
    ///
    /// Text around the blocks is ignored; the lines can have any length.
    package static func blocks(in text: String) -> (whole: [Block], truncated: String?) {
        let octets = Array(text.utf8)
        var (blocks, place): ([Block], Int) = ([], 0)
        while let begin = range(of: "-----BEGIN ", in: octets, from: place),
            let opened = range(of: "-----", in: octets, from: begin.upperBound)
        {
            let label = String(decoding: octets[begin.upperBound..<opened.lowerBound], as: UTF8.self)
            guard let end = range(of: "-----END \(label)-----", in: octets, from: opened.upperBound) else {
                return (blocks, label)
            }
            let content = String(decoding: octets[opened.upperBound..<end.lowerBound], as: UTF8.self)
            blocks.append(Block(label: label, content: content))
            place = end.upperBound
        }
        return (blocks, nil)
    }

    /// Returns where a mark is first, from a place on.
    ///
    /// Foundation's search copies the text that is left, so a search for each block was quadratic.
    private static func range(of mark: String, in octets: [UInt8], from start: Int) -> Range<Int>? {
        let (mark, hyphen) = (Array(mark.utf8), UInt8(ascii: "-"))
        var place = start
        while place + mark.count <= octets.count {
            if octets[place] == hyphen, octets[place...].starts(with: mark) { return place..<place + mark.count }
            place += 1
        }
        return nil
    }

    /// Reads the first block of a text; `nil` if the text contains none, or its Base64 is invalid.
    static func block(in text: String) -> (label: String, octets: Data)? {
        guard let block = blocks(in: text).whole.first, let octets = block.octets else { return nil }
        return (block.label, octets)
    }

    /// Returns the text of a block, in lines of 64 characters and without a line end after the last.
    package static func text(_ label: String, _ octets: Data) -> String {
        let base64 = octets.base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed])
        return "-----BEGIN \(label)-----\n\(base64)\n-----END \(label)-----"
    }
}
