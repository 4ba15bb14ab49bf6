import XMLSecurity

/// About whom a service provider asks, where it knows that already (SAML Core 2.0 § 3.4.1).
package struct RequestedSubject: Sendable, Hashable {
    /// The person's name; empty where the request names them in a way that is not read: encrypted, or by a kind of
    /// identifier of its own.
    package var name: String
    /// What belongs to the name.
    package var qualifiers: NameQualifiers

    /// Creates a subject.
    package init(name: String, qualifiers: NameQualifiers = NameQualifiers()) {
        self.name = name
        self.qualifiers = qualifiers
    }

    /// Reads the element; `nil` where it holds confirmations alone, and so names nobody.
    init?(_ element: XMLElement) throws {
        if let name = element.child("NameID", SAMLNames.assertionNamespace) {
            self.init(name: try name.text(), qualifiers: NameQualifiers(name))
        } else if element.children.allSatisfy({ $0.isNamed("SubjectConfirmation", SAMLNames.assertionNamespace) }) {
            return nil
        } else {
            self.init(name: "")
        }
    }

    var xml: String {
        "<saml:Subject><saml:NameID\(qualifiers.attributes)>\(XMLEscaping.escape(name))</saml:NameID></saml:Subject>"
    }
}
