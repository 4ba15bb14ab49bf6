package import Foundation

/// Whether a response may be believed, and everything that speaks against it.
package enum ValidationVerdict: Sendable {
    /// It may, and says this.
    case valid(VerifiedResponse)
    /// It may not; every reason, in the order of the policies.
    case invalid([ValidationFailure])

    /// What the response says, when it may be believed.
    package var verified: VerifiedResponse? {
        if case .valid(let response) = self { response } else { nil }
    }

    /// What speaks against it; nothing when it may be believed.
    package var failures: [ValidationFailure] {
        if case .invalid(let failures) = self { failures } else { [] }
    }
}

/// One reason why a response may not be believed.
package struct ValidationFailure: Sendable, Hashable, Codable {
    /// The policies, by their stable names, in the order in which they are judged.
    package enum Policy: String, Sendable, Hashable, Codable, CaseIterable {
        case size, wellFormed, dtd, identifier, structure, signature, algorithm, reference, key, unsigned, status
        case assertion, encryption, issuer, destination, subject, recipient, inResponseTo, conditions, audience
        case session, attributes, replay
    }

    /// The policy that the response violates.
    package let policy: Policy
    /// How, as one sentence.
    package let reason: String
    /// The rule's place in the standard.
    package let section: String
    /// What was expected, where that can be told.
    package let expected: String?
    /// What was found, where that can be told; never the name of a person nor the value of an attribute.
    package let actual: String?

    init(_ policy: Policy, _ reason: String, _ section: String, expected: String? = nil, actual: String? = nil) {
        self.policy = policy
        self.reason = reason
        self.section = section
        self.expected = expected
        self.actual = actual
    }
}

/// What a believed response says.
///
/// Only the validator makes one, and only from octets whose signature it checked.
package struct VerifiedResponse: Sendable, Hashable {
    /// Which element's signature vouches for it.
    package enum Signed: String, Sendable, Hashable, Codable {
        case assertion, response, both
    }

    /// Who issued the assertion.
    package let issuer: String
    /// Whom it is about.
    package let nameID: String
    /// What belongs to that name.
    package let nameQualifiers: NameQualifiers
    /// What it says of them, in order.
    package let attributes: [SAMLAttribute]
    /// Which element's signature vouches for it.
    package let signed: Signed
    /// When the person's session ends; `nil`: not said.
    package let sessionNotOnOrAfter: Date?
    /// By which name the person's session can be ended; `nil`: not said.
    package let sessionIndex: String?
    /// Identifies the assertion.
    package let assertionID: String
    /// The request that is answered, as the signed part says; `nil`: not said.
    package let inResponseTo: String?
    /// Until when the assertion holds; `nil`: not said.
    package let notOnOrAfter: Date?
    /// When the person was authenticated; `nil`: not said.
    package let authnInstant: Date?
    /// Whether it must not be used again, nor kept (SAML Core 2.0 § 2.5.1.5).
    package let isOneTimeUse: Bool
    /// How many may stand between this and whoever is told on its strength (SAML Core 2.0 § 2.5.1.6); `nil`: not said.
    package let proxyCount: Int?
    /// Whether the assertion came encrypted.
    package let isEncrypted: Bool
    /// What is worth knowing of the certificate: dates that have passed, another certificate in the message.
    package let certificateNotes: [String]

    /// Retells the claims after every policy has judged them; `nil` where one that must be there is not.
    init?(_ context: PolicyContext, _ content: SignedContent) {
        let assertion = context.assertion
        guard let issuer = assertion.issuer?.name, case .name(let nameID) = assertion.name else { return nil }
        inResponseTo =
            context.bearer?.inResponseTo ?? (context.responseIsSigned ? context.response.inResponseTo : nil)
        self.issuer = issuer
        self.nameID = nameID
        nameQualifiers = assertion.nameQualifiers
        attributes = assertion.attributes
        signed = content.signed
        sessionNotOnOrAfter = assertion.statements.compactMap(\.sessionNotOnOrAfter).min()
        sessionIndex = assertion.statements.compactMap(\.sessionIndex).first
        authnInstant = assertion.statements.compactMap(\.authnInstant).max()
        assertionID = assertion.id
        notOnOrAfter = assertion.conditions?.notOnOrAfter
        isOneTimeUse = (assertion.conditions?.oneTimeUses ?? 0) > 0
        proxyCount = assertion.conditions?.proxyRestrictions.first?.count.flatMap { Int($0) }
        isEncrypted = content.isEncrypted
        certificateNotes = content.certificateNotes(at: context.expectation.now)
    }
}
