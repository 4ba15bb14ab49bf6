import TVSimXMLSecurity

/// The identifiers of SAML 2.0 that this package writes and reads.
package enum SAMLNames {
    /// The namespace of protocol messages.
    package static let protocolNamespace = "urn:oasis:names:tc:SAML:2.0:protocol"
    /// The namespace of assertions.
    package static let assertionNamespace = "urn:oasis:names:tc:SAML:2.0:assertion"
    /// The namespace of attributes such as `xsi:nil` (XML Schema Part 1, 2.6).
    package static let schemaInstanceNamespace = "http://www.w3.org/2001/XMLSchema-instance"
    /// The confirmation method of a bearer (SAML Profiles 2.0, 3.3).
    package static let bearer = "urn:oasis:names:tc:SAML:2.0:cm:bearer"
    /// The confirmation method of a key holder (SAML Profiles 2.0, 3.1).
    package static let holderOfKey = "urn:oasis:names:tc:SAML:2.0:cm:holder-of-key"
    /// A persistent name identifier (SAML Core 2.0, 8.3.7).
    package static let persistent = "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent"
    /// A name identifier for one session (SAML Core 2.0, 8.3.8).
    package static let transient = "urn:oasis:names:tc:SAML:2.0:nameid-format:transient"
    /// A name identifier of an unspecified format (SAML Core 2.0, 8.3.1).
    package static let unspecified = "urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified"
    /// An address of e-mail as a name (SAML Core 2.0, 8.3.2).
    package static let emailAddress = "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress"
    /// Returns the identifier of a name format from its last word (SAML Core 2.0, 8.3); an identifier is returned
    /// unchanged.
    package static func nameIDFormat(_ name: String) -> String {
        guard !name.isEmpty, !name.contains(":") else { return name }
        let older = ["unspecified", "emailAddress", "X509SubjectName", "WindowsDomainQualifiedName"]
        return "urn:oasis:names:tc:SAML:\(older.contains(name) ? "1.1" : "2.0"):nameid-format:\(name)"
    }

    /// The name of an entity, the default format of an issuer (SAML Core 2.0, 8.3.6).
    package static let entity = "urn:oasis:names:tc:SAML:2.0:nameid-format:entity"
    /// A plain attribute name (SAML Core 2.0, 8.2.3).
    package static let basicAttributeName = "urn:oasis:names:tc:SAML:2.0:attrname-format:basic"
    /// Returns the identifier of an attribute name format from its last word (SAML Core 2.0, 8.2).
    ///
    /// An identifier is returned unchanged.
    package static func attributeNameFormat(_ name: String) -> String {
        name.isEmpty || name.contains(":") ? name : "urn:oasis:names:tc:SAML:2.0:attrname-format:\(name)"
    }

    /// An authentication by password over a protected transport (SAML Authentication Context 2.0, 3.4.8).
    package static let passwordProtectedTransport = "urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport"
}

/// The status codes of SAML Core 2.0, 3.2.2.2 that this package uses.
package enum SAMLStatusCode {
    private static let prefix = "urn:oasis:names:tc:SAML:2.0:status:"

    /// The request succeeded.
    package static let success = prefix + "Success"
    /// The request was wrong.
    package static let requester = prefix + "Requester"
    /// The responder failed.
    package static let responder = prefix + "Responder"
    /// The user could not be authenticated.
    package static let authenticationFailed = prefix + "AuthnFailed"
    /// The responder does not know the user.
    package static let unknownPrincipal = prefix + "UnknownPrincipal"
    /// The user is not signed in, and the request forbids asking.
    package static let noPassive = prefix + "NoPassive"
    /// The provider refuses the request.
    package static let requestDenied = prefix + "RequestDenied"

    /// The provider cannot return a name in the requested form.
    package static let invalidNameIDPolicy = prefix + "InvalidNameIDPolicy"
    /// The provider cannot authenticate the user in the requested way.
    package static let noAuthnContext = prefix + "NoAuthnContext"
    /// The provider does not support the requested binding.
    package static let unsupportedBinding = prefix + "UnsupportedBinding"

    /// Returns the identifier of a status code from its last word; an identifier is returned unchanged.
    package static func named(_ name: String) -> String {
        name.contains(":") ? name : prefix + name
    }

    /// Returns the XML of codes from the top one down, each inside the previous one.
    static func nested(_ codes: [String]) -> String {
        codes.reversed().reduce("") { inner, code in
            #"<samlp:StatusCode Value="\#(XMLEscaping.escape(code))">\#(inner)</samlp:StatusCode>"#
        }
    }
}
