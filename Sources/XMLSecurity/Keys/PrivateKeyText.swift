import Foundation
import TVSimCryptography

/// Extracts the private keys of a PEM text (RFC 7468).
enum PrivateKeyText {
    /// Returns each key from its first line to its last; other text is ignored.
    ///
    /// - Throws: ``XMLError`` with `key` if the text contains no key, or one that requires a passphrase.
    static func keys(in text: String) throws(XMLError) -> [String] {
        let keys = PEM.blocks(in: text).whole.filter { $0.label.hasSuffix("PRIVATE KEY") }
        guard !keys.isEmpty else { throw XMLError(.key, "The text is not an RSA private key in PEM format.") }
        guard
            !keys.contains(where: { $0.label.hasPrefix("ENCRYPTED") || $0.content.contains("Proc-Type: 4,ENCRYPTED") })
        else {
            throw XMLError(.key, "The private key is encrypted: expected a key without a passphrase.")
        }
        return keys.map(\.text)
    }
}
