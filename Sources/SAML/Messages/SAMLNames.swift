import XMLSecurity

/// The identifiers of SAML 2.0 that this package writes and reads.
package enum SAMLNames {
    /// The namespace of protocol messages.
    package static let protocolNamespace = "urn:oasis:names:tc:SAML:2.0:protocol"
    /// The namespace of assertions.
    package static let assertionNamespace = "urn:oasis:names:tc:SAML:2.0:assertion"
    /// The namespace of attributes such as `xsi:nil`, XML Schema Part 1 § 2.6.
    package static let schemaInstanceNamespace = "http://www.w3.org/2001/XMLSchema-instance"
    /// The method of a bearer's confirmation, SAML Profiles 2.0 § 3.3.
    package static let bearer = "urn:oasis:names:tc:SAML:2.0:cm:bearer"
    /// The method of whoever holds a key, SAML Profiles 2.0 § 3.1.
    package static let holderOfKey = "urn:oasis:names:tc:SAML:2.0:cm:holder-of-key"
    /// A name identifier that stays the same, SAML Core 2.0 § 8.3.7.
    package static let persistent = "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent"
    /// A name identifier for one session, SAML Core 2.0 § 8.3.8.
    package static let transient = "urn:oasis:names:tc:SAML:2.0:nameid-format:transient"
    /// A name identifier of whatever kind the issuer likes, SAML Core 2.0 § 8.3.1.
    package static let unspecified = "urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified"
    /// The identifier of a kind of name that is told by its last word, SAML Core 2.0 § 8.3; an identifier stays what it is.
    package static func nameIDFormat(_ name: String) -> String {
        guard !name.isEmpty, !name.contains(":") else { return name }
        let older = ["unspecified", "emailAddress", "X509SubjectName", "WindowsDomainQualifiedName"]
        return "urn:oasis:names:tc:SAML:\(older.contains(name) ? "1.1" : "2.0"):nameid-format:\(name)"
    }

    /// The name of an entity, SAML Core 2.0 § 8.3.6: what an issuer's name is unless it says otherwise.
    package static let entity = "urn:oasis:names:tc:SAML:2.0:nameid-format:entity"
    /// An attribute name that is just a name, SAML Core 2.0 § 8.2.3.
    package static let basicAttributeName = "urn:oasis:names:tc:SAML:2.0:attrname-format:basic"
    /// The identifier of a kind of attribute name that is told by its last word, SAML Core 2.0 § 8.2; an identifier stays what
    /// it is.
    package static func attributeNameFormat(_ name: String) -> String {
        name.isEmpty || name.contains(":") ? name : "urn:oasis:names:tc:SAML:2.0:attrname-format:\(name)"
    }

    /// An authentication by password, SAML Authentication Context 2.0 § 3.4.8.
    package static let passwordProtectedTransport = "urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport"
}

/// The status codes of SAML Core 2.0 § 3.2.2.2 that this package uses by name.
package enum SAMLStatusCode {
    private static let prefix = "urn:oasis:names:tc:SAML:2.0:status:"

    /// The request succeeded.
    package static let success = prefix + "Success"
    /// The request was wrong.
    package static let requester = prefix + "Requester"
    /// The responder failed.
    package static let responder = prefix + "Responder"
    /// The person could not be authenticated.
    package static let authenticationFailed = prefix + "AuthnFailed"
    /// The responder does not know the person.
    package static let unknownPrincipal = prefix + "UnknownPrincipal"
    /// The person is not known, and may not be asked.
    package static let noPassive = prefix + "NoPassive"
    /// The provider does not do what it is asked.
    package static let requestDenied = prefix + "RequestDenied"

    /// The provider cannot name the person as it is asked to.
    package static let invalidNameIDPolicy = prefix + "InvalidNameIDPolicy"
    /// The provider cannot authenticate the person as it is asked to.
    package static let noAuthnContext = prefix + "NoAuthnContext"
    /// The provider does not answer by the binding that is asked for.
    package static let unsupportedBinding = prefix + "UnsupportedBinding"

    /// The identifier of a code that is told by the last word of one of SAML 2.0; an identifier stays what it is.
    package static func named(_ name: String) -> String {
        name.contains(":") ? name : prefix + name
    }

    /// Writes codes from the top one down, each inside the one before.
    static func nested(_ codes: [String]) -> String {
        codes.reversed().reduce("") { inner, code in
            #"<samlp:StatusCode Value="\#(XMLEscaping.escape(code))">\#(inner)</samlp:StatusCode>"#
        }
    }
}
