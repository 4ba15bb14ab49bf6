import Foundation
package import XMLSecurity

/// What one side publishes so that others can configure themselves: who it is, where its endpoints are, and by which
/// certificates its signatures are believed (SAML Metadata 2.0 § 2.3.2).
package struct EntityMetadata: Sendable {
    /// Where messages of one kind are taken, by which binding.
    package struct Endpoint: Sendable, Hashable {
        /// The binding.
        package var binding: Binding
        /// Where requests go.
        package var location: String
        /// Where responses go; `nil`: where requests go.
        package var responseLocation: String?

        /// Creates an endpoint.
        package init(_ binding: Binding, _ location: String, responseLocation: String? = nil) {
            self.binding = binding
            self.location = location
            self.responseLocation = responseLocation
        }
    }

    /// How messages travel (SAML Bindings 2.0 § 3.4, 3.5).
    package enum Binding: String, Sendable, Hashable {
        case redirect = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect"
        case post = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST"
    }

    /// What an entity does.
    package enum Role: Sendable {
        /// It authenticates people; `attributes` are the names of what it tells of them.
        case identityProvider(singleSignOn: [Endpoint], attributes: [String])
        /// It asks for that.
        case serviceProvider(assertionConsumers: [Endpoint])
    }

    /// The entity's identifier.
    package var entityID: String
    /// What it does.
    package var role: Role
    /// Where sessions are ended.
    package var singleLogout: [Endpoint]
    /// The certificates of its signatures.
    package var certificates: [TrustedCertificate]

    /// Creates a description.
    package init(entityID: String, role: Role, singleLogout: [Endpoint] = [], certificates: [TrustedCertificate]) {
        self.entityID = entityID
        self.role = role
        self.singleLogout = singleLogout
        self.certificates = certificates
    }

    /// Writes the description; elements stand in the order of the standard's schema.
    package func xml() -> String {
        let name: String
        let flags: String
        let endpoints: String
        let formats: [String]
        switch role {
        case .identityProvider(let singleSignOn, let attributes):
            name = "IDPSSODescriptor"
            flags = #" WantAuthnRequestsSigned="true""#
            // The first is what it chooses where nobody asks for one.
            formats = [SAMLNames.persistent, SAMLNames.transient]
            endpoints =
                singleSignOn.map { Self.element("SingleSignOnService", $0) }.joined()
                + attributes.map {
                    #"<saml:Attribute xmlns:saml="\#(SAMLNames.assertionNamespace)""#
                        + #" Name="\#(XMLEscaping.escape($0))" NameFormat="\#(SAMLNames.basicAttributeName)"/>"#
                }.joined()
        case .serviceProvider(let consumers):
            name = "SPSSODescriptor"
            flags = #" AuthnRequestsSigned="true" WantAssertionsSigned="true""#
            // The first is what its requests ask for; it believes the other as well.
            formats = [SAMLNames.transient, SAMLNames.persistent]
            endpoints = consumers.enumerated().map { index, endpoint in
                let isDefault = index == 0 ? #" isDefault="true""# : ""
                return Self.element(
                    "AssertionConsumerService", endpoint, further: #" index="\#(index)"\#(isDefault)"#)
            }.joined()
        }
        let keys = certificates.map { certificate in
            #"<md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data>"#
                + "<ds:X509Certificate>\(certificate.derBytes.base64EncodedString())</ds:X509Certificate>"
                + "</ds:X509Data></ds:KeyInfo></md:KeyDescriptor>"
        }
        return #"<?xml version="1.0" encoding="UTF-8"?>"# + "\n"
            + #"<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata""#
            + #" entityID="\#(XMLEscaping.escape(entityID))">"#
            + #"<md:\#(name)\#(flags) protocolSupportEnumeration="\#(SAMLNames.protocolNamespace)">"#
            + keys.joined() + singleLogout.map { Self.element("SingleLogoutService", $0) }.joined()
            + formats.map { "<md:NameIDFormat>\($0)</md:NameIDFormat>" }.joined() + endpoints
            + "</md:\(name)></md:EntityDescriptor>\n"
    }

    private static func element(_ name: String, _ endpoint: Endpoint, further: String = "") -> String {
        var text = #"<md:\#(name) Binding="\#(endpoint.binding.rawValue)""#
        text += #" Location="\#(XMLEscaping.escape(endpoint.location))""#
        if let response = endpoint.responseLocation { text += #" ResponseLocation="\#(XMLEscaping.escape(response))""# }
        return text + further + "/>"
    }
}
