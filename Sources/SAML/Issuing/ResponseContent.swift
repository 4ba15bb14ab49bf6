package import Foundation

/// The contents of a provider's response before it is written and signed.
package struct ResponseContent: Sendable, Hashable {
    /// The response's identifier.
    package var responseID: String
    /// The assertion's identifier.
    package var assertionID: String
    /// The time of issue of both.
    package var issueInstant: Date
    /// The issuer of both.
    package var issuer: String
    /// The identifier of the answered request; `nil` if the response is unsolicited.
    package var inResponseTo: String?
    /// The destination; `nil` to leave it out.
    package var destination: String?
    /// The audiences: one list for each restriction.
    package var audiences: [[String]]
    /// The address for the bearer's delivery; `nil` for an assertion without a subject confirmation.
    package var recipient: String?
    /// The end of the bearer's confirmation; `nil` for the end of the assertion, but five minutes at least.
    package var confirmationNotOnOrAfter: Date?
    /// Whether the confirmation contains its end.
    package var confirmationHasEnd = true
    /// The subject's name.
    package var nameID: String
    /// The format of the name.
    package var nameIDFormat = SAMLNames.persistent
    /// The start of the validity.
    package var notBefore: Date
    /// The end of the validity, exclusive.
    package var notOnOrAfter: Date
    /// Whether the assertion has the condition OneTimeUse (SAML Core 2.0, 2.5.1.5).
    package var isOneTimeUse = false
    /// The `Count` of the ProxyRestriction (SAML Core 2.0, 2.5.1.6); `nil` to leave it out.
    package var proxyCount: Int?
    /// The time of the authentication; `nil` for an assertion without an authentication statement.
    package var authnInstant: Date?
    /// The class of the authentication context.
    package var authnContext = SAMLNames.passwordProtectedTransport
    /// The end of the user's session; `nil` to leave it out.
    package var sessionNotOnOrAfter: Date?
    /// The index of the user's session, for ending it (SAML Core 2.0, 2.7.2); `nil` to leave it out.
    package var sessionIndex: String?
    /// The attributes, in order.
    package var attributes: [SAMLAttribute]
    /// The status codes from the top one down.
    package var statusCodes = [SAMLStatusCode.success]
    /// The status message; `nil` to leave it out.
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

    /// The assertion's first audience; setting it makes it the only one.
    package var audience: String {
        get { audiences.first?.first ?? "" }
        set { audiences = [[newValue]] }
    }

    /// The end of the bearer's confirmation; `nil` if the confirmation does not contain it.
    var confirmationEnd: Date? {
        guard confirmationHasEnd else { return nil }
        return confirmationNotOnOrAfter ?? max(notOnOrAfter, issueInstant.addingTimeInterval(300))
    }

    /// The first value or name with a character that XML does not allow (XML 1.0, 2.2); `nil` if all are allowed.
    package var unwritableText: String? { element().unwritableText }

    /// Whether the request succeeded, so that the response contains an assertion.
    package var succeeds: Bool { statusCodes.first == SAMLStatusCode.success }
}
