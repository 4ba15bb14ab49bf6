import TVSimStructuredText
import TVSimXMLSecurity

/// The contents of an Assertion element, read only from bytes with a verified signature.
///
/// A missing or unreadable part is not an error here: the policies judge it.
struct AssertionClaims {
    /// The subject's name.
    enum Name {
        /// The assertion has no subject, or one with a name of another kind.
        case absent
        /// The subject has no name of any kind.
        case unnamed
        case unreadable
        case name(UserID)
    }

    let id: String
    let version: String?
    let issued: WrittenTime?
    private(set) var issuer: Issuer?
    private(set) var name = Name.absent
    private(set) var nameQualifiers = NameQualifiers()
    private(set) var confirmations: [Confirmation] = []
    private(set) var conditions: Conditions?
    private(set) var statements: [AuthnStatement] = []
    private(set) var attributes: [SAMLAttribute] = []
    /// What the attributes show beside their values, in the same order.
    private(set) var attributeDetails: [AttributeDetails] = []
    /// Whether an encrypted attribute cannot be decrypted.
    private(set) var hasUnreadableAttribute = false
    /// Whether an attribute statement contains no attribute.
    private(set) var hasEmptyAttributeStatement = false

    init(_ assertion: XMLElement, _ reader: inout ClaimReader) {
        id = assertion.attribute("ID") ?? ""
        version = assertion.attribute("Version")
        issued = WrittenTime(assertion, "IssueInstant")
        for child in assertion.children where child.namespace == SAMLNames.assertionNamespace {
            switch child.name {
            case "Issuer": issuer = Issuer(child, &reader)
            case "Subject":
                name = readName(of: child, &reader)
                confirmations = child.children("SubjectConfirmation", SAMLNames.assertionNamespace)
                    .map(Confirmation.init)
            case "Conditions": conditions = Conditions(child, &reader)
            case "AuthnStatement": statements.append(AuthnStatement(child, &reader))
            case "AttributeStatement": readAttributes(child, &reader)
            default: break
            }
        }
    }

    /// Reads the subject's only name, decrypting it if necessary.
    private mutating func readName(of subject: XMLElement, _ reader: inout ClaimReader) -> Name {
        var names = subject.children("NameID", SAMLNames.assertionNamespace)
        for holder in subject.children("EncryptedID", SAMLNames.assertionNamespace) {
            guard let name = reader.decrypt(holder, as: "NameID") else { return .unreadable }
            names.append(name)
        }
        let others = subject.children("BaseID", SAMLNames.assertionNamespace).count
        guard let name = names.first else { return others == 0 ? .unnamed : .absent }
        guard names.count + others == 1 else {
            reader.fail(.subject, "The subject has several names.", "SAML Core 2.0, 2.4.1")
            return .unreadable
        }
        nameQualifiers = NameQualifiers(name)
        return reader.text(of: name, .subject, "SAML Core 2.0, 2.2.3").map { .name(UserID($0)) } ?? .unreadable
    }

    private mutating func readAttributes(_ statement: XMLElement, _ reader: inout ClaimReader) {
        let children = statement.children
        if children.isEmpty { hasEmptyAttributeStatement = true }
        for child in children {
            if child.isNamed("Attribute", SAMLNames.assertionNamespace) {
                append(child, &reader)
            } else if child.isNamed("EncryptedAttribute", SAMLNames.assertionNamespace) {
                if let attribute = reader.decrypt(child, as: "Attribute") {
                    append(attribute, &reader)
                } else {
                    hasUnreadableAttribute = true
                }
            }
        }
    }

    private mutating func append(_ attribute: XMLElement, _ reader: inout ClaimReader) {
        attributes.append(SAMLAttribute(attribute, &reader))
        attributeDetails.append(AttributeDetails(attribute))
    }
}

extension SAMLAttribute {
    fileprivate init(_ element: XMLElement, _ reader: inout ClaimReader) {
        let values = element.children("AttributeValue", SAMLNames.assertionNamespace).compactMap { value -> String? in
            // A value with `xsi:nil` does not count (SAML Core 2.0, 2.7.3.1.1).
            guard !AttributeDetails.isNil(value) else { return nil }
            // A value may be a name, as in eduPersonTargetedID; its text is the value (SAML Attribute Profiles, 3).
            let name = value.onlyChild.flatMap { $0.isNamed("NameID", SAMLNames.assertionNamespace) ? $0 : nil }
            return reader.text(of: name ?? value, .attributes, "SAML Core 2.0, 2.7.3.1.1")
        }
        self.init(
            name: element.attribute("Name") ?? "", nameFormat: element.attribute("NameFormat"), values: values)
    }
}
