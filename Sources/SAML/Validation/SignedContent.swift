import Foundation
import TVSimStructuredText
import TVSimXMLSecurity

/// The signed content of a response, as elements parsed again from the signed bytes.
///
/// If the response is signed, everything in it counts; otherwise only the signed assertion. A second signature must be
/// valid too. A response is signed with its assertion encrypted. An assertion is signed before it is encrypted, so its
/// signature is in the plaintext. SAML Core 2.0, 5.4.1 and 6.2.
struct SignedContent {
    /// The signed response; `nil` if only the assertion is signed.
    let response: XMLElement?
    /// The assertion of a signed response; `nil` if it has none, or if only the assertion is signed.
    private let inside: XMLElement?
    let signed: VerifiedResponse.Signed
    /// How the assertion was encrypted; `nil` if it was not.
    let encryption: InspectedEncryption?
    private let verified: [SignatureVerifier.Verified]

    init(_ shape: ResponseShape, verifier: SignatureVerifier, decryptor: Decryptor?) throws {
        if let whole = try Self.whole(shape, verifier) {
            let root = try XMLTree(whole.octets, limits: .canonicalForm).root()
            let holder = root.child("EncryptedAssertion", SAMLNames.assertionNamespace)
            let inside =
                try holder.map { try Self.decrypt($0, in: shape, decryptor) }
                ?? root.child("Assertion", SAMLNames.assertionNamespace)
            // A signature is verified in the document in which it was made: the canonical form around it may lack a
            // prefix that the inner signature lists.
            let part = try (holder == nil ? shape.assertion : inside).flatMap { try Self.part($0, verifier) }
            response = root
            self.inside = inside
            signed = part == nil ? .response : .both
            encryption = holder.map { InspectedEncryption($0) }
            verified = [whole] + (part.map { [$0] } ?? [])
            return
        }
        let inside =
            try shape.encryptedAssertion.map { try Self.decrypt($0, in: shape, decryptor) } ?? shape.assertion
        guard let part = try inside.flatMap({ try verifier.verify($0) }) else { throw Self.unsigned(shape) }
        response = nil
        self.inside = nil
        signed = .assertion
        encryption = shape.encryptedAssertion.map { InspectedEncryption($0) }
        verified = [part]
    }

    /// Verifies the signature of the response; `nil` if it has none.
    ///
    /// If it is not valid, the error says whether that of the assertion is, so that a reader knows what was changed.
    private static func whole(
        _ shape: ResponseShape, _ verifier: SignatureVerifier
    ) throws(XMLError) -> SignatureVerifier.Verified? {
        do { return try verifier.verify(shape.response) } catch {
            guard let assertion = shape.assertion, !assertion.children("Signature", XMLNamespace.signature).isEmpty
            else {
                throw error
            }
            throw error.adding(
                verifier.isSigned(assertion)
                    ? "The <Assertion> is intact: its own signature is valid."
                    : "The own signature of <Assertion> is not valid either.")
        }
    }

    /// Verifies the signature of the assertion in a response whose signature is valid; `nil` if it has none.
    private static func part(
        _ assertion: XMLElement, _ verifier: SignatureVerifier
    ) throws(XMLError) -> SignatureVerifier.Verified? {
        do { return try verifier.verify(assertion) } catch {
            throw error.adding("The signature of <Response>, which covers it, is valid.")
        }
    }

    /// Reads the signed assertion; `nil` if a signed response has none.
    ///
    /// Callers that need only the signature skip this, because parsing again is a fifth of the work.
    func assertion() throws(XMLError) -> XMLElement? {
        guard response == nil else { return inside }
        return try verified.first.map { part throws(XMLError) in
            try XMLTree(part.octets, limits: .canonicalForm).root()
        }
    }

    private static func unsigned(_ shape: ResponseShape) -> StructureFailure {
        shape.status.isSuccess || shape.status.codes.isEmpty
            ? StructureFailure(
                "Neither the response nor its assertion is signed.", .unsigned, "SAML Profiles 2.0, 4.1.4.5")
            : StructureFailure(
                "The response is not signed; its status is \(shape.status.summary).", .unsigned,
                "SAML Core 2.0, 5.2")
    }

    /// Decrypts an assertion, which must have the structure of a plain one, because a plaintext is as untrusted as its
    /// message.
    private static func decrypt(
        _ holder: XMLElement, in shape: ResponseShape, _ decryptor: Decryptor?
    ) throws -> XMLElement {
        let section = "SAML Core 2.0, 2.3.4"
        guard let decryptor else {
            throw StructureFailure(
                "The assertion is encrypted (\(InspectedEncryption(holder).summary)), and the reader has no decryption key.",
                .encryption, section,
                acceptedBy: .decryptionKey)
        }
        let assertion = try decryptor.decrypt(holder)
        guard assertion.isNamed("Assertion", SAMLNames.assertionNamespace) else {
            throw StructureFailure(
                "The encrypted element is not an assertion.", .encryption, section, actual: assertion.name)
        }
        guard assertion.tree.identifiers.isDisjoint(with: shape.response.tree.identifiers) else {
            throw StructureFailure(
                "The encrypted assertion repeats an ID of the response.", .identifier, "SAML Core 2.0, 1.3.4")
        }
        try ResponseShape.check(assertion, allowing: shape.allowed)
        return assertion
    }

    /// Returns notes about the certificates; a note never causes a rejection.
    func certificateNotes(at now: Date) -> [String] {
        var notes: [String] = []
        if verified.contains(where: { now < $0.certificate.notValidBefore }) {
            notes.append("The certificate is not valid yet.")
        }
        if verified.contains(where: { now > $0.certificate.notValidAfter }) {
            notes.append("The certificate has expired.")
        }
        if verified.contains(where: \.showsOtherKey) {
            notes.append(
                "KeyInfo contains something other than the certificate that verifies the signature, or its key.")
        }
        return notes
    }

    /// Notes about the SAML metadata of the certificates: it has expired (SAML Metadata 2.0, 2.3.2), or describes another
    /// entity than the issuer.
    func metadataNotes(issuer: EntityID, at now: Date) -> [String] {
        var notes: [String] = []
        for origin in verified.compactMap(\.certificate.origin) {
            let name = origin.entityID.prefix(256)
            if let end = origin.validUntil.compactMap(SAMLInstant.parse).min(), now >= end {
                notes.append(
                    "The metadata of '\(name)', which has the certificate, expired at \(SAMLInstant.format(end)) (validUntil)."
                )
            }
            if EntityID(origin.entityID) != issuer {
                notes.append("The certificate is from the metadata of '\(name)', and the issuer is '\(issuer)'.")
            }
        }
        return notes.reduce(into: []) { unique, note in if !unique.contains(note) { unique.append(note) } }
    }
}
