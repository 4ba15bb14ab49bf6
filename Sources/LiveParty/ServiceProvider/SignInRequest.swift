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

    /// Reads the request with which a visit ended at our sign-in address; `nil` if it has none.
    package init?(_ visit: Visit) {
        guard let (root, id, relayState) = visit.request(named: "AuthnRequest") else { return nil }
        (self.id, self.relayState) = (id, relayState)
        issuer = try? root.child("Issuer", SAMLNames.assertionNamespace)?.text()
        consumer = root.attribute("AssertionConsumerServiceURL")
        let wanted = root.child("NameIDPolicy", SAMLNames.protocolNamespace)?.attribute("Format")
        format = wanted == Self.anyFormat ? nil : wanted
    }
}

/// The LogoutRequest with which a service provider ends a session at us, read as leniently.
package struct SignOutRequest: Sendable, Hashable {
    package let id: String
    package let relayState: String?

    /// Reads the request with which a visit ended at our address for logout messages; `nil` if it has none.
    package init?(_ visit: Visit) {
        guard let (_, id, relayState) = visit.request(named: "LogoutRequest") else { return nil }
        (self.id, self.relayState) = (id, relayState)
    }
}

extension Visit {
    /// Returns the request with which the visit ended at one of our addresses, in a form or in a query.
    fileprivate func request(named name: String) -> (root: XMLElement, id: String, relayState: String?)? {
        let isForm = form?.isPost == true
        let fields =
            isForm
            ? form?.sent : hops.last?.address.query.flatMap { FormCoding.decode($0) }?.map { ($0.name, $0.value) }
        func value(_ name: String) -> String? { fields?.first { $0.name == name }?.value }
        guard let octets = value("SAMLRequest").flatMap({ Data(base64Encoded: $0, options: .ignoreUnknownCharacters) }),
            let xml = isForm ? octets : try? Deflate.decompress(octets),
            let root = try? XMLTree(xml).root(), root.isNamed(name, SAMLNames.protocolNamespace),
            let id = root.attribute("ID"), !id.isEmpty
        else { return nil }
        return (root, id, value("RelayState"))
    }
}
