import Crypto
import CryptoExtras
package import Foundation
import SwiftASN1
import X509

/// A certificate that its holder pinned: the key in it is believed, whatever a message says of keys.
///
/// Read once and kept, since reading a certificate costs more than checking a signature. Its dates are reported, and
/// judged only by who asks for it: a pinned certificate is a container of a key.
package struct TrustedCertificate: Sendable {
    /// The key, by its kind.
    enum Key: Sendable {
        case rsa(_RSA.Signing.PublicKey)
        case p256(P256.Signing.PublicKey)
        case p384(P384.Signing.PublicKey)
        case p521(P521.Signing.PublicKey)
    }

    let key: Key
    /// The certificate's own encoding.
    let derBytes: Data
    /// The subject's distinguished name.
    package let subject: String
    /// From when the certificate is valid.
    package let notValidBefore: Date
    /// Until when it is valid.
    package let notValidAfter: Date
    /// The size of an RSA key in bits; `nil` for other kinds.
    package let rsaBits: Int?

    /// Reads a certificate.
    ///
    /// - Throws: ``XMLError`` with `key` when the text is no certificate, or holds a key of another kind than RSA or one
    ///   of the NIST curves, or an RSA key of fewer than 2048 bits unless smaller ones are allowed by name.
    package init(pem: String, allowingSmallKeys: Bool = false) throws(XMLError) {
        let certificate: Certificate
        do {
            certificate = try Certificate(pemEncoded: pem)
            derBytes = Data(try certificate.serializeAsPEM().derBytes)
        } catch {
            throw XMLError(.key, "This is not a certificate in PEM form.")
        }
        subject = certificate.subject.description
        notValidBefore = certificate.notValidBefore
        notValidAfter = certificate.notValidAfter
        if let rsa = _RSA.Signing.PublicKey(certificate.publicKey) ?? Self.smallKey(certificate) {
            guard rsa.keySizeInBits >= 2048 || allowingSmallKeys else {
                throw XMLError(.key, "The RSA key has \(rsa.keySizeInBits) bits; at least 2048 are needed.")
            }
            rsaBits = rsa.keySizeInBits
            key = .rsa(rsa)
        } else if let curve = P256.Signing.PublicKey(certificate.publicKey) {
            rsaBits = nil
            key = .p256(curve)
        } else if let curve = P384.Signing.PublicKey(certificate.publicKey) {
            rsaBits = nil
            key = .p384(curve)
        } else if let curve = P521.Signing.PublicKey(certificate.publicKey) {
            rsaBits = nil
            key = .p521(curve)
        } else {
            throw XMLError(.key, "The certificate's key is neither RSA nor on one of the NIST curves.")
        }
    }

    private static func smallKey(_ certificate: Certificate) -> _RSA.Signing.PublicKey? {
        guard let pem = try? certificate.publicKey.serializeAsPEM().pemString else { return nil }
        return try? _RSA.Signing.PublicKey(unsafePEMRepresentation: pem)
    }

    /// The SHA-256 of the certificate, in hexadecimal.
    package var fingerprint: String {
        SHA256.hash(data: derBytes).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}

/// An RSA key with its certificate, with which messages are signed.
package struct SigningIdentity: Sendable {
    private let key: _RSA.Signing.PrivateKey
    /// The certificate in Base64, as `KeyInfo` carries it.
    let certificateBase64: String

    /// Reads a key and its certificate.
    ///
    /// - Throws: ``XMLError`` with `key` when one of them is not what it should be.
    package init(privateKeyPEM: String, certificatePEM: String) throws(XMLError) {
        guard let key = try? _RSA.Signing.PrivateKey(pemRepresentation: privateKeyPEM) else {
            throw XMLError(.key, "This is not an RSA private key in PEM form.")
        }
        self.key = key
        certificateBase64 = try TrustedCertificate(pem: certificatePEM).derBytes.base64EncodedString()
    }

    /// Signs octets with RSA PKCS#1 v1.5 and SHA-256, which gives the same signature each time.
    package func sign(_ octets: Data) throws(XMLError) -> Data {
        do {
            return try key.signature(for: SHA256.hash(data: octets), padding: .insecurePKCS1v1_5).rawRepresentation
        } catch {
            throw XMLError(.key, "The key cannot sign.")
        }
    }
}
