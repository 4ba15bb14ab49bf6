package import Foundation
import TVSimSAML
package import TVSimXMLSecurity

/// What a run takes from the metadata of a service provider (SAML Metadata 2.0, 2.4.4).
package struct ServiceProviderMetadata: Sendable, Hashable {
    package let entityID: String
    /// The addresses that accept responses by HTTP POST, the default first.
    package let consumers: [String]
    /// The address for LogoutRequests by HTTP-Redirect; `nil` without one.
    package let singleLogout: String?
    /// The address for LogoutResponses by HTTP-Redirect; `nil` without one.
    package let logoutResponses: String?
    /// The certificate with which assertions are encrypted for it (PEM); `nil` if it has none.
    package let encryptionCertificate: String?

    private static let namespace = "urn:oasis:names:tc:SAML:2.0:metadata"
    private static let signatures = "http://www.w3.org/2000/09/xmldsig#"

    /// Creates metadata of what a configuration gives without a document.
    package init(entityID: String, consumer: String) {
        (self.entityID, consumers) = (entityID, [consumer])
        (singleLogout, logoutResponses, encryptionCertificate) = (nil, nil, nil)
    }

    /// Reads a document.
    ///
    /// - Throws: `XMLError` if it is not the metadata of one service provider.
    package init(_ document: Data) throws(XMLError) {
        let root = try XMLTree(document).root()
        let entities =
            root.isNamed("EntityDescriptor", Self.namespace)
            ? [root]
            : root.children("EntityDescriptor", Self.namespace)
        let described = entities.filter { $0.child("SPSSODescriptor", Self.namespace) != nil }
        guard described.count == 1, let entity = described.first, let name = entity.attribute("entityID"),
            let role = entity.child("SPSSODescriptor", Self.namespace)
        else {
            throw XMLError(
                .structure,
                "The metadata describes \(described.count) service providers (<SPSSODescriptor>): expected one.")
        }
        let services = role.children("AssertionConsumerService", Self.namespace)
            .filter { $0.attribute("Binding") == EntityMetadata.Binding.post.rawValue }
        let ordered =
            services.filter { $0.attribute("isDefault") == "true" }
            + services.filter { $0.attribute("isDefault") != "true" }
        (entityID, consumers) = (name, ordered.compactMap { $0.attribute("Location") })
        let logout = role.children("SingleLogoutService", Self.namespace)
            .first { $0.attribute("Binding") == EntityMetadata.Binding.redirect.rawValue }
        singleLogout = logout?.attribute("Location")
        logoutResponses = logout?.attribute("ResponseLocation") ?? singleLogout
        let key =
            role.children("KeyDescriptor", Self.namespace).first { $0.attribute("use") == "encryption" }
            ?? role.children("KeyDescriptor", Self.namespace).first { $0.attribute("use") == nil }
        let text = try key?.child("KeyInfo", Self.signatures)?.child("X509Data", Self.signatures)?
            .child("X509Certificate", Self.signatures)?.text()
        encryptionCertificate = text.flatMap { Data(base64Encoded: $0, options: .ignoreUnknownCharacters) }.map {
            let lines = $0.base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed])
            return "-----BEGIN CERTIFICATE-----\n\(lines)\n-----END CERTIFICATE-----\n"
        }
    }
}
