package import Foundation

/// An RSA key with its certificate, with which messages are signed.
///
/// Read once and kept.
package struct SigningIdentity: Sendable {
    /// The certificate that is shown with the signatures.
    package let certificate: TrustedCertificate
    private let key: RSASigningKey

    /// The certificate in Base64, as `KeyInfo` carries it.
    let certificateBase64: String

    /// Reads a key and its certificate.
    ///
    /// - Throws: ``XMLError`` with `key` when one of them is not what it should be. That they do not belong together is
    ///   not an error: whoever signs in another's name shows that one's certificate.
    package init(
        privateKeyPEM: String, certificatePEM: String, allowingSmallKeys: Bool = false
    ) throws(XMLError) {
        key = try RSASigningKey(pem: privateKeyPEM)
        certificate = try TrustedCertificate(pem: certificatePEM, allowingSmallKeys: allowingSmallKeys)
        certificateBase64 = certificate.derBytes.base64EncodedString()
    }

    /// Signs octets; by default with RSA PKCS#1 v1.5 and SHA-256, which gives the same signature each time.
    ///
    /// - Throws: ``XMLError`` with `key` when a key of this kind or size makes no such signature.
    package func sign(_ octets: Data, algorithm: SignatureAlgorithm = .rsaSHA256) throws(XMLError) -> Data {
        try key.sign(octets, algorithm: algorithm)
    }

    /// Signs octets with RSA PKCS#1 v1.5 and MD5, which nobody is to believe.
    ///
    /// - Throws: ``XMLError`` with `key` when the key cannot be used.
    func signByMD5(_ octets: Data) throws(XMLError) -> Data { try key.signByMD5(octets) }
}
