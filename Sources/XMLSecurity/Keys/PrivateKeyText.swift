import Foundation
import TVSimCryptography

/// Extracts the private keys of a PEM text (RFC 7468).
enum PrivateKeyText {
    /// Returns each key from its first line to its last; other text is ignored.
    ///
    /// - Throws: ``XMLError`` with `key` if the text contains no key, or one that requires a passphrase.
    static func keys(in text: String) throws(XMLError) -> [String] {
        let (blocks, truncated) = PEM.blocks(in: text)
        let keys = blocks.filter { $0.label.hasSuffix("PRIVATE KEY") }
        guard !keys.isEmpty else { throw flaw("\(kind(of: text, blocks.first?.label, truncated))") }
        guard
            !keys.contains(where: { $0.label.hasPrefix("ENCRYPTED") || $0.content.contains("Proc-Type: 4,ENCRYPTED") })
        else {
            throw XMLError(.key, "The private key is encrypted: expected a key without a passphrase.")
        }
        return keys.map(\.text)
    }

    /// Returns the error for the key of a block that OpenSSL does not read as an RSA key.
    static func unusable(_ block: String) -> XMLError {
        flaw(
            ForeignText.hasWrittenLineBreaks(block)
                ? "has '\\n' (two characters) where PEM has line breaks"
                : RSAPrivateKey.flaw(inPEM: block) ?? "is damaged")
    }

    /// Returns the error for a key that cannot be used, with the reason.
    static func flaw(_ reason: String) -> XMLError {
        XMLError(.key, "The text is not an RSA private key in PEM format: it \(reason).")
    }

    /// Says what a text without a key is; it never repeats a part of it.
    private static func kind(of text: String, _ label: String?, _ truncated: String?) -> String {
        if let label { return "is '\(label.prefix(40))' in PEM" }
        if let truncated { return "is cut: '\(truncated.prefix(40))' has no end" }
        if ForeignText.hasWrittenLineBreaks(text) { return "has '\\n' (two characters) where PEM has line breaks" }
        return text.allSatisfy(\.isWhitespace) ? "is empty" : "has no line with BEGIN"
    }
}
