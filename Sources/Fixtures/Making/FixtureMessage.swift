import Foundation
import TVSimCore
import TVSimEntitlementService
import TVSimIdentityProvider
package import TVSimSAML
import TVSimStateStorage
import TVSimStructuredText
import TVSimXMLSecurity

/// Creates the messages of cases in the query of an address; a name and a seed always give the same bytes.
package struct FixtureMessage: Sendable {
    static let relayState = "fixture"
    /// The documented address of the entitlement service for answers to its logout requests.
    static let logoutResponseService = "https://sp.auth.adobe.com/sp/saml/LogoutServiceHTTPRedirectResponse"

    /// The XML.
    package let xml: String
    /// The query, without the question mark.
    package let query: String

    /// Creates a message.
    ///
    /// - Throws: ``XMLError`` if a key in the source is malformed or cannot sign, ``MessageError`` if the message cannot
    ///   be compressed.
    package init(_ recipe: MessageRecipe, name: String, seed: UInt64) throws {
        let source = Simulation(store: MemoryStateStore()).identifiers
        try source.reseed(FixtureResponse.seed(of: name, from: seed))
        let valid = Self.validXML(recipe.kind, id: try source.xmlIdentifier())
        xml = if case .xml(let change) = recipe.defect { change(valid) } else { valid }
        let octets = Data(xml.utf8)
        let encoded =
            if case .octets(let encode) = recipe.defect { encode(octets) } else { try Deflate.compress(octets) }
        let algorithm = if case .algorithm(let given) = recipe.defect { given } else { SignatureAlgorithm.rsaSHA256 }

        var signed = "\(recipe.kind.parameter.rawValue)=" + PercentCoding.encode(encoded.base64EncodedString())
        if let relayState = recipe.sentRelayState { signed += "&RelayState=" + PercentCoding.encode(relayState) }
        signed += "&SigAlg=" + PercentCoding.encode(algorithm.rawValue)
        signed = recipe.spelling(signed)
        if case .signedQuery(let change) = recipe.defect { signed = change(signed) }
        var identity = try recipe.kind.identity()
        if case .impostor = recipe.defect { identity = try FixtureKeys.impostor() }
        let signature = try identity.sign(Data(signed.utf8), algorithm: algorithm)
        let whole = recipe.order(signed + "&Signature=" + PercentCoding.encode(signature.base64EncodedString()))
        query = if case .query(let change) = recipe.defect { change(whole) } else { whole }
    }

    private static func validXML(_ kind: MessageRecipe.Kind, id: String) -> String {
        let parties = FixtureParties.current
        let (now, sender) = (parties.instant, EntityID(kind.issuer))
        switch kind {
        case .authnRequest:
            return AuthnRequest(
                id: id, issueInstant: now, issuer: sender, destination: kind.destination,
                assertionConsumerService: parties.recipient
            ).xml()
        case .logoutRequest:
            return LogoutRequest(
                id: id, issueInstant: now, issuer: sender, destination: kind.destination,
                nameID: UserID(parties.nameID),
                qualifiers: NameQualifiers(format: SAMLNames.nameIDFormat(parties.nameIDFormat)),
                sessionIndexes: [parties.sessionIndex ?? "session-1"]
            ).xml()
        case .logoutResponse:
            return LogoutResponse(
                id: id, inResponseTo: MessageID(parties.request), issueInstant: now, issuer: sender,
                destination: EndpointLocation(kind.destination)
            ).xml()
        }
    }
}

extension MessageRecipe.Kind {
    /// The name of the message's parameter.
    package var parameter: RedirectBinding.Message { self == .logoutResponse ? .response : .request }

    /// The entity ID of the sender.
    var issuer: String { FixtureParties.current.exchange(self).issuer }

    /// The address of the receiver.
    var destination: String { FixtureParties.current.exchange(self).destination }

    /// The certificate of the sender, as PEM.
    package var certificate: String { FixtureParties.current.exchange(self).certificate }

    fileprivate func identity() throws -> SigningIdentity {
        if let given = FixtureParties.current.exchange(self).identity { return given }
        guard self != .logoutResponse else { return try FixtureKeys.identity() }
        return try SigningIdentity(
            privateKeyPEM: SimulationKeys.samlPrivateKey, certificatePEM: SimulationKeys.samlCertificate)
    }
}

extension MessageRecipe {
    /// The relay state: an answer repeats that of its request (SAML Bindings 2.0, 3.4.3).
    var sentRelayState: String? {
        kind == .logoutResponse ? FixtureParties.current.exchange(kind).relayState : relayState
    }
}
