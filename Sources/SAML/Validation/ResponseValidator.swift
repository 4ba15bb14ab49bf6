package import Foundation
package import XMLSecurity

/// Decides whether a response may be believed, by small policies in a fixed order.
///
/// The document is read safely, its shape is judged, then its signature; after that only the octets that were signed
/// are read. Every failure is kept; after a failure of the signature nothing else is judged.
package struct ResponseValidator: Sendable {
    private let verifier: SignatureVerifier
    private let limits = XMLLimits()

    /// Creates a validator that believes these certificates alone.
    ///
    /// - Throws: ``MessageError`` when there is none: a validator that believes nobody, or anybody, is a mistake.
    package init(certificates: [TrustedCertificate], allowsSHA1: Bool = false) throws(MessageError) {
        guard !certificates.isEmpty else { throw MessageError("No certificate is given to check signatures against.") }
        verifier = SignatureVerifier(certificates: certificates, allowsSHA1: allowsSHA1)
    }

    /// Judges a response.
    ///
    /// - Parameters:
    ///   - response: The response, as XML or as its Base64.
    ///   - expectation: What it must fit.
    /// - Returns: What the signed content says, or everything that speaks against believing it.
    package func validate(_ response: Data, expecting expectation: ResponseExpectation) -> ValidationVerdict {
        do {
            return try judge(ResponseInput.decode(response, limits: limits).xml, expectation)
        } catch let error as XMLError {
            return .invalid([ValidationFailure(error)])
        } catch let failure as ClaimFailure {
            return .invalid([failure.failure])
        } catch let failure as StructureFailure {
            return .invalid([failure.failure])
        } catch {
            return .invalid([ValidationFailure(.wellFormed, "The response cannot be read.", "XML 1.0")])
        }
    }

    private func judge(_ xml: Data, _ expectation: ResponseExpectation) throws -> ValidationVerdict {
        let shape = try ResponseShape(try XMLTree(xml, limits: limits).root())
        let signed = try SignedContent(shape, verifier: verifier)
        // An unsigned shell can only refuse: where it reports a failure, it has no assertion that could be signed.
        let status = try signed.response.map { try ResponseStatus(of: $0) } ?? shape.status
        guard status.isSuccess else { return .invalid([StatusPolicy.failure(status)]) }
        guard let assertion = signed.assertion else {
            let isEncrypted = shape.encryptedAssertion != nil
            return .invalid([
                ValidationFailure(
                    isEncrypted ? .encryption : .assertion,
                    isEncrypted ? "The assertion is encrypted, and no key is given." : "There is no assertion.",
                    isEncrypted ? "SAML Core 2.0 § 2.3.4" : "SAML Core 2.0 § 3.3.3")
            ])
        }
        let context = try PolicyContext(
            assertion: AssertionClaims(assertion), response: ResponseClaims(signed.response ?? shape.response),
            responseIsSigned: signed.response != nil, expectation: expectation)
        let failures = Self.policies.flatMap { $0.failures(context) }
        guard failures.isEmpty, let nameID = context.assertion.nameID else { return .invalid(failures) }
        return .valid(
            VerifiedResponse(
                context, nameID: nameID, signed: signed.signed,
                certificateNotes: signed.certificateNotes(at: expectation.now)))
    }

    /// The policies over signed content, in their order.
    private static let policies: [any ResponsePolicy.Type] = [
        AssertionPolicy.self, IssuerPolicy.self, DestinationPolicy.self, SubjectPolicy.self, RecipientPolicy.self,
        InResponseToPolicy.self, ConditionsPolicy.self, AudiencePolicy.self, SessionPolicy.self,
        AttributesPolicy.self, ReplayPolicy.self,
    ]
}

/// One rule over the signed content of a response.
protocol ResponsePolicy: SendableMetatype {
    static func failures(_ context: PolicyContext) -> [ValidationFailure]
}

/// What the policies judge: signed claims, the unsigned shell that can only refuse, and what is expected.
struct PolicyContext {
    let assertion: AssertionClaims
    /// The Response's claims; signed only where ``responseIsSigned``.
    let response: ResponseClaims
    let responseIsSigned: Bool
    let expectation: ResponseExpectation

    /// The bearer's confirmation by which the response is judged: the first that fits, else the first.
    ///
    /// One confirmation must fit in everything: the recipient of one and the time of another prove nothing.
    var bearer: AssertionClaims.Confirmation? {
        let bearers = assertion.confirmations.filter { $0.method == SAMLNames.bearer }
        return bearers.first { bearer in
            SubjectPolicy.reason(bearer, self) == nil && RecipientPolicy.fits(bearer, self)
                && InResponseToPolicy.fits(bearer, self)
        } ?? bearers.first
    }

    /// Whether an end has come, with the skew in the issuer's favour: at the very instant it has.
    func isOver(_ end: Date) -> Bool {
        expectation.now.addingTimeInterval(-expectation.clockSkew) >= end
    }

    /// Whether a beginning is still to come, with the skew in the issuer's favour.
    func isEarly(_ beginning: Date) -> Bool {
        beginning > expectation.now.addingTimeInterval(expectation.clockSkew)
    }
}

extension ValidationFailure {
    init(_ error: XMLError) {
        let section: String =
            switch error.policy {
            case .size, .wellFormed: "XML 1.0 § 2.1"
            case .dtd: "XML 1.0 § 2.8"
            case .identifier: "SAML Core 2.0 § 1.3.4"
            case .structure: "SAML Core 2.0 § 5.4"
            case .signature: "XML Signature 1.1 § 3.2"
            case .algorithm: "XML Signature 1.1 § 6"
            case .reference: "SAML Core 2.0 § 5.4.2"
            case .key: "SAML Core 2.0 § 5.4.5"
            }
        self.init(Policy(rawValue: error.policy.rawValue) ?? .structure, error.description, section)
    }
}
