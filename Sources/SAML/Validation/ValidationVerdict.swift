package import Foundation
package import TVSimStructuredText

/// The result of validating a response.
package enum ValidationVerdict: Sendable {
    /// The response is valid, with this content.
    case valid(VerifiedResponse)
    /// The response is invalid; every failure, in the order of the policies.
    case invalid([ValidationFailure])

    /// The content of a valid response; otherwise `nil`.
    package var verified: VerifiedResponse? {
        if case .valid(let response) = self { response } else { nil }
    }

    /// The failures; empty if the response is valid.
    package var failures: [ValidationFailure] {
        if case .invalid(let failures) = self { failures } else { [] }
    }
}

/// One reason why a response is invalid.
package struct ValidationFailure: Sendable, Hashable {
    /// The policies by their stable names, in the order of the checks.
    package enum Policy: String, Sendable, Hashable, Codable, CaseIterable {
        case size, wellFormed, dtd, identifier, structure, signature, algorithm, reference, key, unsigned, status
        case assertion, encryption, issuer, destination, subject, recipient, inResponseTo, conditions, audience
        case session, attributes, replay
    }

    /// The violated policy.
    package let policy: Policy
    /// One sentence that describes the violation.
    package let reason: String
    /// The section of the standard that contains the rule.
    package let section: String
    /// The expected value, if known.
    package let expected: String?
    /// The actual value, if known; never the name of a user or the value of an attribute.
    package let actual: String?
    /// What would accept the response in spite of the violation; `nil` if nothing would.
    package let acceptedBy: Acceptance?
    /// The path of the element or the attribute in the document, such as `/Response/Assertion/Conditions/@NotOnOrAfter`;
    /// `nil` if the message has no such element.
    package internal(set) var path: String?
    /// The name of the element that the policy has judged, with the attribute; `nil` if the policy tells.
    private(set) var part: Part?

    /// A part of a message.
    struct Part: Sendable, Hashable {
        let element: String
        let attribute: String?
    }

    /// Creates a failure.
    package init(
        _ policy: Policy, _ reason: String, _ section: String, expected: String? = nil, actual: String? = nil,
        acceptedBy: Acceptance? = nil
    ) {
        self.policy = policy
        self.reason = reason
        self.section = section
        self.expected = expected
        self.actual = actual
        self.acceptedBy = acceptedBy
    }

    /// Returns the failure with more words in its reason.
    func adding(_ words: String) -> ValidationFailure {
        var told = ValidationFailure(
            policy, reason + words, section, expected: expected, actual: actual, acceptedBy: acceptedBy)
        told.part = part
        return told
    }

    /// Returns the failure with the part that the policy has judged.
    func of(_ element: String, _ attribute: String? = nil) -> ValidationFailure {
        var placed = self
        placed.part = Part(element: element, attribute: attribute)
        return placed
    }

    /// Whether it is a status that the identity provider has sent; a missing status is not.
    package var isProviderStatus: Bool { policy == .status && actual != nil }
}

/// The content of a valid response.
///
/// Only the validator creates one, from bytes with a verified signature.
package struct VerifiedResponse: Sendable, Hashable {
    /// The signed element.
    package enum Signed: String, Sendable, Hashable, Codable, CaseIterable {
        case assertion, response, both
    }

    /// The issuer of the assertion.
    package let issuer: String
    /// The subject's name; `nil` if it has none, which is accepted only by name.
    package let nameID: UserID?
    /// The qualifiers of that name.
    package let nameQualifiers: NameQualifiers
    /// The subject's attributes, in order.
    package let attributes: [SAMLAttribute]
    /// The signed element.
    package let signed: Signed
    /// The end of the user's session; `nil` if the assertion does not contain it.
    package let sessionNotOnOrAfter: Date?
    /// The index for ending the user's session; `nil` if the assertion does not contain it.
    package let sessionIndex: String?
    /// The assertion's identifier.
    package let assertionID: String
    /// The identifier of the answered request in the signed part; `nil` if it is missing.
    package let inResponseTo: String?
    /// The end of the assertion's validity; `nil` if the assertion does not contain it.
    package let notOnOrAfter: Date?
    /// The time of the authentication; `nil` if the assertion does not contain it.
    package let authnInstant: Date?
    /// Whether the assertion has the condition OneTimeUse (SAML Core 2.0, 2.5.1.5).
    package let isOneTimeUse: Bool
    /// The `Count` of the ProxyRestriction (SAML Core 2.0, 2.5.1.6); `nil` if it is missing.
    package let proxyCount: Int?
    /// How the assertion was encrypted; `nil` if it was not.
    package let encryption: InspectedEncryption?
    /// The values that were not compared, because the expected ones were not given.
    package let unchecked: [UncheckedValue]
    /// Notes about the certificate (expired dates, its metadata, or another certificate in the message), about times in
    /// the future, about values that are not read, and about white space at the ends of a text.
    package let notes: [String]

    /// Whether the assertion was encrypted.
    package var isEncrypted: Bool { encryption != nil }

    /// The values of the attributes by name, with the values of equal names together.
    package var values: [String: [String]] {
        Dictionary(attributes.map { ($0.name, $0.values) }, uniquingKeysWith: +)
    }

    /// Creates the content after every policy has passed; `nil` if a required claim is missing.
    init?(_ context: PolicyContext, _ content: SignedContent) {
        let assertion = context.assertion
        guard let issuer = assertion.issuer?.name else { return nil }
        switch assertion.name {
        case .name(let name): nameID = name
        case .unnamed: nameID = nil
        case .absent, .unreadable: return nil
        }
        inResponseTo =
            (context.bearer?.inResponseTo ?? (context.responseIsSigned ? context.response.inResponseTo : nil))?.rawValue
        self.issuer = issuer.rawValue
        nameQualifiers = assertion.nameQualifiers
        attributes = assertion.attributes
        signed = content.signed
        sessionNotOnOrAfter = assertion.statements.compactMap(\.sessionNotOnOrAfter?.date).min()
        sessionIndex = assertion.statements.compactMap(\.sessionIndex).first
        authnInstant = assertion.statements.compactMap(\.authnInstant?.date).max()
        assertionID = assertion.id
        notOnOrAfter = assertion.conditions?.notOnOrAfter?.date
        isOneTimeUse = (assertion.conditions?.oneTimeUses ?? 0) > 0
        proxyCount = assertion.conditions?.proxyRestrictions.first?.count.flatMap(AssertionClaims.proxyCount)
        encryption = content.encryption
        unchecked = context.uncheckedValues
        notes =
            content.certificateNotes(at: context.now) + content.metadataNotes(issuer: issuer, at: context.now)
            + context.futureNotes + assertion.valueNotes + assertion.edgeNotes
    }
}
