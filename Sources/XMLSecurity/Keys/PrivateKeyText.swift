import Foundation

/// Extracts the private keys of a PEM text (RFC 7468).
enum PrivateKeyText {
    /// Returns each key from its first line to its last; other text is ignored.
    ///
    /// - Throws: ``XMLError`` with `key` if the text contains no key, or one that requires a passphrase.
    static func keys(in text: String) throws(XMLError) -> [String] {
        var keys: [String] = []
        var rest = text.replacingOccurrences(of: "\r\n", with: "\n")[...]
        while let begin = rest.range(of: "-----BEGIN "),
            let end = rest.range(of: "-----END ", range: begin.upperBound..<rest.endIndex),
            let last = rest.range(of: "-----", range: end.upperBound..<rest.endIndex)
        {
            let name = rest[end.upperBound..<last.lowerBound]
            let block = rest[begin.lowerBound..<last.upperBound]
            if name.hasSuffix("PRIVATE KEY") {
                guard !name.hasPrefix("ENCRYPTED"), !block.contains("Proc-Type: 4,ENCRYPTED") else {
                    throw XMLError(.key, "The private key is encrypted: expected a key without a passphrase.")
                }
                keys.append(String(block))
            }
            rest = rest[last.upperBound...]
        }
        guard !keys.isEmpty else { throw XMLError(.key, "The text is not an RSA private key in PEM format.") }
        return keys
    }
}
