import Foundation
import XMLSecurity

/// What the signatures of a response vouch for, as elements of the very octets that were signed, parsed again.
///
/// Either the response is signed, and everything in it counts, or the assertion is, and only it does. A second signature
/// must be valid too. A response is signed as it is sent, with its assertion encrypted; an assertion is signed before it
/// is encrypted, so that its signature counts in the plaintext. SAML Core 2.0 § 5.4.1, § 6.2.
struct SignedContent {
    /// The signed response; `nil` where only the assertion is signed.
    let response: XMLElement?
    /// The assertion of a signed response; `nil` where it has none, or where only the assertion is signed.
    private let inside: XMLElement?
    let signed: VerifiedResponse.Signed
    /// Whether the assertion came encrypted.
    let isEncrypted: Bool
    private let verified: [SignatureVerifier.Verified]

    init(_ shape: ResponseShape, verifier: SignatureVerifier, decryptor: Decryptor?) throws {
        if let whole = try verifier.verify(shape.response) {
            let root = try XMLTree(whole.octets, limits: .canonicalForm).root()
            let holder = root.child("EncryptedAssertion", SAMLNames.assertionNamespace)
            let inside =
                try holder.map { try Self.decrypt($0, in: shape, decryptor) }
                ?? root.child("Assertion", SAMLNames.assertionNamespace)
            // A signature is checked where it was made: in the canonical form around it a prefix that the inner one lists
            // may be gone.
            let part = try (holder == nil ? shape.assertion : inside).flatMap { try verifier.verify($0) }
            response = root
            self.inside = inside
            signed = part == nil ? .response : .both
            isEncrypted = holder != nil
            verified = [whole] + (part.map { [$0] } ?? [])
            return
        }
        let inside =
            try shape.encryptedAssertion.map { try Self.decrypt($0, in: shape, decryptor) } ?? shape.assertion
        guard let part = try inside.flatMap({ try verifier.verify($0) }) else { throw Self.unsigned(shape) }
        response = nil
        self.inside = nil
        signed = .assertion
        isEncrypted = shape.encryptedAssertion != nil
        verified = [part]
    }

    /// Reads the signed assertion; `nil` where a signed response has none.
    ///
    /// Whoever asks for the signature alone does without: reading it again is a fifth of the work.
    func assertion() throws(XMLError) -> XMLElement? {
        guard response == nil else { return inside }
        return try verified.first.map { part throws(XMLError) in
            try XMLTree(part.octets, limits: .canonicalForm).root()
        }
    }

    private static func unsigned(_ shape: ResponseShape) -> StructureFailure {
        shape.status.isSuccess
            ? StructureFailure(
                "Neither the response nor its assertion is signed.", .unsigned, "SAML Profiles 2.0 § 4.1.4.5")
            : StructureFailure(
                "The response is not signed; it claims the status \(shape.status.summary).", .unsigned,
                "SAML Core 2.0 § 5.2")
    }

    /// Decrypts an assertion, which must have the shape of one that comes in plain: a plaintext is as hostile as the
    /// message around it.
    private static func decrypt(
        _ holder: XMLElement, in shape: ResponseShape, _ decryptor: Decryptor?
    ) throws -> XMLElement {
        let section = "SAML Core 2.0 § 2.3.4"
        guard let decryptor else {
            throw StructureFailure("The assertion is encrypted, and no key is given.", .encryption, section)
        }
        let assertion = try decryptor.decrypt(holder)
        guard assertion.isNamed("Assertion", SAMLNames.assertionNamespace) else {
            throw StructureFailure("What is encrypted is no assertion.", .encryption, section, actual: assertion.name)
        }
        guard assertion.tree.identifiers.isDisjoint(with: shape.response.tree.identifiers) else {
            throw StructureFailure(
                "The encrypted assertion repeats an ID of the response.", .identifier, "SAML Core 2.0 § 1.3.4")
        }
        try ResponseShape.check(assertion)
        return assertion
    }

    /// What is worth knowing of the certificates; a note is never a reason to refuse.
    func certificateNotes(at now: Date) -> [String] {
        var notes: [String] = []
        if verified.contains(where: { now < $0.certificate.notValidBefore }) {
            notes.append("The certificate is not valid yet.")
        }
        if verified.contains(where: { now > $0.certificate.notValidAfter }) {
            notes.append("The certificate's time is over.")
        }
        if verified.contains(where: \.showsOtherKey) {
            notes.append(
                "KeyInfo shows something else than the certificate that vouches for the signature, or its key.")
        }
        return notes
    }
}
