import Foundation

/// The private keys in a text of PEM form, RFC 7468.
enum PrivateKeyText {
    /// Returns each key, from its first line to its last; what else stands in the text is passed over.
    ///
    /// - Throws: ``XMLError`` with `key` where there is none, or one that only a passphrase opens.
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
                    throw XMLError(.key, "The private key is protected by a passphrase, which is not asked for.")
                }
                keys.append(String(block))
            }
            rest = rest[last.upperBound...]
        }
        guard !keys.isEmpty else { throw XMLError(.key, "This is not an RSA private key in PEM form.") }
        return keys
    }
}
