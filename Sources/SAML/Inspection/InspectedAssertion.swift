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
        /// From when it holds, which a bearer's must not say.
        package let notBefore: String?
        /// The first instant that is too late.
        package let notOnOrAfter: String?
    }

    /// A report of an authentication.
    package struct AuthnStatement: Sendable, Hashable, Codable {
        /// When the person was authenticated.
        package let authnInstant: String?
        /// When the person's session ends.
        package let sessionNotOnOrAfter: String?
        /// Which of the person's sessions it is.
        package let sessionIndex: String?
        /// How the person was authenticated.
        package let authnContext: String?
    }

    /// The element in which it stands.
    package let parent: String?
    /// Identifies the assertion.
    package let id: String?
    /// The version of SAML.
    package let version: String?
    /// When it was issued.
    package let issueInstant: String?
    /// Who issued it.
    package let issuer: String?
    /// Whom it is about.
    package let nameID: String?
    /// The kind of name.
    package let nameIDFormat: String?
    /// Whether a name is encrypted.
    package let hasEncryptedID: Bool
    /// How the subject may be confirmed.
    package let confirmations: [Confirmation]
    /// From when it holds.
    package let notBefore: String?
    /// The first instant at which it holds no more.
    package let notOnOrAfter: String?
    /// For whom it is: one list for each restriction.
    package let audiences: [[String]]
    /// The names of the other conditions, known or not, with what they count.
    package let otherConditions: [String]
    /// How and when the person was authenticated, report by report.
    package let authnStatements: [AuthnStatement]
    /// What it says of the person, in order.
    package let attributes: [SAMLAttribute]
    /// How many attributes are encrypted.
    package let encryptedAttributes: Int

    init(_ assertion: XMLElement) {
        let saml = SAMLNames.assertionNamespace
        parent = assertion.parent?.name
        id = assertion.attribute("ID")
        version = assertion.attribute("Version")
        issueInstant = assertion.attribute("IssueInstant")
        issuer = assertion.child("Issuer", saml)?.lenientText
        let subject = assertion.child("Subject", saml)
        let name = subject?.child("NameID", saml)
        nameID = name?.lenientText
        nameIDFormat = name?.attribute("Format")
        hasEncryptedID = subject?.child("EncryptedID", saml) != nil
        confirmations = (subject?.children("SubjectConfirmation", saml) ?? []).map { confirmation in
            let data = confirmation.child("SubjectConfirmationData", saml)
            return Confirmation(
                method: confirmation.attribute("Method"), recipient: data?.attribute("Recipient"),
                inResponseTo: data?.attribute("InResponseTo"), notBefore: data?.attribute("NotBefore"),
                notOnOrAfter: data?.attribute("NotOnOrAfter"))
        }
        let conditions = assertion.child("Conditions", saml)
        notBefore = conditions?.attribute("NotBefore")
        notOnOrAfter = conditions?.attribute("NotOnOrAfter")
        audiences = (conditions?.children("AudienceRestriction", saml) ?? []).map { restriction in
            restriction.children("Audience", saml).map(\.lenientText)
        }
        otherConditions = (conditions?.children ?? []).filter { !$0.isNamed("AudienceRestriction", saml) }.map {
            $0.name + ($0.attribute("Count").map { " \($0)" } ?? "")
        }
        authnStatements = assertion.children("AuthnStatement", saml).map {
            AuthnStatement(
                authnInstant: $0.attribute("AuthnInstant"), sessionNotOnOrAfter: $0.attribute("SessionNotOnOrAfter"),
                sessionIndex: $0.attribute("SessionIndex"),
                authnContext: $0.child("AuthnContext", saml)?.child("AuthnContextClassRef", saml)?.lenientText)
        }
        let statements = assertion.children("AttributeStatement", saml)
        encryptedAttributes = statements.reduce(0) { $0 + $1.children("EncryptedAttribute", saml).count }
        attributes = statements.flatMap { $0.children("Attribute", saml) }.map {
            SAMLAttribute(
                name: $0.attribute("Name") ?? "", nameFormat: $0.attribute("NameFormat"),
                values: $0.children("AttributeValue", saml).map(\.lenientText))
        }
    }
}
