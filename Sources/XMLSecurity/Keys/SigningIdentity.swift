import CryptoExtras
package import Foundation

/// An RSA key with its certificate, with which messages are signed.
///
/// Read once and kept.
package struct SigningIdentity: Sendable {
    /// The certificate that is shown with the signatures.
    package let certificate: TrustedCertificate
    private let key: _RSA.Signing.PrivateKey

    /// The certificate in Base64, as `KeyInfo` carries it.
    let certificateBase64: String

    /// Reads a key and its certificate.
    ///
    /// - Throws: ``XMLError`` with `key` when one of them is not what it should be. That they do not belong together is
    ///   not an error: whoever signs in another's name shows that one's certificate.
    package init(
        privateKeyPEM: String, certificatePEM: String, allowingSmallKeys: Bool = false
    ) throws(XMLError) {
        let blocks = try PrivateKeyText.keys(in: privateKeyPEM)
        guard blocks.count == 1 else { throw XMLError(.key, "There are several private keys, of which one can sign.") }
        guard let key = try? _RSA.Signing.PrivateKey(unsafePEMRepresentation: blocks[0]) else {
            throw XMLError(.key, "This is not an RSA private key in PEM form.")
        }
        certificate = try TrustedCertificate(pem: certificatePEM, allowingSmallKeys: allowingSmallKeys)
        self.key = key
        certificateBase64 = certificate.derBytes.base64EncodedString()
    }

    /// Signs octets; by default with RSA PKCS#1 v1.5 and SHA-256, which gives the same signature each time.
    ///
    /// - Throws: ``XMLError`` with `key` when a key of this kind or size makes no such signature.
    package func sign(_ octets: Data, algorithm: SignatureAlgorithm = .rsaSHA256) throws(XMLError) -> Data {
        let padding: _RSA.Signing.Padding
        switch algorithm.scheme {
        case .rsaPKCS1: padding = .insecurePKCS1v1_5
        case .rsaPSS: padding = .PSS
        case .ecdsa: throw XMLError(.key, "An RSA key makes no ECDSA signature.")
        }
        do {
            return try algorithm.digest.withDigest(of: octets) { digest in
                try key.signature(for: digest, padding: padding).rawRepresentation
            }
        } catch {
            throw XMLError(.key, "The key cannot sign.")
        }
    }
}
