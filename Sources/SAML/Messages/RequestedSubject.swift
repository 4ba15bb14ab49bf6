package import TVSimStructuredText
import TVSimXMLSecurity

/// The subject of a request that a service provider already knows (SAML Core 2.0, 3.4.1).
package struct RequestedSubject: Sendable, Hashable {
    /// The subject's name; empty if it is encrypted or an unsupported kind of identifier.
    package var name: UserID
    /// The qualifiers of the name.
    package var qualifiers: NameQualifiers

    /// Creates a subject.
    package init(name: UserID, qualifiers: NameQualifiers = NameQualifiers()) {
        self.name = name
        self.qualifiers = qualifiers
    }

    /// Reads the element; `nil` if it contains only confirmations and no name.
    init?(_ element: XMLElement) throws {
        if let name = element.child("NameID", SAMLNames.assertionNamespace) {
            self.init(name: UserID(try name.exactText()), qualifiers: NameQualifiers(name))
        } else if element.children.allSatisfy({ $0.isNamed("SubjectConfirmation", SAMLNames.assertionNamespace) }) {
            return nil
        } else {
            self.init(name: "")
        }
    }

    var xml: String {
        "<saml:Subject><saml:NameID\(qualifiers.attributes)>\(XMLEscaping.escape(name.rawValue))</saml:NameID></saml:Subject>"
    }
}
