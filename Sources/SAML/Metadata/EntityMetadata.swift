package import Foundation
package import TVSimXMLSecurity

/// A party's published configuration: its identifier, endpoints and certificates (SAML Metadata 2.0, 2.3.2).
package struct EntityMetadata: Sendable {
    /// A URL that accepts one kind of message with a binding.
    package struct Endpoint: Sendable, Hashable {
        /// The binding.
        package var binding: Binding
        /// The URL for requests.
        package var location: String
        /// The URL for responses; `nil` if it is the URL for requests.
        package var responseLocation: String?

        /// Creates an endpoint.
        package init(_ binding: Binding, _ location: String, responseLocation: String? = nil) {
            self.binding = binding
            self.location = location
            self.responseLocation = responseLocation
        }
    }

    /// The bindings (SAML Bindings 2.0, 3.4 and 3.5).
    package enum Binding: String, Sendable, Hashable {
        case redirect = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect"
        case post = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST"
    }

    /// The role of an entity.
    package enum Role: Sendable {
        /// Authenticates users; `attributes` are the names of the attributes that it can send, and `nameFormats` the
        /// formats of its names, the default first.
        case identityProvider(singleSignOn: [Endpoint], attributes: [String], nameFormats: [String])
        /// Requests authentications.
        case serviceProvider(assertionConsumers: [Endpoint])
    }

    /// The entity's identifier.
    package var entityID: String
    /// The entity's role.
    package var role: Role
    /// The endpoints that end sessions.
    package var singleLogout: [Endpoint]
    /// The certificates of its signatures.
    package var certificates: [TrustedCertificate]
    /// Whether an identity provider wants requests to be signed.
    package var wantsSignedRequests = true
    /// The end of the description's validity; `nil` if it has none.
    package var validUntil: Date?

    /// Creates a description.
    package init(entityID: String, role: Role, singleLogout: [Endpoint] = [], certificates: [TrustedCertificate]) {
        self.entityID = entityID
        self.role = role
        self.singleLogout = singleLogout
        self.certificates = certificates
    }

    /// Returns the description as XML; elements are in the order of the standard's schema.
    package func xml() -> String {
        let name: String
        let flags: String
        let endpoints: String
        let formats: [String]
        switch role {
        case .identityProvider(let singleSignOn, let attributes, let nameFormats):
            name = "IDPSSODescriptor"
            flags = wantsSignedRequests ? #" WantAuthnRequestsSigned="true""# : ""
            formats = nameFormats
            endpoints =
                singleSignOn.map { Self.element("SingleSignOnService", $0) }.joined()
                + attributes.map {
                    #"<saml:Attribute xmlns:saml="\#(SAMLNames.assertionNamespace)""#
                        + #" Name="\#(XMLEscaping.escape($0))" NameFormat="\#(SAMLNames.basicAttributeName)"/>"#
                }.joined()
        case .serviceProvider(let consumers):
            name = "SPSSODescriptor"
            flags = #" AuthnRequestsSigned="true" WantAssertionsSigned="true""#
            // The first format is the one in its requests; it accepts the other too.
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
        let end = validUntil.map { #" validUntil="\#(SAMLInstant.format($0))""# } ?? ""
        return #"<?xml version="1.0" encoding="UTF-8"?>"# + "\n"
            + #"<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata""#
            + #" entityID="\#(XMLEscaping.escape(entityID))"\#(end)>"#
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
