public import Foundation

/// The content of a SAML response before it is written and signed.
public struct ResponseContent: Sendable, Hashable {
    /// An attribute of the assertion's subject.
    public struct Attribute: Sendable, Hashable {
        /// The name.
        public var name: String
        /// The values, in order.
        public var values: [String]

        /// Creates an attribute.
        ///
        /// - Parameters:
        ///   - name: The name.
        ///   - values: The values, in order.
        public init(_ name: String, _ values: [String]) {
            self.name = name
            self.values = values
        }
    }

    /// The time of issue of the response and the assertion.
    public var issueInstant: Date
    /// The response's identifier; `nil` to generate it from the seed.
    public var responseID: String?
    /// The assertion's identifier; `nil` to generate it from the seed.
    public var assertionID: String?
    /// The entity ID of the issuer.
    public var issuer: String
    /// The accepted audiences, in one restriction: one of them must match.
    public var audiences: [String]
    /// Further audiences, each in a restriction of its own: all restrictions must match.
    public var furtherAudiences: [String] = []
    /// The address of the bearer's delivery; `nil` to leave out the subject confirmation.
    public var recipient: String?
    /// The destination of the response; `nil` to leave it out.
    public var destination: String?
    /// The identifier of the answered request; `nil` if the response is unsolicited.
    public var inResponseTo: String?
    /// The subject's name.
    public var nameID: String
    /// The format of the subject's name: a URI, or the last part of a format's URI in SAML, such as `persistent`.
    public var nameIDFormat = SAMLNames.persistent
    /// The start of the assertion's validity.
    public var notBefore: Date
    /// The end of the assertion's validity, exclusive.
    public var notOnOrAfter: Date
    /// The end of the bearer's confirmation; `nil` for the end of the assertion, but five minutes at least.
    public var confirmationNotOnOrAfter: Date?
    /// Whether the confirmation contains its end.
    public var confirmationHasEnd = true
    /// Whether the assertion has the condition OneTimeUse (SAML Core 2.0, 2.5.1.5).
    public var isOneTimeUse = false
    /// The `Count` of the ProxyRestriction (SAML Core 2.0, 2.5.1.6); `nil` to leave it out.
    public var proxyCount: Int?
    /// The time of the authentication; `nil` to leave out the authentication statement.
    public var authnInstant: Date?
    /// The class of the authentication context.
    public var authnContext = SAMLNames.passwordProtectedTransport
    /// The end of the user's session; `nil` to leave it out.
    public var sessionNotOnOrAfter: Date?
    /// The index of the user's session (SAML Core 2.0, 2.7.2); `nil` to leave it out.
    public var sessionIndex: String?
    /// The attributes of the subject, in order.
    public var attributes: [Attribute]
    /// The name format of all attributes: a URI, or the last part of a format's URI in SAML, such as `basic`; `nil` to
    /// leave it out.
    public var attributeNameFormat: String? = SAMLNames.basicAttributeName
    /// The status codes from the top one down: URIs, or the last parts of SAML 2.0's status codes, such as `Success`.
    public var statusCodes = ["Success"]
    /// The status message; `nil` to leave it out.
    public var statusMessage: String?

    /// Creates the content of a successful response.
    package init(
        responseID: String?, assertionID: String?, issueInstant: Date, issuer: String, inResponseTo: String?,
        destination: String? = nil, audience: String, recipient: String?, nameID: String, notBefore: Date,
        notOnOrAfter: Date, authnInstant: Date?, sessionNotOnOrAfter: Date?, attributes: [Attribute]
    ) {
        self.responseID = responseID
        self.assertionID = assertionID
        self.issueInstant = issueInstant
        self.issuer = issuer
        self.inResponseTo = inResponseTo
        self.destination = destination
        self.audiences = [audience]
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
        get { audiences.first ?? furtherAudiences.first ?? "" }
        set { (audiences, furtherAudiences) = ([newValue], []) }
    }

    /// The audiences of each restriction.
    var restrictions: [[String]] { (audiences.isEmpty ? [] : [audiences]) + furtherAudiences.map { [$0] } }

    /// The end of the bearer's confirmation; `nil` if the confirmation does not contain it.
    var confirmationEnd: Date? {
        guard confirmationHasEnd else { return nil }
        return confirmationNotOnOrAfter ?? max(notOnOrAfter, issueInstant.addingTimeInterval(300))
    }

    /// The first value or name with a character that XML does not allow (XML 1.0, 2.2); `nil` if all are allowed.
    package var unwritableText: String? { element().unwritableText }

    /// Whether the request succeeded, so that the response contains an assertion.
    package var succeeds: Bool { statusCodes.first.map(SAMLStatusCode.named) == SAMLStatusCode.success }
}
