package import Foundation

/// The parameters of a signature.
///
/// The default is a correct signature. Every part can be wrong on purpose, so that a simulator can show the effect.
package struct SignatureRecipe: Sendable {
    /// The certificate in KeyInfo.
    package enum KeyInfo: Sendable {
        /// The certificate of the signing key.
        case ownCertificate
        /// Another certificate.
        case certificate(TrustedCertificate)
        /// No KeyInfo.
        case absent
        /// Arbitrary contents of `KeyInfo`, as XML.
        case written(String)
    }

    /// The signature algorithm.
    package var algorithm: SignatureAlgorithm = .rsaSHA256
    /// The digest algorithm.
    package var digestAlgorithm: DigestAlgorithm = .sha256
    /// The certificate in KeyInfo.
    package var keyInfo: KeyInfo = .ownCertificate
    /// The prefixes whose declarations belong to the content even if they are not visibly used.
    package var inclusivePrefixes: [String] = []

    /// The algorithm that the message names, if it differs from the real one.
    package var claimedAlgorithm: String?
    /// Whether the key signs an MD5 digest of the message.
    package var signsByMD5 = false
    /// The reference's URI, if it differs from the signed element's.
    package var referenceURI: String?
    /// The canonicalisation that the message names, if it differs from the real one.
    package var claimedCanonicalization: String?
    /// The namespaces in scope by prefix, for inclusive canonicalisation of SignedInfo; `nil` for exclusive
    /// canonicalisation.
    package var inclusiveNamespaces: [String: String]?
    /// Whether the reference has no URI; it then means the document.
    package var omitsReferenceURI = false
    /// Whether the reference names no canonicalization, so that the digest is that of Canonical XML 1.0.
    package var omitsCanonicalization = false
    /// The transforms that the message names, if they differ from the real ones.
    package var claimedTransforms: [String]?
    /// The contents of those transforms by name, as XML in canonical form.
    package var transformContents: [String: String] = [:]
    /// Whether the digest is that of an empty byte sequence.
    package var digestsNothing = false
    /// Whether one bit of the digest is flipped before signing.
    package var corruptsDigest = false
    /// Whether one bit of the signature value is flipped.
    package var corruptsSignature = false
    /// A secret for signing with HMAC-SHA-256 instead; a forger uses the public key.
    package var hmacSecret: Data?
    /// The number of Reference elements.
    package var references = 1
    /// The number of DigestValue elements in a reference.
    package var digestValues = 1

    /// Creates the parameters of a correct signature.
    package init() {}
}
