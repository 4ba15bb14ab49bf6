package import Foundation
import TVSimCryptography

/// What a `Reference` may omit if it is accepted by name; XML Signature says what is meant then.
package enum SignatureOmission: Sendable, Hashable {
    /// The `URI`: the document (XML Signature 1.1, 4.4.3.1); accepted only for a signature in the root.
    case uri
    /// The canonicalization: Canonical XML 1.0 (XML Signature 1.1, 4.4.3.2).
    case canonicalization
}

/// Verifies enveloped signatures with pinned certificates.
///
/// The only Reference must name the element that contains the signature. The result contains the digested bytes, so
/// that its reader reads what was signed. `KeyInfo` is never trusted.
package struct SignatureVerifier: Sendable {
    /// The trusted certificates.
    package var certificates: [TrustedCertificate]
    /// The fingerprints of trusted certificates that a message must show.
    package var fingerprints: [CertificateFingerprint] = []
    /// Whether SHA-1 is accepted.
    package var allowsSHA1: Bool
    /// The accepted omissions.
    package var omissions: Set<SignatureOmission> = []

    /// Creates a verifier.
    package init(certificates: [TrustedCertificate], allowsSHA1: Bool = false) {
        self.certificates = certificates
        self.allowsSHA1 = allowsSHA1
    }

    /// The content that a valid signature covers.
    package struct Verified: Sendable {
        /// The canonical bytes of the signed element, without its signature.
        package let octets: Data
        /// The certificate whose key made the signature.
        package let certificate: TrustedCertificate
        /// Whether `KeyInfo` contains anything other than the verifying certificate or its key.
        package let showsOtherKey: Bool
    }

    /// Verifies the signature of an element; `nil` if the element has none.
    ///
    /// - Throws: ``XMLError`` with the policy that the signature violates. A missing signature is not an error here:
    ///   the caller decides whether one is required.
    package func verify(_ element: XMLElement) throws(XMLError) -> Verified? { try verify(element, explaining: true) }

    /// Returns whether an element has a valid signature; why it has none is not searched for.
    package func isSigned(_ element: XMLElement) -> Bool { (try? verify(element, explaining: false)) != nil }

    /// Returns the certificates of `KeyInfo` that have a trusted fingerprint.
    ///
    /// - Throws: ``XMLError`` with `key` if none of them does, and no other certificate is trusted.
    private func pinned(_ keyInfo: XMLElement?) throws(XMLError) -> [TrustedCertificate] {
        guard !fingerprints.isEmpty else { return [] }
        let shown = keyInfo.map(ShownKeys.certificates) ?? []
        var found: [TrustedCertificate] = []
        for certificate in shown {
            for fingerprint in fingerprints { found += [try fingerprint.trusting(certificate)].compactMap(\.self) }
        }
        guard found.isEmpty, certificates.isEmpty else { return found }
        let expected = fingerprints.map(\.shown).joined(separator: ", ")
        let actual = shown.map { "SHA-256 \($0.fingerprint)" }.joined(separator: ", ")
        throw XMLError(
            .key,
            "The signature shows \(actual.isEmpty ? "no certificate" : "the certificate \(actual)") (KeyInfo), and none with a "
                + "trusted fingerprint: expected \(expected).", expected: expected,
            actual: actual.isEmpty ? nil : actual)
    }

    private func verify(_ element: XMLElement, explaining: Bool) throws(XMLError) -> Verified? {
        let signatures = element.children("Signature", XMLNamespace.signature)
        guard let signature = signatures.first else { return nil }
        guard signatures.count == 1 else {
            throw XMLError(.structure, "<\(element.name)> has more than one signature: it has \(signatures.count).")
        }
        let facts = try SignatureFacts(signature, parent: element, allowingSHA1: allowsSHA1, omissions)
        let trusted = certificates + (try pinned(facts.keyInfo))
        let candidates = trusted.filter { $0.key.fits(facts.algorithm.scheme) }
        guard !candidates.isEmpty else {
            let kinds = trusted.map(\.keyKind).joined(separator: ", ")
            throw XMLError(
                .key,
                "No trusted certificate has a key for the algorithm '\(facts.algorithm.rawValue)': they have \(kinds).",
                expected: kinds, actual: facts.algorithm.rawValue)
        }
        let signedInfo = try Canonicalizer.alone(facts.signedInfo, facts.signedInfoMethod)
        let digest = facts.algorithm.digest.digest(of: signedInfo)
        let match = candidates.first { facts.algorithm.isValidSignature(facts.signatureValue, for: digest, by: $0.key) }
        let diagnosis = SignatureDiagnosis(
            element: element, signature: signature, facts: facts, certificates: candidates)
        guard let certificate = match else {
            throw explaining ? diagnosis.invalidValue(signedInfo) : XMLError(.signature, "The signature is not valid.")
        }
        let octets = try Canonicalizer.octets(of: element, without: signature, facts.referenceMethod)
        guard facts.digestAlgorithm.digest(of: octets) == facts.digestValue else {
            throw explaining ? diagnosis.otherDigest(octets) : XMLError(.signature, "The digest differs.")
        }
        return Verified(
            octets: octets, certificate: certificate,
            showsOtherKey: facts.keyInfo.map { ShownKeys.holdOther($0, than: certificate) } ?? false)
    }
}
