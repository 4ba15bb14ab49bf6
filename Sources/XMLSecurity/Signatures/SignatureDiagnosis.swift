import Foundation
import TVSimCryptography

/// Says why a signature is not valid, after it was refused.
///
/// It never changes a verdict. It repeats the canonicalization of one element a few times, so its work is bounded as that
/// of the verification is.
struct SignatureDiagnosis {
    /// The signed element.
    let element: XMLElement
    let signature: XMLElement
    let facts: SignatureFacts
    /// The trusted certificates with a key for the algorithm.
    let certificates: [TrustedCertificate]

    /// The largest canonical form of which many copies are made.
    private static let mostOctets = 256 << 10

    /// Returns the error for a signature value that no trusted key made over SignedInfo.
    func invalidValue(_ signedInfo: Data) -> XMLError {
        let maker = SignatureMaker(facts: facts, certificates: certificates, signedInfo: signedInfo)
        let cause =
            encoding(of: signedInfo) ?? maker.otherAlgorithm ?? copyCause(
                of: signedInfo, facts.signedInfoMethod, isSigned)
            ?? contextCause("SignedInfo", facts.signedInfoMethod, signedInfoAlone, isSigned)
        let reason = cause.map { ": \($0)." } ?? " for any trusted certificate: \(maker.otherMaker(digestCause()))."
        return XMLError(.signature, "The signature of <\(element.name)> is not valid\(reason)")
    }

    /// Returns the error for content that does not have the signed digest.
    func otherDigest(_ octets: Data) -> XMLError {
        let cause =
            copyCause(of: octets, facts.referenceMethod, isDigested)
            ?? contextCause("its Reference", facts.referenceMethod, contentAlone, isDigested)
            ?? laterSignature() ?? otherMethod(octets)
        let (signed, found) = (facts.digestValue, facts.digestAlgorithm.digest(of: octets))
        let perhaps = guess(octets).map { ". Perhaps \($0)" } ?? ""
        let values =
            ": DigestValue is '\(signed.base64EncodedString().prefix(128))', and the content has "
            + "'\(found.base64EncodedString())'\(perhaps)."
        return XMLError(
            .signature,
            "<\(element.name)> was changed after it was signed: its digest differs"
                + (cause.map { ", because \($0)." } ?? values))
    }

    private func isSigned(_ signedInfo: Data) -> Bool { certificates.contains { isSigned(signedInfo, by: $0) } }

    private func isSigned(_ signedInfo: Data, by certificate: TrustedCertificate) -> Bool {
        facts.algorithm.isValidSignature(facts.signatureValue, for: signedInfo, by: certificate)
    }

    private func isDigested(_ octets: Data) -> Bool { facts.digestAlgorithm.digest(of: octets) == facts.digestValue }

    // MARK: - Causes

    /// The value of an ECDSA signature in the form of other standards.
    private func encoding(of signedInfo: Data) -> String? {
        guard facts.algorithm.scheme == .ecdsa, let numbers = DERSignature.numbers(facts.signatureValue) else {
            return nil
        }
        let isValid = certificates.contains { certificate in
            [32, 48, 66].contains { length in
                guard let value = DERSignature.joined(numbers, length: length) else { return false }
                return facts.algorithm.isValidSignature(value, for: signedInfo, by: certificate)
            }
        }
        guard isValid else { return nil }
        return
            "SignatureValue is encoded in DER, as OpenSSL and hardware write it. XML Signature 1.1, 6.4.3 requires r "
            + "and s one after the other, each as long as the curve's order"
    }

    /// A copy of the document with other white space or line ends.
    private func copyCause(of octets: Data, _ method: CanonicalizationMethod, _ fits: (Data) -> Bool) -> String? {
        if let plain = Canonicalizer.withoutLayout(octets, method), plain != octets, fits(plain) {
            return "white space between elements was added; without it, the signature fits. "
                + "Something has reformatted (indented) the document"
        }
        let isOther = LineEnds.allCases.contains { ends in
            let copy = ends.rewriting(octets)
            return copy != octets && fits(copy)
        }
        if isOther { return "its line breaks were changed; with the original ones, the signature fits" }
        // What follows makes more copies; no message of people is larger.
        guard octets.count <= Self.mostOctets else { return nil }
        if RenamedPrefixes.fit(octets, method, fits) {
            return
                "its namespace prefixes were changed; with the usual ones, the signature fits. Something has parsed the "
                + "document and written it again"
        }
        return ReencodedText.cause(octets, fits) ?? TextEdges(octets).cause(fits)
    }

    /// A signature inside that was added later, so that the digest does not cover it.
    ///
    /// Only the signature's own element is left out of its digest (XML Signature 1.1, 6.6.4).
    private func laterSignature() -> String? {
        for part in element.children {
            guard let inner = part.child("Signature", XMLNamespace.signature), part.node != signature.node,
                let octets = try? Canonicalizer.octets(
                    of: element, without: signature, and: inner, facts.referenceMethod)
            else { continue }
            guard isDigested(octets) else { return nil }
            return
                "the signature of <\(part.name)> was inserted later; without it, the digest fits. Sign <\(part.name)> "
                + "before <\(element.name)>"
        }
        return nil
    }

    /// Another algorithm or canonicalization than the Reference names.
    private func otherMethod(_ octets: Data) -> String? {
        if let other = DigestAlgorithm.allCases.first(where: { $0.digest(of: octets) == facts.digestValue }) {
            return "DigestValue was made with \(other.hash.title), and DigestMethod names "
                + "\(facts.digestAlgorithm.hash.title)"
        }
        let others: [(String, CanonicalizationMethod)] =
            if case .exclusive = facts.referenceMethod {
                [("inclusive", .inclusive)]
            } else {
                [("exclusive", .exclusive(prefixes: []))]
            }
        for (name, method) in others {
            guard let copy = try? Canonicalizer.octets(of: element, without: signature, method), isDigested(copy) else {
                continue
            }
            return "DigestValue was made with \(name) canonicalization, and the Reference names another"
        }
        return nil
    }

    /// What the content shows without a proof, as the end of a sentence; `nil` if it shows nothing.
    private func guess(_ octets: Data) -> String? {
        if ReencodedText.holdsReplacements(octets) {
            return "characters were lost: the content has U+FFFD, which programs write for octets that they cannot read"
        }
        if RenamedPrefixes.areNumbered(in: octets) {
            return "something has parsed the document and written it again: its prefixes are numbered, such as 'ns0'"
        }
        return nil
    }

    /// An inclusive canonical form that was made before the element was moved into this document.
    private func contextCause(
        _ part: String, _ method: CanonicalizationMethod, _ alone: (CanonicalizationMethod) -> Data?,
        _ fits: (Data) -> Bool
    ) -> String? {
        if case .exclusive = method { return nil }
        guard let octets = alone(method), fits(octets) else { return nil }
        return "<\(element.name)> was signed with inclusive canonicalization (of \(part)), and was then moved into a "
            + "document with other namespaces. Exclusive canonicalization allows that (SAML Core 2.0, 5.4.3)"
    }

    /// What the digest says about the content, as a clause.
    private func digestCause() -> String {
        guard let octets = try? Canonicalizer.octets(of: element, without: signature, facts.referenceMethod),
            isDigested(octets)
        else {
            return "the digest differs too, so <\(element.name)> was changed after it was signed, or was not signed in "
                + "its canonical form"
        }
        return "the digest of <\(element.name)> is correct, so its content is unchanged"
    }

    // MARK: - The element alone

    private func signedInfoAlone(_ method: CanonicalizationMethod) -> Data? {
        guard let signature = copy()?.root().child("Signature", XMLNamespace.signature),
            let signedInfo = signature.child("SignedInfo", XMLNamespace.signature)
        else { return nil }
        return try? Canonicalizer.alone(signedInfo, method)
    }

    private func contentAlone(_ method: CanonicalizationMethod) -> Data? {
        guard let root = copy()?.root(), let signature = root.child("Signature", XMLNamespace.signature) else {
            return nil
        }
        return try? Canonicalizer.octets(of: root, without: signature, method)
    }

    /// The element as a document, with the namespaces that it uses.
    private func copy() -> XMLTree? {
        guard let octets = try? Canonicalizer.octets(of: element, .exclusive(prefixes: [])) else { return nil }
        return try? XMLTree(octets, limits: .canonicalForm)
    }
}
