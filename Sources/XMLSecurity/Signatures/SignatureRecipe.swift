package import Foundation

/// How a signature is made.
///
/// The default is an honest one. Every part can be made wrong on purpose, because a simulator must be able to show what
/// a wrong signature does.
package struct SignatureRecipe: Sendable {
    /// The certificate in KeyInfo.
    package enum KeyInfo: Sendable {
        /// The one whose key signs.
        case ownCertificate
        /// Another one.
        case certificate(TrustedCertificate)
        /// No KeyInfo.
        case absent
        /// Anything at all: the content of `KeyInfo`, as XML.
        case written(String)
    }

    /// How the key signs.
    package var algorithm: SignatureAlgorithm = .rsaSHA256
    /// How the content is digested.
    package var digestAlgorithm: DigestAlgorithm = .sha256
    /// The certificate in KeyInfo.
    package var keyInfo: KeyInfo = .ownCertificate
    /// The prefixes whose declarations belong to the content even where they are not used visibly.
    package var inclusivePrefixes: [String] = []

    /// The algorithm that the message names, where it is not the true one.
    package var claimedAlgorithm: String?
    /// Whether the key signs an MD5 digest of the message.
    package var signsByMD5 = false
    /// The reference's URI, where it is not the signed element's.
    package var referenceURI: String?
    /// The canonicalisation that the message names, where it is not the true one.
    package var claimedCanonicalization: String?
    /// The namespaces around the signature, by prefix, with which SignedInfo is canonicalised inclusively; `nil`:
    /// exclusively.
    package var inclusiveNamespaces: [String: String]?
    /// The transforms that the message names, where they are not the true ones.
    package var claimedTransforms: [String]?
    /// What those transforms hold that hold something, by their names: XML in canonical form.
    package var transformContents: [String: String] = [:]
    /// Whether the digest is that of no octets at all.
    package var digestsNothing = false
    /// Whether one bit of the digest is turned over before the signature is made.
    package var corruptsDigest = false
    /// Whether one bit of the signature's value is turned over.
    package var corruptsSignature = false
    /// A secret with which the message is signed by HMAC-SHA-256 instead; a forger takes the public key for it.
    package var hmacSecret: Data?
    /// How often the Reference stands there.
    package var references = 1
    /// How often the DigestValue stands in it.
    package var digestValues = 1

    /// Creates the recipe of an honest signature.
    package init() {}
}
