package import Foundation

/// An RSA key and its certificate for signing messages, parsed once.
package struct SigningIdentity: Sendable {
    /// The certificate that signatures show.
    package let certificate: TrustedCertificate
    private let key: RSASigningKey

    /// The certificate in Base64, for `KeyInfo`.
    let certificateBase64: String

    /// Reads a key and its certificate.
    ///
    /// - Throws: ``XMLError`` with `key` if one of them is invalid. A certificate of another key is not an error: a
    ///   forger shows the certificate of the identity that it claims.
    package init(
        privateKeyPEM: String, certificatePEM: String, allowingSmallKeys: Bool = false
    ) throws(XMLError) {
        key = try RSASigningKey(pem: privateKeyPEM)
        certificate = try TrustedCertificate(pem: certificatePEM, allowingSmallKeys: allowingSmallKeys)
        certificateBase64 = certificate.derBytes.base64EncodedString()
    }

    /// Signs bytes.
    ///
    /// The default, RSA PKCS#1 v1.5 with SHA-256, gives the same signature each time.
    ///
    /// - Throws: ``XMLError`` with `key` if a key of this kind or size cannot make the signature.
    package func sign(_ octets: Data, algorithm: SignatureAlgorithm = .rsaSHA256) throws(XMLError) -> Data {
        try key.sign(octets, algorithm: algorithm)
    }

    /// Signs bytes with RSA PKCS#1 v1.5 and MD5, which every verifier must reject.
    ///
    /// - Throws: ``XMLError`` with `key` if the key is unusable.
    func signByMD5(_ octets: Data) throws(XMLError) -> Data { try key.signByMD5(octets) }
}
