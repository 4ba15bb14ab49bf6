import XMLSecurity

/// By what kind of name a service provider would know the person (SAML Core 2.0 § 3.4.1.1).
package struct NameIDPolicy: Sendable, Hashable {
    /// The kind of name; `nil`: the provider chooses.
    package var format: String?
    /// In whose realm the name is to hold; `nil`: whoever asks.
    package var spNameQualifier: String?
    /// Whether the provider may make a name where there is none yet.
    package var allowCreate: Bool

    /// Creates a policy.
    package init(format: String? = nil, spNameQualifier: String? = nil, allowCreate: Bool = true) {
        self.format = format
        self.spNameQualifier = spNameQualifier
        self.allowCreate = allowCreate
    }

    /// Reads the element.
    ///
    /// - Throws: ``MessageError`` when `AllowCreate` is no Boolean.
    init(_ element: XMLElement) throws {
        format = element.attribute("Format")
        spNameQualifier = element.attribute("SPNameQualifier")
        allowCreate = try AuthnRequest.flag(element, "AllowCreate")
    }

    var xml: String {
        var text = "<samlp:NameIDPolicy"
        if allowCreate { text += #" AllowCreate="true""# }
        if let format { text += #" Format="\#(XMLEscaping.escape(format))""# }
        if let spNameQualifier { text += #" SPNameQualifier="\#(XMLEscaping.escape(spNameQualifier))""# }
        return text + "></samlp:NameIDPolicy>"
    }
}
