import TVSimStructuredText
import TVSimXMLSecurity

/// A service provider's requirements for the subject's name (SAML Core 2.0, 3.4.1.1).
package struct NameIDPolicy: Sendable, Hashable {
    /// The format of the name; `nil` if the provider chooses.
    package var format: String?
    /// The service provider or group for which the name is valid; `nil` for the requester.
    package var spNameQualifier: EntityID?
    /// Whether the provider may create a name.
    package var allowCreate: Bool

    /// Creates a policy.
    package init(format: String? = nil, spNameQualifier: EntityID? = nil, allowCreate: Bool = true) {
        self.format = format
        self.spNameQualifier = spNameQualifier
        self.allowCreate = allowCreate
    }

    /// Reads the element.
    ///
    /// - Throws: ``MessageError`` if `AllowCreate` is not a Boolean.
    init(_ element: XMLElement) throws {
        format = element.attribute("Format")
        spNameQualifier = EntityID(element.attribute("SPNameQualifier"))
        allowCreate = try AuthnRequest.flag(element, "AllowCreate")
    }

    var xml: String {
        var text = "<samlp:NameIDPolicy"
        if allowCreate { text += #" AllowCreate="true""# }
        if let format { text += #" Format="\#(XMLEscaping.escape(format))""# }
        if let spNameQualifier { text += #" SPNameQualifier="\#(XMLEscaping.escape(spNameQualifier.rawValue))""# }
        return text + "></samlp:NameIDPolicy>"
    }
}
