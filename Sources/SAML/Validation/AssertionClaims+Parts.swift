import TVSimStructuredText
import TVSimXMLSecurity

extension AssertionClaims {
    /// A subject confirmation.
    ///
    /// SAML Core 2.0, 2.4.1.1.
    struct Confirmation {
        let method: String
        let recipient: EndpointLocation?
        let inResponseTo: MessageID?
        let notBefore: WrittenTime?
        let notOnOrAfter: WrittenTime?

        init(_ element: XMLElement) {
            method = element.attribute("Method") ?? ""
            let data = element.child("SubjectConfirmationData", SAMLNames.assertionNamespace)
            recipient = EndpointLocation(data?.attribute("Recipient"))
            inResponseTo = MessageID(data?.attribute("InResponseTo"))
            notBefore = WrittenTime(data, "NotBefore")
            notOnOrAfter = WrittenTime(data, "NotOnOrAfter")
        }
    }

    /// Reads the `Count` of a ProxyRestriction, with the white space that a number of XML may have.
    ///
    /// - Returns: The number, or the largest one for a number that is larger; `nil` for another text.
    static func proxyCount(_ text: String) -> Int? {
        let digits = text.trimmedOfXMLSpace.drop { $0 == "+" }
        guard !digits.isEmpty, digits.allSatisfy({ ("0"..."9").contains($0) }) else { return nil }
        return Int(digits) ?? Int.max
    }

    /// The conditions of the assertion's validity.
    ///
    /// SAML Core 2.0, 2.5.1.
    struct Conditions {
        let notBefore: WrittenTime?
        let notOnOrAfter: WrittenTime?
        /// One list for each restriction; one audience of each must match.
        private(set) var audiences: [[EntityID]] = []
        /// The number of OneTimeUse conditions.
        private(set) var oneTimeUses = 0
        private(set) var proxyRestrictions: [ProxyRestriction] = []
        /// The names of unknown conditions.
        private(set) var unknown: [String] = []

        /// A restriction on issuing further assertions based on this one.
        ///
        /// SAML Core 2.0, 2.5.1.6.
        struct ProxyRestriction {
            /// The text of `Count`; `nil` if it is missing.
            let count: String?
            let audiences: [EntityID]
        }

        init(_ element: XMLElement, _ reader: inout ClaimReader) {
            notBefore = WrittenTime(element, "NotBefore")
            notOnOrAfter = WrittenTime(element, "NotOnOrAfter")
            for condition in element.children {
                switch condition.namespace == SAMLNames.assertionNamespace ? condition.name : "" {
                case "AudienceRestriction":
                    audiences.append(Self.audiences(of: condition, .audience, "SAML Core 2.0, 2.5.1.4", &reader))
                case "OneTimeUse": oneTimeUses += 1
                case "ProxyRestriction":
                    proxyRestrictions.append(
                        ProxyRestriction(
                            count: condition.attribute("Count"),
                            audiences: Self.audiences(of: condition, .conditions, "SAML Core 2.0, 2.5.1.6", &reader)))
                default: unknown.append(condition.name)
                }
            }
        }

        private static func audiences(
            of restriction: XMLElement, _ policy: ValidationFailure.Policy, _ section: String,
            _ reader: inout ClaimReader
        ) -> [EntityID] {
            restriction.children("Audience", SAMLNames.assertionNamespace).compactMap {
                EntityID(reader.uri(of: $0, policy, section))
            }
        }
    }

    /// A statement about the user's authentication.
    ///
    /// SAML Core 2.0, 2.7.2.
    struct AuthnStatement {
        let authnInstant: WrittenTime?
        let sessionNotOnOrAfter: WrittenTime?
        let sessionIndex: String?
        /// Whether the statement has a non-empty `AuthnContext`.
        let hasContext: Bool
        let contextClass: String?
        /// The number of authenticating authorities (SAML Core 2.0, 2.7.2.2).
        let authorities: Int

        init(_ element: XMLElement, _ reader: inout ClaimReader) {
            authnInstant = WrittenTime(element, "AuthnInstant")
            sessionNotOnOrAfter = WrittenTime(element, "SessionNotOnOrAfter")
            sessionIndex = element.attribute("SessionIndex")
            let context = element.child("AuthnContext", SAMLNames.assertionNamespace)
            let parts = context?.children ?? []
            authorities = parts.count { $0.isNamed("AuthenticatingAuthority", SAMLNames.assertionNamespace) }
            let said = parts.filter { !$0.isNamed("AuthenticatingAuthority", SAMLNames.assertionNamespace) }
            hasContext = !said.isEmpty && said.allSatisfy(Self.says)
            contextClass = context?.child("AuthnContextClassRef", SAMLNames.assertionNamespace).flatMap {
                reader.uri(of: $0, .session, "SAML Core 2.0, 2.7.2.2")
            }
        }

        /// Returns whether a part of the context describes the authentication; a reference is a text that is not empty.
        private static func says(_ part: XMLElement) -> Bool {
            switch part.name {
            case "AuthnContextClassRef", "AuthnContextDeclRef": (try? part.text()).map { !$0.isEmpty } ?? false
            default: true
            }
        }
    }
}
