package import Foundation

/// The text form of keys and certificates (RFC 7468).
package enum PEM {
    /// One block of a text.
    package struct Block: Sendable {
        /// The words after BEGIN, for example `CERTIFICATE`.
        package let label: String
        /// The text between the first line and the last.
        package let content: Substring
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
        var blocks: [Block] = []
        var rest = text.utf8[...]
        while let begin = rest.firstRange(ofHyphensIn: "-----BEGIN "),
            let opened = rest[begin.upperBound...].firstRange(ofHyphensIn: "-----")
        {
            let label = String(text[begin.upperBound..<opened.lowerBound])
            guard let end = rest[opened.upperBound...].firstRange(ofHyphensIn: "-----END \(label)-----") else {
                return (blocks, label)
            }
            blocks.append(Block(label: label, content: text[opened.upperBound..<end.lowerBound]))
            rest = rest[end.upperBound...]
        }
        return (blocks, nil)
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

extension Substring.UTF8View {
    /// Returns where a mark that begins with a hyphen is first, in one forward pass.
    ///
    /// Foundation's search copies the text that is left, so a search for each block was quadratic.
    fileprivate func firstRange(ofHyphensIn mark: String) -> Range<Index>? {
        var rest = self
        while let start = rest.firstIndex(of: UInt8(ascii: "-")) {
            rest = rest[start...]
            if rest.starts(with: mark.utf8) { return start..<rest.index(start, offsetBy: mark.utf8.count) }
            rest = rest.dropFirst()
        }
        return nil
    }
}
