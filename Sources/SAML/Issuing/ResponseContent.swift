package import Foundation

/// What a provider says in a response, before it is written and signed.
package struct ResponseContent: Sendable, Hashable {
    /// Identifies the response.
    package var responseID: String
    /// Identifies the assertion.
    package var assertionID: String
    /// When both are issued.
    package var issueInstant: Date
    /// Who issues them.
    package var issuer: String
    /// The request that is answered.
    package var inResponseTo: String
    /// Where the response is to go; `nil`: not said.
    package var destination: String?
    /// For whom the assertion is.
    package var audience: String
    /// Where the bearer is to deliver it; `nil`: no subject confirmation.
    package var recipient: String?
    /// Whom it is about.
    package var nameID: String
    /// From when it holds.
    package var notBefore: Date
    /// Until when it holds.
    package var notOnOrAfter: Date
    /// When the person was authenticated.
    package var authnInstant: Date
    /// When the person's session ends; `nil`: not said.
    package var sessionNotOnOrAfter: Date?
    /// Which of the person's sessions it is, so that it can be ended (SAML Core 2.0 § 2.7.2); `nil`: not said.
    package var sessionIndex: String?
    /// What it says of the person, in order.
    package var attributes: [SAMLAttribute]
    /// The status, from the top code down.
    package var statusCodes = [SAMLStatusCode.success]

    /// Creates the content of a successful response.
    package init(
        responseID: String, assertionID: String, issueInstant: Date, issuer: String, inResponseTo: String,
        destination: String? = nil, audience: String, recipient: String?, nameID: String, notBefore: Date,
        notOnOrAfter: Date, authnInstant: Date, sessionNotOnOrAfter: Date?, attributes: [SAMLAttribute]
    ) {
        self.responseID = responseID
        self.assertionID = assertionID
        self.issueInstant = issueInstant
        self.issuer = issuer
        self.inResponseTo = inResponseTo
        self.destination = destination
        self.audience = audience
        self.recipient = recipient
        self.nameID = nameID
        self.notBefore = notBefore
        self.notOnOrAfter = notOnOrAfter
        self.authnInstant = authnInstant
        self.sessionNotOnOrAfter = sessionNotOnOrAfter
        self.attributes = attributes
    }

    /// Applies a defect that belongs before signing.
    mutating func apply(_ defect: ResponseDefect, missing attribute: String) {
        switch defect {
        case .expired:
            notBefore = issueInstant.addingTimeInterval(-600)
            notOnOrAfter = issueInstant.addingTimeInterval(-300)
        case .notYetValid:
            notBefore = issueInstant.addingTimeInterval(300)
            notOnOrAfter = issueInstant.addingTimeInterval(600)
        case .wrongAudience: audience = "https://somebody-else.example/saml"
        case .wrongRecipient: recipient = "https://somebody-else.example/acs"
        case .wrongInResponseTo: inResponseTo = "_another-request"
        case .wrongIssuer: issuer = "https://another-provider.example/saml"
        case .statusNotSuccess: statusCodes = [SAMLStatusCode.responder, SAMLStatusCode.authenticationFailed]
        case .missingAttribute: attributes.removeAll { $0.name == attribute }
        case .none, .unsigned, .tampered, .wrongKey, .noResponse: break
        }
    }
}
