package import Foundation
import TVSimCryptography

/// The signature algorithms, by their identifiers.
///
/// Identifiers are compared exactly. HMAC is missing on purpose: with a public key as its secret, every attacker could
/// sign.
///
/// XML Signature 1.1, 6.4; RFC 6931, 2.3.
package enum SignatureAlgorithm: String, Sendable, CaseIterable {
    /// RSA PKCS#1 1.5 with SHA-1; accepted only if allowed by name.
    case rsaSHA1 = "http://www.w3.org/2000/09/xmldsig#rsa-sha1"
    /// The default.
    case rsaSHA256 = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"
    /// RSA PKCS#1 1.5 with SHA-384.
    case rsaSHA384 = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha384"
    /// RSA PKCS#1 1.5 with SHA-512.
    case rsaSHA512 = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha512"
    /// RSA PSS with SHA-256, the salt as long as the digest.
    case rsaPSSSHA256 = "http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1"
    /// RSA PSS with SHA-384.
    case rsaPSSSHA384 = "http://www.w3.org/2007/05/xmldsig-more#sha384-rsa-MGF1"
    /// RSA PSS with SHA-512.
    case rsaPSSSHA512 = "http://www.w3.org/2007/05/xmldsig-more#sha512-rsa-MGF1"
    /// ECDSA with SHA-256.
    case ecdsaSHA256 = "http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256"
    /// ECDSA with SHA-384.
    case ecdsaSHA384 = "http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha384"
    /// ECDSA with SHA-512.
    case ecdsaSHA512 = "http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha512"

    /// How a key signs the digest.
    var scheme: SignatureScheme {
        switch self {
        case .rsaSHA1, .rsaSHA256, .rsaSHA384, .rsaSHA512: .rsaPKCS1
        case .rsaPSSSHA256, .rsaPSSSHA384, .rsaPSSSHA512: .rsaPSS
        case .ecdsaSHA256, .ecdsaSHA384, .ecdsaSHA512: .ecdsa
        }
    }

    /// Whether an RSA key signs by PKCS#1 v1.5, whose signatures show who made them.
    package var usesRSA: Bool { scheme == .rsaPKCS1 }

    /// The algorithm with the same key type and digest that gives equal signatures for equal bytes.
    package var withoutSalt: SignatureAlgorithm {
        switch self {
        case .rsaPSSSHA256: .rsaSHA256
        case .rsaPSSSHA384: .rsaSHA384
        case .rsaPSSSHA512: .rsaSHA512
        default: self
        }
    }

    /// The digest that is signed.
    package var digest: DigestAlgorithm {
        switch self {
        case .rsaSHA1: .sha1
        case .rsaSHA256, .rsaPSSSHA256, .ecdsaSHA256: .sha256
        case .rsaSHA384, .rsaPSSSHA384, .ecdsaSHA384: .sha384
        case .rsaSHA512, .rsaPSSSHA512, .ecdsaSHA512: .sha512
        }
    }

    /// Returns whether a certificate's key made a signature over bytes.
    package func isValidSignature(_ signature: Data, for octets: Data, by certificate: TrustedCertificate) -> Bool {
        isValidSignature(signature, for: digest.digest(of: octets), by: certificate.key)
    }

    /// Returns whether a key made a signature over a digest.
    ///
    /// The kind of key must match the algorithm. An ECDSA signature is the two numbers one after the other, never DER
    /// (XML Signature 1.1, 6.4.3).
    func isValidSignature(_ signature: Data, for digest: Data, by key: PublicKey) -> Bool {
        key.isValidSignature(signature, for: digest, self.digest.hash, scheme)
    }
}
