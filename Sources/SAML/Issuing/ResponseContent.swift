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
    /// The request that is answered; `nil`: nobody asked.
    package var inResponseTo: String?
    /// Where the response is to go; `nil`: not said.
    package var destination: String?
    /// For whom the assertion is: one list for each restriction.
    package var audiences: [[String]]
    /// Where the bearer is to deliver it; `nil`: no subject confirmation.
    package var recipient: String?
    /// Until when the bearer may deliver it; `nil`: as long as the assertion holds, and five minutes at least.
    package var confirmationNotOnOrAfter: Date?
    /// Whether the confirmation says until when.
    package var confirmationHasEnd = true
    /// Whom it is about.
    package var nameID: String
    /// The kind of name.
    package var nameIDFormat = SAMLNames.persistent
    /// From when it holds.
    package var notBefore: Date
    /// Until when it holds.
    package var notOnOrAfter: Date
    /// Whether it is for one use (SAML Core 2.0 § 2.5.1.5).
    package var isOneTimeUse = false
    /// How many may tell others on its strength (SAML Core 2.0 § 2.5.1.6); `nil`: not said.
    package var proxyCount: Int?
    /// When the person was authenticated; `nil`: the assertion reports no authentication.
    package var authnInstant: Date?
    /// How the person was authenticated.
    package var authnContext = SAMLNames.passwordProtectedTransport
    /// When the person's session ends; `nil`: not said.
    package var sessionNotOnOrAfter: Date?
    /// Which of the person's sessions it is, so that it can be ended (SAML Core 2.0 § 2.7.2); `nil`: not said.
    package var sessionIndex: String?
    /// What it says of the person, in order.
    package var attributes: [SAMLAttribute]
    /// The status, from the top code down.
    package var statusCodes = [SAMLStatusCode.success]
    /// What the status says to people; `nil`: nothing.
    package var statusMessage: String?

    /// Creates the content of a successful response.
    package init(
        responseID: String, assertionID: String, issueInstant: Date, issuer: String, inResponseTo: String?,
        destination: String? = nil, audience: String, recipient: String?, nameID: String, notBefore: Date,
        notOnOrAfter: Date, authnInstant: Date?, sessionNotOnOrAfter: Date?, attributes: [SAMLAttribute]
    ) {
        self.responseID = responseID
        self.assertionID = assertionID
        self.issueInstant = issueInstant
        self.issuer = issuer
        self.inResponseTo = inResponseTo
        self.destination = destination
        self.audiences = [[audience]]
        self.recipient = recipient
        self.nameID = nameID
        self.notBefore = notBefore
        self.notOnOrAfter = notOnOrAfter
        self.authnInstant = authnInstant
        self.sessionNotOnOrAfter = sessionNotOnOrAfter
        self.attributes = attributes
    }

    /// For whom the assertion is: its first audience; when it is set, the only one.
    package var audience: String {
        get { audiences.first?.first ?? "" }
        set { audiences = [[newValue]] }
    }

    /// When the bearer's confirmation ends; `nil`: it does not say.
    var confirmationEnd: Date? {
        guard confirmationHasEnd else { return nil }
        return confirmationNotOnOrAfter ?? max(notOnOrAfter, issueInstant.addingTimeInterval(300))
    }

    /// The first text that XML cannot carry (XML 1.0 § 2.2), in a value of this or a name; `nil`: it can carry all.
    package var unwritableText: String? { element().unwritableText }

    /// Whether the request succeeded, so that there is an assertion.
    package var succeeds: Bool { statusCodes.first == SAMLStatusCode.success }
}
