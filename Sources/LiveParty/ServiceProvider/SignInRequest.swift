import Foundation
import TVSimSAML
import TVSimStructuredText
import TVSimXMLSecurity

/// What a run needs of a service provider's AuthnRequest.
///
/// The request is read leniently, and nothing in it is verified: the party under test sends it to us.
package struct SignInRequest: Sendable, Hashable {
    package let id: String
    /// The party's entity ID; `nil` if the request does not name it.
    package let issuer: String?
    /// The consumer that the request names; `nil` for the default one.
    package let consumer: String?
    /// The format of the name that it wants; `nil` for any.
    package let format: String?
    package let relayState: String?

    private static let anyFormat = "urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified"

    /// Reads the fields of a query or a form; `nil` if they have no AuthnRequest.
    package init?(_ fields: [(name: String, value: String)], isCompressed: Bool) {
        func value(_ name: String) -> String? { fields.first { $0.name == name }?.value }
        guard let text = value("SAMLRequest"),
            let octets = Data(base64Encoded: text, options: .ignoreUnknownCharacters),
            let xml = isCompressed ? (try? Deflate.decompress(octets)) : octets,
            let root = try? XMLTree(xml).root(), root.isNamed("AuthnRequest", SAMLNames.protocolNamespace),
            let id = root.attribute("ID"), !id.isEmpty
        else { return nil }
        self.id = id
        issuer = try? root.child("Issuer", SAMLNames.assertionNamespace)?.text()
        consumer = root.attribute("AssertionConsumerServiceURL")
        let wanted = root.child("NameIDPolicy", SAMLNames.protocolNamespace)?.attribute("Format")
        format = wanted == Self.anyFormat ? nil : wanted
        relayState = value("RelayState")
    }

    /// Reads the request with which a visit ended at our sign-in address; `nil` if it has none.
    package init?(_ visit: Visit) {
        if let form = visit.form, form.isPost {
            self.init(form.sent, isCompressed: false)
        } else {
            guard let fields = visit.hops.last?.address.query.flatMap({ FormCoding.decode($0) }) else { return nil }
            self.init(fields.map { ($0.name, $0.value) }, isCompressed: true)
        }
    }
}
