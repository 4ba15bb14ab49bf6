package import Foundation
import TVSimCryptography

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

    /// The kind of key, for messages.
    var keyKind: String {
        switch key.kind {
        case .rsa(let bits): "an RSA key of \(bits) bits"
        case .curve(let octets): "a key on P-\(octets == 66 ? 521 : octets * 8)"
        }
    }

    /// Returns whether the certificate's key made a signature of RSA PKCS#1 v1.5, over any octets; it verifies nothing.
    package func madeByRSA(_ signature: Data) -> Bool { key.signedDigest(in: signature) != nil }

    /// Returns whether another certificate is the issuer of this one.
    func isIssued(by issuer: TrustedCertificate) -> Bool {
        guard derBytes != issuer.derBytes, let own = Certificate(der: derBytes),
            let above = Certificate(der: issuer.derBytes)
        else { return false }
        return own.isIssued(by: above)
    }

    /// Reads the first certificate of a PEM text.
    ///
    /// - Throws: ``XMLError`` with `key` if the text is not a certificate, or its key is neither RSA nor on a NIST
    ///   curve. An RSA key below 2048 bits is an error too unless smaller keys are allowed by name.
    package init(pem: String, allowingSmallKeys: Bool = false) throws(XMLError) {
        try self.init(der: CertificateText.blocks(of: pem)[0], allowingSmallKeys: allowingSmallKeys)
    }

    /// Reads every certificate of a text, at least one: PEM, PKCS #7, SAML metadata, or the Base64 of DER.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - use: The use for which metadata must name a certificate.
    ///   - allowingSmallKeys: Whether an RSA key may have less than 2048 bits.
    /// - Returns: The certificates, in their order.
    /// - Throws: ``XMLError`` with `key` as ``init(pem:allowingSmallKeys:)`` does, and for malformed metadata.
    package static func all(
        in text: String, for use: CertificateUse = .signing, allowingSmallKeys: Bool = false
    ) throws(XMLError) -> [TrustedCertificate] {
        var all: [TrustedCertificate] = []
        for der in try CertificateText.certificates(in: text, for: use) {
            all.append(try TrustedCertificate(der: der, allowingSmallKeys: allowingSmallKeys))
        }
        return all
    }

    /// The certificate as PEM text.
    package var pem: String { PEM.text("CERTIFICATE", derBytes) }

    /// Reads a certificate in DER form.
    ///
    /// - Throws: ``XMLError`` with `key`, as ``init(pem:allowingSmallKeys:)`` does.
    package init(der: Data, allowingSmallKeys: Bool = false) throws(XMLError) {
        guard let parts = Certificate(der: der) else {
            throw XMLError(.key, "The data \(ForeignText.kind(of: der) ?? "is not a certificate").")
        }
        guard let key = parts.publicKey else {
            throw XMLError(
                .key, "The certificate's key is neither an RSA key of at least 1024 bits nor on a NIST curve.")
        }
        if let bits = key.rsaBits, bits < Self.smallestRSAKey, !allowingSmallKeys {
            throw XMLError(
                .key, "The RSA key has \(bits) bits; the minimum is \(Self.smallestRSAKey).",
                expected: String(Self.smallestRSAKey), actual: String(bits), weakness: .smallKey)
        }
        self.key = key
        derBytes = der
        subjectPublicKeyInfo = parts.subjectPublicKeyInfo
        subject = parts.subject
        notValidBefore = parts.notValidBefore
        notValidAfter = parts.notValidAfter
        fingerprint = Hash.sha256.digest(of: der).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
