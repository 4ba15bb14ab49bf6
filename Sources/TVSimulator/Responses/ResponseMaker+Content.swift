public import Foundation
import SAML

extension ResponseMaker {
    /// The content of a SAML response.
    public struct Content: Sendable {
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
        public var issuer = "https://idp.tvsim.example/Cablevision"
        /// The accepted audiences, in one restriction: one of them must match.
        public var audiences = ["https://saml.sp.auth.adobe.com"]
        /// Further audiences, each in a restriction of its own: all restrictions must match.
        public var furtherAudiences: [String] = []
        /// The address of the bearer's delivery; `nil` to leave out the subject confirmation.
        public var recipient: String? = "https://sp.auth.adobe.com/sp/saml/SAMLAssertionConsumer"
        /// The destination of the response; `nil` to leave it out.
        public var destination: String?
        /// The identifier of the answered request; `nil` if the response is unsolicited.
        public var inResponseTo: String? = "_request"
        /// The subject's name.
        public var nameID = "subscriber"
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
        public var attributes = [Attribute("userID", ["subscriber"])]
        /// The name format of all attributes: a URI, or the last part of a format's URI in SAML, such as `basic`; `nil`
        /// to leave it out.
        public var attributeNameFormat: String? = SAMLNames.basicAttributeName
        /// The status codes from the top one down: URIs, or the last parts of SAML 2.0's status codes, such as
        /// `Success`.
        public var statusCodes = ["Success"]
        /// The status message; `nil` to leave it out.
        public var statusMessage: String?

        init(at instant: Date) {
            issueInstant = instant
            notBefore = instant
            notOnOrAfter = instant.addingTimeInterval(300)
            authnInstant = instant
            sessionNotOnOrAfter = instant.addingTimeInterval(3600)
        }

        func response(responseID: String, assertionID: String) -> ResponseContent {
            var content = ResponseContent(
                responseID: responseID, assertionID: assertionID, issueInstant: issueInstant, issuer: issuer,
                inResponseTo: inResponseTo, destination: destination, audience: "", recipient: recipient,
                nameID: nameID, notBefore: notBefore, notOnOrAfter: notOnOrAfter, authnInstant: authnInstant,
                sessionNotOnOrAfter: sessionNotOnOrAfter,
                attributes: attributes.map {
                    SAMLAttribute(
                        name: $0.name, nameFormat: attributeNameFormat.map(SAMLNames.attributeNameFormat),
                        values: $0.values)
                })
            content.audiences = (audiences.isEmpty ? [] : [audiences]) + furtherAudiences.map { [$0] }
            content.nameIDFormat = SAMLNames.nameIDFormat(nameIDFormat)
            content.confirmationNotOnOrAfter = confirmationNotOnOrAfter
            content.confirmationHasEnd = confirmationHasEnd
            content.isOneTimeUse = isOneTimeUse
            content.proxyCount = proxyCount
            content.authnContext = authnContext
            content.sessionIndex = sessionIndex
            content.statusCodes = statusCodes.map(SAMLStatusCode.named)
            content.statusMessage = statusMessage
            return content
        }
    }
}
