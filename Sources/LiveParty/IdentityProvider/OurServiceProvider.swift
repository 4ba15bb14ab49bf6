import Foundation
import TVSimSAML
import TVSimStructuredText
package import TVSimXMLSecurity

/// The service provider that a run plays for an identity provider.
package struct OurServiceProvider: Sendable {
    package let entityID: String
    /// The address of its assertion consumer, which is never resolved: the browser of the run stops there.
    package let consumer: String
    /// The address for logout messages, which is never resolved either.
    package let logout: String
    /// The key that the identity provider has in our metadata.
    package let identity: SigningIdentity
    /// A key that no party knows.
    package let impostor: SigningIdentity

    /// Where a stranger's answers would go, if an identity provider sent them there.
    static let stranger = "https://stranger.tvsim-live.invalid/acs"

    /// Creates the party of a folder of keys.
    ///
    /// - Parameters:
    ///   - name: What tells the folder from others: a few letters and digits.
    ///   - identity: Its key.
    ///   - impostor: The other key of the folder.
    package init(name: String, identity: SigningIdentity, impostor: SigningIdentity) {
        let base = "https://sp.tvsim-live.invalid/\(name)"
        (entityID, consumer, logout) = (base, base + "/acs", base + "/slo")
        (self.identity, self.impostor) = (identity, impostor)
    }

    /// The metadata to hand over.
    package var metadata: String {
        EntityMetadata(
            entityID: entityID, role: .serviceProvider(assertionConsumers: [.init(.post, consumer)]),
            singleLogout: [.init(.redirect, logout)], certificates: [identity.certificate]
        ).xml()
    }

    /// Returns whether an address is one of this party, at which a visit ends.
    package func owns(_ address: WebAddress) -> Bool { [consumer, logout].contains(address.place) }

    /// Returns a new identifier of a message (SAML Core 2.0, 1.3.4).
    static func identifier() -> String { "_" + UUID().uuidString.lowercased().filter { $0 != "-" } }
}

/// A message in a query, before it is signed.
struct QueryDraft {
    var name = RedirectBinding.Message.request
    var xml: String
    var relayState: String? = "tvsim-live"
    /// The signing key; `nil` for an unsigned query.
    var identity: SigningIdentity?
    var algorithm = SignatureAlgorithm.rsaSHA256
    /// Whether the XML is compressed.
    var isCompressed = true
    /// Changes the query that is signed.
    var signedQuery: @Sendable (String) -> String = { $0 }
    /// Changes the signed query.
    var query: @Sendable (String) -> String = { $0 }

    init(_ xml: String, signedBy identity: SigningIdentity?) {
        self.xml = xml
        self.identity = identity
    }

    /// Returns the query, without the question mark.
    ///
    /// - Throws: `XMLError` if the key cannot sign; `MessageError` if the message cannot be compressed.
    func text() throws -> String {
        let octets = isCompressed ? try Deflate.compress(Data(xml.utf8)) : Data(xml.utf8)
        var text = "\(name.rawValue)=" + PercentCoding.encode(octets.base64EncodedString())
        if let relayState { text += "&RelayState=" + PercentCoding.encode(relayState) }
        if let identity {
            text = signedQuery(text + "&SigAlg=" + PercentCoding.encode(algorithm.rawValue))
            let signature = try identity.sign(Data(text.utf8), algorithm: algorithm)
            text += "&Signature=" + PercentCoding.encode(signature.base64EncodedString())
        }
        return query(text)
    }
}
