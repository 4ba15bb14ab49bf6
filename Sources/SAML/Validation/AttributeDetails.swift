import TVSimStructuredText
import TVSimXMLSecurity

/// What an attribute shows beside its values, for the explanation of a refusal.
struct AttributeDetails {
    let name: String
    /// The name for people, which SAML does not compare (SAML Core 2.0, 2.7.3.1).
    let friendlyName: String?
    /// The number of `AttributeValue` elements.
    let elements: Int
    /// The number of those with `xsi:nil`, which do not count as values.
    let nils: Int
    /// Whether a value with `xsi:nil` has content, which is not read.
    let hasUnreadContent: Bool

    init(_ element: XMLElement) {
        let values = element.children("AttributeValue", SAMLNames.assertionNamespace)
        let nils = values.filter(Self.isNil)
        name = element.attribute("Name") ?? ""
        friendlyName = element.attribute("FriendlyName")
        elements = values.count
        self.nils = nils.count
        hasUnreadContent = nils.contains { !$0.shownContent.isEmpty }
    }

    /// Returns whether an `AttributeValue` says that it has no value (SAML Core 2.0, 2.7.3.1.1).
    static func isNil(_ value: XMLElement) -> Bool {
        let isNil = value.attribute("nil", SAMLNames.schemaInstanceNamespace)?.trimmedOfXMLSpace
        return isNil == "true" || isNil == "1"
    }

    /// Says why the attribute has no value, as the end of a sentence about it.
    var absence: String {
        if elements == 0 { return "has no value: it has no <AttributeValue>" }
        if nils == elements {
            return "has no value: each <AttributeValue> (\(nils)) is nil (xsi:nil)"
                + (hasUnreadContent ? ", and its content does not count" : "")
        }
        return elements == 1
            ? "is empty: its <AttributeValue> has no text"
            : "is empty: none of its \(elements) <AttributeValue> has text"
    }
}

extension AssertionClaims {
    /// Notes about texts with white space at their ends, which other readers may remove.
    var edgeNotes: [String] {
        var texts: [String] = []
        if issuer?.name.rawValue.hasXMLSpaceAtEnds ?? false { texts.append("<Issuer>") }
        if case .name(let name) = name, name.rawValue.hasXMLSpaceAtEnds { texts.append("<NameID>") }
        texts += attributes.filter { $0.values.contains(where: \.hasXMLSpaceAtEnds) }.prefix(8)
            .map { "the attribute '\($0.name.prefix(256))'" }
        return texts.map {
            "The value of \($0) has white space at an end, which is a part of it (SAML Core 2.0, 1.3.1)."
        }
    }

    /// Notes about content of attributes that is not read.
    var valueNotes: [String] {
        attributeDetails.filter(\.hasUnreadContent).prefix(8).map {
            "The attribute '\($0.name.prefix(256))' has a value that is nil (xsi:nil) and has content, which is not read "
                + "(XML Schema 1, 3.3.4)."
        }
    }
}
