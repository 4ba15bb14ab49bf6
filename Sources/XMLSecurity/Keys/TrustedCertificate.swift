import Cryptography
package import Foundation

/// A pinned certificate: its key is trusted, whatever a message says about keys.
///
/// It is parsed once, because parsing costs more than verifying a signature. Its validity dates are reported only: a
/// pinned certificate is a container for a key.
package struct TrustedCertificate: Sendable {
    /// The minimum size of an RSA key in bits, unless smaller keys are allowed by name.
    package static let smallestRSAKey = 2048

    let key: PublicKey
    /// The certificate in DER.
    package let derBytes: Data
    /// The public key in DER, as in the certificate.
    package let subjectPublicKeyInfo: Data
    /// The subject's distinguished name.
    package let subject: String
    /// The start of the validity.
    package let notValidBefore: Date
    /// The end of the validity, inclusive.
    package let notValidAfter: Date
    /// The SHA-256 of the certificate, in hexadecimal.
    package let fingerprint: String

    /// The size of an RSA key in bits; `nil` for other kinds of key.
    package var rsaBits: Int? { key.rsaBits }

    /// Reads the first certificate of a PEM text.
    ///
    /// - Throws: ``XMLError`` with `key` if the text is not a certificate, or its key is neither RSA nor on a NIST
    ///   curve. An RSA key below 2048 bits is an error too unless smaller keys are allowed by name.
    package init(pem: String, allowingSmallKeys: Bool = false) throws(XMLError) {
        guard let block = Self.firstBlock(of: pem), let octets = StrictBase64.octets(block) else {
            throw XMLError(.key, "The text is not a certificate in PEM format.")
        }
        try self.init(der: octets, allowingSmallKeys: allowingSmallKeys)
    }

    /// Reads every certificate of a PEM text, which must contain at least one.
    ///
    /// - Throws: ``XMLError`` with `key`, as ``init(pem:allowingSmallKeys:)`` does.
    package static func all(pem: String, allowingSmallKeys: Bool = false) throws(XMLError) -> [TrustedCertificate] {
        let end = "-----END CERTIFICATE-----"
        let blocks = pem.components(separatedBy: end)
        let parts = blocks.dropLast().map { $0 + end }
        if !parts.isEmpty, blocks.last?.contains("-----BEGIN CERTIFICATE-----") == true {
            throw XMLError(.key, "The last certificate is truncated.")
        }
        var all: [TrustedCertificate] = []
        for part in parts.isEmpty ? [pem] : parts {
            all.append(try TrustedCertificate(pem: part, allowingSmallKeys: allowingSmallKeys))
        }
        return all
    }

    /// Reads a certificate in DER form.
    ///
    /// - Throws: ``XMLError`` with `key`, as ``init(pem:allowingSmallKeys:)`` does.
    package init(der: Data, allowingSmallKeys: Bool = false) throws(XMLError) {
        guard let parts = Certificate(der: der) else { throw XMLError(.key, "The data is not a certificate.") }
        guard let key = parts.publicKey else {
            throw XMLError(
                .key, "The certificate's key is neither an RSA key of at least 1024 bits nor on a NIST curve.")
        }
        if let bits = key.rsaBits, bits < Self.smallestRSAKey, !allowingSmallKeys {
            throw XMLError(.key, "The RSA key has \(bits) bits; the minimum is \(Self.smallestRSAKey).")
        }
        self.key = key
        derBytes = der
        subjectPublicKeyInfo = parts.subjectPublicKeyInfo
        subject = parts.subject
        notValidBefore = parts.notValidBefore
        notValidAfter = parts.notValidAfter
        fingerprint = Hash.sha256.digest(of: der).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// Returns the Base64 between the first BEGIN line and its END line, in lines of any length (RFC 7468, 2).
    ///
    /// Files often contain chains, and remarks before a certificate.
    private static func firstBlock(of pem: String) -> String? {
        guard let begin = pem.range(of: "-----BEGIN CERTIFICATE-----"),
            let end = pem.range(of: "-----END CERTIFICATE-----", range: begin.upperBound..<pem.endIndex)
        else { return nil }
        return String(pem[begin.upperBound..<end.lowerBound])
    }
}
