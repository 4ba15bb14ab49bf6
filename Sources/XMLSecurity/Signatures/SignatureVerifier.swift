package import Foundation

/// Checks enveloped signatures against pinned certificates.
///
/// The one Reference must name the element in which the signature stands, and what is returned are the very octets that
/// were digested: who reads them reads what was signed. `KeyInfo` is never believed.
package struct SignatureVerifier: Sendable {
    /// The certificates that are believed.
    package var certificates: [TrustedCertificate]
    /// Whether SHA-1 is accepted.
    package var allowsSHA1: Bool

    /// Creates a verifier.
    package init(certificates: [TrustedCertificate], allowsSHA1: Bool = false) {
        self.certificates = certificates
        self.allowsSHA1 = allowsSHA1
    }

    /// What a valid signature vouches for.
    package struct Verified: Sendable {
        /// The canonical octets of the signed element, without its signature.
        package let octets: Data
        /// The certificate whose key made the signature.
        package let certificate: TrustedCertificate
        /// Whether the signature shows anything else than the certificate that vouches for it, or its key.
        package let showsOtherKey: Bool
    }

    /// Checks the signature of an element; `nil` when the element has none.
    ///
    /// - Throws: ``XMLError`` with the policy that the signature violates. An element without a signature is not an error
    ///   here: whether one is needed is for the caller to say.
    package func verify(_ element: XMLElement) throws(XMLError) -> Verified? {
        let signatures = element.children("Signature", XMLNamespace.signature)
        guard let signature = signatures.first else { return nil }
        guard signatures.count == 1 else { throw XMLError(.structure, "<\(element.name)> has two signatures.") }
        let facts = try SignatureFacts(signature, parent: element, allowingSHA1: allowsSHA1)
        let candidates = certificates.filter { $0.key.fits(facts.algorithm.scheme) }
        guard !candidates.isEmpty else {
            throw XMLError(.key, "No trusted key is of the kind that makes signatures '\(facts.algorithm.rawValue)'.")
        }
        let signedInfo = try Canonicalizer.exclusiveAlone(facts.signedInfo, prefixes: facts.signedInfoPrefixes)
        let match = facts.algorithm.digest.withDigest(of: signedInfo) { digest in
            candidates.first {
                $0.key.isValidSignature(facts.signatureValue, for: digest, scheme: facts.algorithm.scheme)
            }
        }
        guard let certificate = match else {
            throw XMLError(.signature, "No trusted key made the signature of <\(element.name)>.")
        }
        let octets = try Canonicalizer.exclusive(element, without: signature, prefixes: facts.referencePrefixes)
        guard facts.digestAlgorithm.digest(of: octets) == facts.digestValue else {
            throw XMLError(.signature, "<\(element.name)> was changed after it was signed: its digest differs.")
        }
        return Verified(
            octets: octets, certificate: certificate,
            showsOtherKey: facts.keyInfo.map { ShownKeys.holdOther($0, than: certificate) } ?? false)
    }
}
