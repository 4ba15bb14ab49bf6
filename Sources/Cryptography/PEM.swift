package import Foundation

/// The text form of keys and certificates (RFC 7468).
package enum PEM {
    /// One block of a text.
    package struct Block: Sendable {
        /// The words after BEGIN, for example `CERTIFICATE`.
        package let label: String
        /// The text between the first line and the last.
        package let content: Substring
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
        var rest = text[...]
        while let begin = rest.range(of: "-----BEGIN "),
            let opened = rest.range(of: "-----", range: begin.upperBound..<rest.endIndex)
        {
            let label = String(rest[begin.upperBound..<opened.lowerBound])
            guard let end = rest.range(of: "-----END \(label)-----", range: opened.upperBound..<rest.endIndex) else {
                return (blocks, label)
            }
            blocks.append(Block(label: label, content: rest[opened.upperBound..<end.lowerBound]))
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
