import Foundation
import XMLSecurity

/// What the signatures of a response vouch for, as elements of the very octets that were signed, parsed again.
///
/// Either the response is signed, and everything in it counts, or the assertion is, and only it does. A second signature
/// must be valid too. SAML Core 2.0 § 5.4.1.
struct SignedContent {
    /// The signed response; `nil` where only the assertion is signed.
    let response: XMLElement?
    /// The signed assertion; `nil` where a signed response has none.
    let assertion: XMLElement?
    let signed: VerifiedResponse.Signed
    private let verified: [SignatureVerifier.Verified]

    init(_ shape: ResponseShape, verifier: SignatureVerifier) throws {
        if let whole = try verifier.verify(shape.response) {
            let root = try XMLTree(whole.octets).root()
            let inside = root.child("Assertion", SAMLNames.assertionNamespace)
            let part = try inside.flatMap { try verifier.verify($0) }
            response = root
            assertion = inside
            signed = part == nil ? .response : .both
            verified = [whole] + (part.map { [$0] } ?? [])
        } else if let part = try shape.assertion.flatMap({ try verifier.verify($0) }) {
            response = nil
            assertion = try XMLTree(part.octets).root()
            signed = .assertion
            verified = [part]
        } else if shape.encryptedAssertion != nil {
            throw StructureFailure(
                "The assertion is encrypted, and no key is given.", .encryption, "SAML Core 2.0 § 2.3.4")
        } else if shape.status.isSuccess {
            throw StructureFailure(
                "Neither the response nor its assertion is signed.", .unsigned, "SAML Profiles 2.0 § 4.1.4.5")
        } else {
            throw StructureFailure(
                "The response is not signed; it claims the status \(shape.status.summary).", .unsigned,
                "SAML Core 2.0 § 5.1")
        }
    }

    /// What is worth knowing of the certificates; a note is never a reason to refuse.
    func certificateNotes(at now: Date) -> [String] {
        var notes: [String] = []
        for verified in verified {
            let certificate = verified.certificate
            if now < certificate.notValidBefore { notes.append("The certificate is not valid yet.") }
            if now > certificate.notValidAfter { notes.append("The certificate's time is over.") }
            if verified.bringsOtherCertificate {
                notes.append("KeyInfo shows another certificate than the one that vouches for the signature.")
            }
        }
        return notes
    }
}
