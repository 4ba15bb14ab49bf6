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

    /// Returns the error for a signature value that no trusted key made over SignedInfo.
    func invalidValue(_ signedInfo: Data) -> XMLError {
        let cause =
            encoding(of: signedInfo) ?? copyCause(of: signedInfo, facts.signedInfoMethod, isSigned)
            ?? contextCause("SignedInfo", facts.signedInfoMethod, signedInfoAlone, isSigned)
        let reason =
            cause.map { ": \($0)." }
            ?? " for any trusted certificate: \(otherCertificate(signedInfo) ?? digestCause())."
        return XMLError(.signature, "The signature of <\(element.name)> is not valid\(reason)")
    }

    /// Returns the error for content that does not have the signed digest.
    func otherDigest(_ octets: Data) -> XMLError {
        let cause =
            copyCause(of: octets, facts.referenceMethod, isDigested)
            ?? contextCause("its Reference", facts.referenceMethod, contentAlone, isDigested)
        return XMLError(
            .signature,
            "<\(element.name)> was changed after it was signed: its digest differs"
                + (cause.map { ", because \($0)." } ?? "."))
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
        guard isOther else { return nil }
        return "its line breaks were changed; with the original ones, the signature fits"
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

    /// A certificate in KeyInfo that is not trusted.
    private func otherCertificate(_ signedInfo: Data) -> String? {
        let shown = facts.keyInfo.map(ShownKeys.certificates) ?? []
        let others = shown.filter { other in !certificates.contains { $0.derBytes == other.derBytes } }
        guard let other = others.first(where: { isSigned(signedInfo, by: $0) }) ?? others.first else { return nil }
        let trusted = certificates.map(Self.identity).joined(separator: "; ")
        let made = isSigned(signedInfo, by: other) ? "whose key made the signature" : "whose key did not make it either"
        return "KeyInfo contains another certificate, \(made): \(Self.identity(of: other)). Trusted: \(trusted)"
    }

    private func digestCause() -> String {
        guard let octets = try? Canonicalizer.octets(of: element, without: signature, facts.referenceMethod),
            isDigested(octets)
        else {
            return "the digest differs too, so <\(element.name)> was changed after it was signed, or was not signed in "
                + "its canonical form"
        }
        return "the digest of <\(element.name)> is correct, but SignedInfo or the signature value is not the signed one"
    }

    private static func identity(of certificate: TrustedCertificate) -> String {
        let (start, end) = (certificate.notValidBefore.ISO8601Format(), certificate.notValidAfter.ISO8601Format())
        return "SHA-256 \(certificate.fingerprint), valid from \(start) to \(end)"
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

/// An ECDSA signature in DER: a sequence of two integers (RFC 3279, 2.2.3).
private enum DERSignature {
    /// Returns the two numbers; `nil` if the bytes have another form.
    static func numbers(_ octets: Data) -> [Data]? {
        var rest = octets[...]
        guard let body = value(tagged: 0x30, from: &rest), rest.isEmpty else { return nil }
        rest = body
        guard let first = value(tagged: 0x02, from: &rest), let second = value(tagged: 0x02, from: &rest),
            rest.isEmpty
        else { return nil }
        return [first, second]
    }

    /// Returns the numbers one after the other, each of a length; `nil` if one is longer.
    static func joined(_ numbers: [Data], length: Int) -> Data? {
        let plain = numbers.map { Data($0.drop { $0 == 0 }) }
        guard plain.allSatisfy({ $0.count <= length }) else { return nil }
        return plain.reduce(into: Data()) { $0 += Data(count: length - $1.count) + $1 }
    }

    private static func value(tagged tag: UInt8, from rest: inout Data) -> Data? {
        guard rest.popFirst() == tag, var length = rest.popFirst().map(Int.init) else { return nil }
        if length == 0x81 { length = rest.popFirst().map(Int.init) ?? 0 }
        guard length < 0x100, length <= rest.count else { return nil }
        defer { rest = rest.dropFirst(length) }
        return rest.prefix(length)
    }
}
