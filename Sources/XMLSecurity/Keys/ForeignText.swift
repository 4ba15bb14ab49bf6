import Foundation
import TVSimCryptography

/// Says what a text is that people give instead of a certificate.
///
/// The text is hostile; only its kind is told, and a few of its first characters.
enum ForeignText {
    /// Returns the kind, as the end of a sentence about the text; `nil` if it is not recognized.
    static func kind(of text: String) -> String? {
        let start = text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
        guard let first = start.first else { return "is empty" }
        let head = String(start.prefix(64))
        if hasWrittenLineBreaks(text) {
            let quotes = first == "\"" || first == "'" ? ", and is in quotes" : ""
            return
                "has '\\n' (two characters) where a certificate in PEM format has line breaks\(quotes), as an environment "
                + "variable may have: write the line breaks"
        }
        if first == "{" || first == "[" {
            return text.contains("\"keys\"") || text.contains("\"kty\"")
                ? "is a JSON Web Key Set (JWKS): expected the certificate, which 'x5c' may have" : "is JSON"
        }
        if ["http://", "https://", "file://"].contains(where: head.lowercased().hasPrefix) {
            return "is an address (URL): expected what the address gives, as a file"
        }
        if ["ssh-", "ecdsa-sha2-"].contains(where: head.hasPrefix) { return "is a public key of SSH" }
        return fingerprint(start)
    }

    /// Whether a text has a backslash and `n` after the first line of PEM.
    static func hasWrittenLineBreaks(_ text: String) -> Bool {
        text.contains("-----\\n") || text.contains("-----\\r\\n")
    }

    /// The digests that people call a fingerprint, by their hexadecimal digits.
    private static let digests = [32: "MD5", 40: "SHA-1", 64: "SHA-256", 96: "SHA-384", 128: "SHA-512"]

    private static func fingerprint(_ text: Substring) -> String? {
        guard text.utf8.count <= 512 else { return nil }
        let value = text.lowercased().split(separator: "=").last ?? ""
        let digits = value.filter { !$0.isWhitespace && $0 != ":" && $0 != "-" }
        guard digits.allSatisfy({ $0.isASCII && $0.isHexDigit }), let name = digests[digits.count] else { return nil }
        return
            "is a fingerprint (\(name) has as many digits): it names a certificate, and has no key: expected the certificate"
    }

    /// Says what octets are that a file with a certificate should not have; `nil` if they are not recognized.
    static func kind(of octets: Data) -> String? {
        let head = Array(octets.prefix(4))
        if head.starts(with: [0xFF, 0xFE]) || head.starts(with: [0xFE, 0xFF])
            || (head.count == 4 && (head[0] == 0) != (head[1] == 0) && (head[2] == 0) == (head[0] == 0))
        {
            return "is in UTF-16, as a redirection in PowerShell writes it: expected UTF-8"
        }
        if let count = Certificate.count(in: octets), count > 1 {
            return "has \(count) certificates one after the other: expected one for each element or block"
        }
        return nil
    }
}
