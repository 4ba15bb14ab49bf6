import Foundation
import TVSimCryptography

/// The digest of a certificate that a reader trusts, without the certificate.
///
/// A message must show the certificate, whose key is then trusted as a pinned one.
package struct CertificateFingerprint: Sendable, Hashable {
    private let digest: Data
    private let allowsSmallKeys: Bool

    /// Reads a fingerprint: hexadecimal digits, also with colons, and as openssl writes it.
    ///
    /// A digest by SHA-1 is an error unless it is allowed by name, because SHA-1 does not resist collisions any more
    /// (RFC 6194; NIST SP 800-131A).
    ///
    /// - Parameters:
    ///   - text: The fingerprint.
    ///   - allowingSHA1: Whether a digest by SHA-1 is accepted.
    ///   - allowingSmallKeys: Whether the RSA key of the certificate may have less than 2048 bits.
    /// - Throws: ``XMLError`` with `key` if the text is not a fingerprint by SHA-256, or an accepted one by SHA-1.
    package init(_ text: String, allowingSHA1: Bool = false, allowingSmallKeys: Bool = false) throws(XMLError) {
        // openssl writes 'sha256 Fingerprint=' before the digits.
        let value = text.prefix(512).split(separator: "=").last ?? ""
        let digits = value.filter { !$0.isWhitespace && $0 != ":" && $0 != "-" }
        let octets = stride(from: 0, to: digits.utf8.count - 1, by: 2).compactMap { place in
            UInt8(digits.dropFirst(place).prefix(2), radix: 16)
        }
        guard digits.allSatisfy({ $0.isASCII && $0.isHexDigit }), digits.utf8.count == octets.count * 2,
            [20, 32].contains(octets.count)
        else {
            throw XMLError(
                .key,
                "The text is not a fingerprint of a certificate: expected 64 hexadecimal digits (SHA-256), or 40 (SHA-1), and "
                    + "it has \(digits.count) \(digits.allSatisfy(\.isHexDigit) ? "digits" : "characters").")
        }
        guard octets.count == 32 || allowingSHA1 else {
            throw XMLError(
                .key,
                "The fingerprint is a digest by SHA-1, which does not resist collisions: give the one by SHA-256, or allow SHA-1.",
                weakness: .sha1)
        }
        digest = Data(octets)
        allowsSmallKeys = allowingSmallKeys
    }

    /// The digest, for messages.
    var shown: String {
        (digest.count == 32 ? "SHA-256 " : "SHA-1 ")
            + digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// Returns a certificate as a trusted one if it has this fingerprint; `nil` if it has another one.
    ///
    /// - Throws: ``XMLError`` with `key` if its key is too small.
    func trusting(_ certificate: TrustedCertificate) throws(XMLError) -> TrustedCertificate? {
        let hash = digest.count == 32 ? Hash.sha256 : Hash.sha1
        guard hash.digest(of: certificate.derBytes) == digest else { return nil }
        return try TrustedCertificate(der: certificate.derBytes, allowingSmallKeys: allowsSmallKeys)
    }
}
