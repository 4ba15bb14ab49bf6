import Crypto
import CryptoExtras
import Foundation

/// A public key that verifies signatures.
///
/// Shared secrets have no case on purpose.
enum VerificationKey: Sendable {
    case rsa(_RSA.Signing.PublicKey)
    case p256(P256.Signing.PublicKey)
    case p384(P384.Signing.PublicKey)
    case p521(P521.Signing.PublicKey)

    /// Reads a key from a certificate's SubjectPublicKeyInfo; `nil` for an unsupported kind of key.
    init?(subjectPublicKeyInfo der: Data) {
        if let key = try? _RSA.Signing.PublicKey(unsafeDERRepresentation: der) {
            self = .rsa(key)
        } else if let key = try? P256.Signing.PublicKey(derRepresentation: der) {
            self = .p256(key)
        } else if let key = try? P384.Signing.PublicKey(derRepresentation: der) {
            self = .p384(key)
        } else if let key = try? P521.Signing.PublicKey(derRepresentation: der) {
            self = .p521(key)
        } else {
            return nil
        }
    }

    var rsaSize: Int? {
        if case .rsa(let key) = self { key.keySizeInBits } else { nil }
    }

    /// Modulus and exponent of an RSA key, without leading zeros; `nil` for other kinds of key.
    var rsaNumbers: (modulus: Data, exponent: Data)? {
        guard case .rsa(let key) = self, let parts = try? key.getKeyPrimitives() else { return nil }
        return (parts.modulus.drop { $0 == 0 }, parts.publicExponent.drop { $0 == 0 })
    }

    /// Returns whether this key made a signature over a digest.
    ///
    /// The kind of key must match the algorithm. An ECDSA signature is the two numbers one after the other, never DER
    /// (XML Signature 1.1, 6.4.3).
    func isValidSignature(_ signature: Data, for digest: some Digest, scheme: SignatureAlgorithm.Scheme) -> Bool {
        switch (self, scheme) {
        case (.rsa(let key), .rsaPKCS1):
            key.isValidSignature(.init(rawRepresentation: signature), for: digest, padding: .insecurePKCS1v1_5)
        case (.rsa(let key), .rsaPSS):
            key.isValidSignature(.init(rawRepresentation: signature), for: digest, padding: .PSS)
        case (.p256(let key), .ecdsa):
            (try? P256.Signing.ECDSASignature(rawRepresentation: signature))
                .map { key.isValidSignature($0, for: digest) } ?? false
        case (.p384(let key), .ecdsa):
            (try? P384.Signing.ECDSASignature(rawRepresentation: signature))
                .map { key.isValidSignature($0, for: digest) } ?? false
        case (.p521(let key), .ecdsa):
            (try? P521.Signing.ECDSASignature(rawRepresentation: signature))
                .map { key.isValidSignature($0, for: digest) } ?? false
        default:
            false
        }
    }

    /// Returns whether a key is of the kind that an algorithm uses.
    func fits(_ scheme: SignatureAlgorithm.Scheme) -> Bool {
        switch (self, scheme) {
        case (.rsa, .rsaPKCS1), (.rsa, .rsaPSS), (.p256, .ecdsa), (.p384, .ecdsa), (.p521, .ecdsa): true
        default: false
        }
    }
}
