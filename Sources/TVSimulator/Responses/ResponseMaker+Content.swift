public import Foundation
import SAML

extension ResponseMaker {
    /// What a response says.
    public struct Content: Sendable {
        /// What the assertion says of the person under one name.
        public struct Attribute: Sendable, Hashable {
            /// The name.
            public var name: String
            /// The values, in order.
            public var values: [String]

            /// Creates an attribute.
            public init(_ name: String, _ values: [String]) {
                self.name = name
                self.values = values
            }
        }

        /// When it is issued.
        public var issueInstant: Date
        /// Identifies the response; `nil`: drawn from the seed.
        public var responseID: String?
        /// Identifies the assertion; `nil`: drawn from the seed.
        public var assertionID: String?
        /// Who issues it.
        public var issuer = "https://idp.tvsim.example/Cablevision"
        /// For whom the assertion is: any of these.
        public var audiences = ["https://saml.sp.auth.adobe.com"]
        /// For whom it is besides: each stands in a restriction of its own, and all restrictions must hold.
        public var furtherAudiences: [String] = []
        /// Where the bearer is to deliver it; `nil`: no subject confirmation.
        public var recipient: String? = "https://sp.auth.adobe.com/sp/saml/SAMLAssertionConsumer"
        /// Where the response is to go; `nil`: not said.
        public var destination: String?
        /// The request that it answers; `nil`: none.
        public var inResponseTo: String? = "_request"
        /// Whom it is about.
        public var nameID = "subscriber"
        /// The kind of name: an identifier, or the last word of one of SAML's.
        public var nameIDFormat = SAMLNames.persistent
        /// From when the assertion holds.
        public var notBefore: Date
        /// Until when the assertion holds.
        public var notOnOrAfter: Date
        /// Until when the bearer may deliver it; `nil`: as long as the assertion holds, and five minutes at least.
        public var confirmationNotOnOrAfter: Date?
        /// Whether the confirmation says until when.
        public var confirmationHasEnd = true
        /// Whether it is for one use.
        public var isOneTimeUse = false
        /// How many may tell others on its strength; `nil`: not said.
        public var proxyCount: Int?
        /// When the person was authenticated; `nil`: no authentication is reported.
        public var authnInstant: Date?
        /// How the person was authenticated.
        public var authnContext = SAMLNames.passwordProtectedTransport
        /// When the person's session ends; `nil`: not said.
        public var sessionNotOnOrAfter: Date?
        /// Which of the person's sessions it is; `nil`: not said.
        public var sessionIndex: String?
        /// What it says of the person.
        public var attributes = [Attribute("userID", ["subscriber"])]
        /// The kind of the attributes' names: an identifier, or the last word of one of SAML's; `nil`: not said.
        public var attributeNameFormat: String? = SAMLNames.basicAttributeName
        /// The status, from the top code down: identifiers, or the last words of those of SAML 2.0.
        public var statusCodes = ["Success"]
        /// What the status says to people; `nil`: nothing.
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
