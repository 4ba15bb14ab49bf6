import TVSimXMLSecurity

/// An assertion of an unverified response.
package struct InspectedAssertion: Sendable, Hashable, Codable {
    /// A subject confirmation, of a bearer or another method.
    package struct Confirmation: Sendable, Hashable, Codable {
        /// The method's identifier.
        package let method: String?
        /// The address that the assertion must be delivered to.
        package let recipient: String?
        /// The identifier of the answered request.
        package let inResponseTo: String?
        /// The start of its validity, which a bearer's confirmation must not have.
        package let notBefore: String?
        /// The end of its validity, exclusive.
        package let notOnOrAfter: String?
    }

    /// An authentication statement.
    package struct AuthnStatement: Sendable, Hashable, Codable {
        /// The time of the authentication.
        package let authnInstant: String?
        /// The end of the user's session.
        package let sessionNotOnOrAfter: String?
        /// The index of the user's session.
        package let sessionIndex: String?
        /// The class of the authentication context.
        package let authnContext: String?
    }

    /// The parent element.
    package let parent: String?
    /// The assertion's identifier.
    package let id: String?
    /// The version of SAML.
    package let version: String?
    /// The time of issue.
    package let issueInstant: String?
    /// The issuer.
    package let issuer: String?
    /// The subject's name, also one that was decrypted.
    package let nameID: String?
    /// The format of the name.
    package let nameIDFormat: String?
    /// Whether a name is encrypted.
    package let hasEncryptedID: Bool
    /// The subject confirmations.
    package let confirmations: [Confirmation]
    /// The start of the validity.
    package let notBefore: String?
    /// The end of the validity, exclusive.
    package let notOnOrAfter: String?
    /// The audiences: one list for each restriction.
    package let audiences: [[String]]
    /// The names of other conditions, known or unknown, with their counts.
    package let otherConditions: [String]
    /// The authentication statements.
    package let authnStatements: [AuthnStatement]
    /// The attributes in order, then those that were decrypted.
    package let attributes: [SAMLAttribute]
    /// The number of encrypted attributes.
    package let encryptedAttributes: Int

    /// Reads an assertion.
    ///
    /// - Parameters:
    ///   - assertion: The element.
    ///   - parent: The name of the element around it.
    ///   - reader: Opens encrypted names and attributes.
    init(_ assertion: XMLElement, in parent: String?, _ reader: inout EncryptionReader) {
        let saml = SAMLNames.assertionNamespace
        self.parent = parent
        id = assertion.attribute("ID")
        version = assertion.attribute("Version")
        issueInstant = assertion.attribute("IssueInstant")
        issuer = assertion.child("Issuer", saml)?.lenientText
        let subject = assertion.child("Subject", saml)
        let encryptedID = subject?.child("EncryptedID", saml)
        let decryptedID = encryptedID.flatMap { reader.open($0) }
        let name = subject?.child("NameID", saml) ?? decryptedID
        nameID = name?.lenientText
        nameIDFormat = name?.attribute("Format")
        hasEncryptedID = encryptedID != nil
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
        let encrypted = statements.flatMap { $0.children("EncryptedAttribute", saml) }
        encryptedAttributes = encrypted.count
        let decrypted = encrypted.compactMap { reader.open($0) }
        attributes = (statements.flatMap { $0.children("Attribute", saml) } + decrypted).map {
            SAMLAttribute(
                name: $0.attribute("Name") ?? "", nameFormat: $0.attribute("NameFormat"),
                values: $0.children("AttributeValue", saml).map(\.lenientText))
        }
    }
}
