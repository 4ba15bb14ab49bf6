import Foundation
import Identifiers
import XMLSecurity

extension AssertionClaims {
    /// A subject confirmation.
    ///
    /// SAML Core 2.0, 2.4.1.1.
    struct Confirmation {
        let method: String
        let recipient: EndpointLocation?
        let inResponseTo: MessageID?
        let notBefore: Date?
        let notOnOrAfter: Date?
        let timesAreReadable: Bool

        init(_ element: XMLElement) {
            method = element.attribute("Method") ?? ""
            let data = element.child("SubjectConfirmationData", SAMLNames.assertionNamespace)
            recipient = EndpointLocation(data?.attribute("Recipient"))
            inResponseTo = MessageID(data?.attribute("InResponseTo"))
            let times = ReadTimes(data, "NotBefore", "NotOnOrAfter")
            (notBefore, notOnOrAfter, timesAreReadable) = (times.first, times.second, times.areReadable)
        }
    }

    /// The conditions of the assertion's validity.
    ///
    /// SAML Core 2.0, 2.5.1.
    struct Conditions {
        let notBefore: Date?
        let notOnOrAfter: Date?
        let timesAreReadable: Bool
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
            let times = ReadTimes(element, "NotBefore", "NotOnOrAfter")
            (notBefore, notOnOrAfter, timesAreReadable) = (times.first, times.second, times.areReadable)
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
                EntityID(reader.text(of: $0, policy, section))
            }
        }
    }

    /// A statement about the user's authentication.
    ///
    /// SAML Core 2.0, 2.7.2.
    struct AuthnStatement {
        let authnInstant: Date?
        let sessionNotOnOrAfter: Date?
        let timesAreReadable: Bool
        let sessionIndex: String?
        /// Whether the statement has a non-empty `AuthnContext`.
        let hasContext: Bool
        let contextClass: String?
        /// The number of authenticating authorities (SAML Core 2.0, 2.7.2.2).
        let authorities: Int

        init(_ element: XMLElement, _ reader: inout ClaimReader) {
            let times = ReadTimes(element, "AuthnInstant", "SessionNotOnOrAfter")
            (authnInstant, sessionNotOnOrAfter) = (times.first, times.second)
            timesAreReadable = times.areReadable && times.first != nil
            sessionIndex = element.attribute("SessionIndex")
            let context = element.child("AuthnContext", SAMLNames.assertionNamespace)
            let parts = context?.children ?? []
            authorities = parts.count { $0.isNamed("AuthenticatingAuthority", SAMLNames.assertionNamespace) }
            let said = parts.filter { !$0.isNamed("AuthenticatingAuthority", SAMLNames.assertionNamespace) }
            hasContext = !said.isEmpty && said.allSatisfy(Self.says)
            contextClass = context?.child("AuthnContextClassRef", SAMLNames.assertionNamespace).flatMap {
                reader.text(of: $0, .session, "SAML Core 2.0, 2.7.2.2")
            }
        }

        /// Returns whether a part of the context describes the authentication; a reference must not be empty.
        private static func says(_ part: XMLElement) -> Bool {
            switch part.name {
            case "AuthnContextClassRef", "AuthnContextDeclRef": (try? part.text()) != ""
            default: true
            }
        }
    }

    /// Two dates of an element, and whether the present ones are valid.
    private struct ReadTimes {
        let first: Date?
        let second: Date?
        let areReadable: Bool

        init(_ element: XMLElement?, _ firstName: String, _ secondName: String) {
            let texts = (element?.attribute(firstName), element?.attribute(secondName))
            first = texts.0.flatMap(SAMLInstant.parse)
            second = texts.1.flatMap(SAMLInstant.parse)
            areReadable = (texts.0 == nil || first != nil) && (texts.1 == nil || second != nil)
        }
    }
}
