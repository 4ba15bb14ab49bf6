import Foundation

/// The text form of keys and certificates (RFC 7468).
enum PEM {
    /// One block of a text.
    struct Block {
        /// The words after BEGIN, for example `CERTIFICATE`.
        let label: String
        /// The content in DER.
        let octets: Data
    }

    /// Reads the first block of a text; `nil` if the text contains none, or its Base64 is invalid.
    ///
    /// Text before and after the block is ignored; the lines can have any length.
    static func block(in text: String) -> Block? {
        guard let begin = text.range(of: "-----BEGIN "),
            let opened = text.range(of: "-----", range: begin.upperBound..<text.endIndex),
            case let label = String(text[begin.upperBound..<opened.lowerBound]),
            let end = text.range(of: "-----END \(label)-----", range: opened.upperBound..<text.endIndex)
        else { return nil }
        let base64 = text[opened.upperBound..<end.lowerBound].utf8.filter { ![0x09, 0x0a, 0x0d, 0x20].contains($0) }
        return Data(base64Encoded: Data(base64)).map { Block(label: label, octets: $0) }
    }

    /// Returns the text of a block, in lines of 64 characters and without a line end after the last.
    static func text(_ label: String, _ octets: Data) -> String {
        let base64 = octets.base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed])
        return "-----BEGIN \(label)-----\n\(base64)\n-----END \(label)-----"
    }
}
