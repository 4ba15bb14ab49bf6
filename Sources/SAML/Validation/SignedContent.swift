import Foundation
import XMLSecurity

/// What the signatures of a response vouch for, as elements of the very octets that were signed, parsed again.
///
/// Either the response is signed, and everything in it counts, or the assertion is, and only it does. A second signature
/// must be valid too. SAML Core 2.0 § 5.4.1.
struct SignedContent {
    /// The signed response; `nil` where only the assertion is signed.
    let response: XMLElement?
    /// The signed assertion.
    let assertion: XMLElement
    let signed: VerifiedResponse.Signed
    private let verified: [SignatureVerifier.Verified]

    init(_ response: XMLElement, _ assertion: XMLElement, verifier: SignatureVerifier) throws {
        if let whole = try verifier.verify(response) {
            let root = try XMLTree(whole.octets).root()
            guard let inside = root.child("Assertion", SAMLNames.assertionNamespace) else {
                throw StructureFailure("The signed response has no assertion.", .assertion)
            }
            let part = try verifier.verify(inside)
            self.response = root
            self.assertion = inside
            signed = part == nil ? .response : .both
            verified = [whole] + (part.map { [$0] } ?? [])
        } else if let part = try verifier.verify(assertion) {
            self.response = nil
            self.assertion = try XMLTree(part.octets).root()
            signed = .assertion
            verified = [part]
        } else {
            throw StructureFailure(
                "Neither the response nor its assertion is signed.", .unsigned, "SAML Profiles 2.0 § 4.1.4.5")
        }
    }

    /// What is worth knowing of the certificates; a note is never a reason to refuse.
    func certificateNotes(at now: Date) -> [String] {
        var notes: [String] = []
        for verified in verified {
            let certificate = verified.certificate
            if now < certificate.notValidBefore { notes.append("The certificate is not valid yet.") }
            if now >= certificate.notValidAfter { notes.append("The certificate's time is over.") }
            if verified.bringsOtherCertificate {
                notes.append("KeyInfo shows another certificate than the one that vouches for the signature.")
            }
        }
        return notes
    }
}
