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
        if let relayState = recipe.relayState { signed += "&RelayState=" + PercentCoding.encode(relayState) }
        signed += "&SigAlg=" + PercentCoding.encode(algorithm.rawValue)
        signed = recipe.spelling(signed)
        if case .signedQuery(let change) = recipe.defect { signed = change(signed) }
        var identity = try recipe.kind.identity()
        if case .impostor = recipe.defect { identity = try SigningKeys.impostor() }
        let signature = try identity.sign(Data(signed.utf8), algorithm: algorithm)
        let whole = recipe.order(signed + "&Signature=" + PercentCoding.encode(signature.base64EncodedString()))
        query = if case .query(let change) = recipe.defect { change(whole) } else { whole }
    }

    private static func validXML(_ kind: MessageRecipe.Kind, id: String) -> String {
        let now = FixtureCase.instant
        let provider = EntityID(FixtureResponse.issuer)
        let service = EntityID(FixtureResponse.audience)
        switch kind {
        case .authnRequest:
            return AuthnRequest(
                id: id, issueInstant: now, issuer: service, destination: kind.destination,
                assertionConsumerService: FixtureResponse.recipient
            ).xml()
        case .logoutRequest:
            return LogoutRequest(
                id: id, issueInstant: now, issuer: service, destination: kind.destination,
                nameID: UserID(FixtureResponse.nameID), qualifiers: NameQualifiers(format: SAMLNames.persistent),
                sessionIndexes: ["session-1"]
            ).xml()
        case .logoutResponse:
            return LogoutResponse(
                id: id, inResponseTo: MessageID(FixtureResponse.request), issueInstant: now, issuer: provider,
                destination: EndpointLocation(kind.destination)
            ).xml()
        }
    }
}

extension MessageRecipe.Kind {
    /// The name of the message's parameter.
    package var parameter: RedirectBinding.Message { self == .logoutResponse ? .response : .request }

    /// The entity ID of the sender.
    var issuer: String { self == .logoutResponse ? FixtureResponse.issuer : FixtureResponse.audience }

    /// The address of the receiver.
    var destination: String {
        switch self {
        case .authnRequest: Provider(identifier: "Cablevision").singleSignOnService
        case .logoutRequest: Provider(identifier: "Cablevision").singleLogoutService
        case .logoutResponse: FixtureMessage.logoutResponseService
        }
    }

    /// The certificate of the sender, as PEM.
    package var certificate: String {
        self == .logoutResponse ? FixtureKeys.providerCertificate : SimulationKeys.samlCertificate + "\n"
    }

    fileprivate func identity() throws -> SigningIdentity {
        guard self != .logoutResponse else { return try SigningKeys.identity(number: 0) }
        return try SigningIdentity(
            privateKeyPEM: SimulationKeys.samlPrivateKey, certificatePEM: SimulationKeys.samlCertificate)
    }
}
