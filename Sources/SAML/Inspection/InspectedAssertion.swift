import XMLSecurity

/// One assertion as it stands in a response that was not checked.
package struct InspectedAssertion: Sendable, Hashable, Codable {
    /// A bearer's, or another, confirmation.
    package struct Confirmation: Sendable, Hashable, Codable {
        /// The method's identifier.
        package let method: String?
        /// Where the assertion is to be delivered.
        package let recipient: String?
        /// The request that is answered.
        package let inResponseTo: String?
        /// The first instant that is too late.
        package let notOnOrAfter: String?
    }

    /// The element in which it stands.
    package let parent: String?
    /// Identifies the assertion.
    package let id: String?
    /// When it was issued.
    package let issueInstant: String?
    /// Who issued it.
    package let issuer: String?
    /// Whom it is about.
    package let nameID: String?
    /// The kind of name.
    package let nameIDFormat: String?
    /// How the subject may be confirmed.
    package let confirmations: [Confirmation]
    /// From when it holds.
    package let notBefore: String?
    /// The first instant at which it holds no more.
    package let notOnOrAfter: String?
    /// For whom it is: one list for each restriction.
    package let audiences: [[String]]
    /// When the person was authenticated.
    package let authnInstant: String?
    /// When the person's session ends.
    package let sessionNotOnOrAfter: String?
    /// How the person was authenticated.
    package let authnContext: String?
    /// What it says of the person, in order.
    package let attributes: [SAMLAttribute]

    init(_ assertion: XMLElement) {
        let saml = SAMLNames.assertionNamespace
        parent = assertion.parent?.name
        id = assertion.attribute("ID")
        issueInstant = assertion.attribute("IssueInstant")
        issuer = assertion.child("Issuer", saml)?.lenientText
        let subject = assertion.child("Subject", saml)
        let name = subject?.child("NameID", saml)
        nameID = name?.lenientText
        nameIDFormat = name?.attribute("Format")
        confirmations = (subject?.children("SubjectConfirmation", saml) ?? []).map { confirmation in
            let data = confirmation.child("SubjectConfirmationData", saml)
            return Confirmation(
                method: confirmation.attribute("Method"), recipient: data?.attribute("Recipient"),
                inResponseTo: data?.attribute("InResponseTo"), notOnOrAfter: data?.attribute("NotOnOrAfter"))
        }
        let conditions = assertion.child("Conditions", saml)
        notBefore = conditions?.attribute("NotBefore")
        notOnOrAfter = conditions?.attribute("NotOnOrAfter")
        audiences = (conditions?.children("AudienceRestriction", saml) ?? []).map { restriction in
            restriction.children("Audience", saml).compactMap(\.lenientText)
        }
        let statement = assertion.child("AuthnStatement", saml)
        authnInstant = statement?.attribute("AuthnInstant")
        sessionNotOnOrAfter = statement?.attribute("SessionNotOnOrAfter")
        authnContext = statement?.child("AuthnContext", saml)?.child("AuthnContextClassRef", saml)?.lenientText
        attributes = assertion.children("AttributeStatement", saml).flatMap { $0.children("Attribute", saml) }.map {
            SAMLAttribute(
                name: $0.attribute("Name") ?? "", nameFormat: $0.attribute("NameFormat"),
                values: $0.children("AttributeValue", saml).compactMap(\.lenientText))
        }
    }
}
