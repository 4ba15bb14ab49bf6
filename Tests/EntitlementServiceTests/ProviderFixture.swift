import Foundation
import TVSimCore
import TVSimEntitlementAPI
import TVSimEntitlementService
import TVSimSAML
import TVSimStructuredText
import TVSimXMLSecurity
import TestSupport
import Testing

/// The identity provider that the tests' service trusts; it borrows two of the simulation's key pairs.
enum ProviderFixture {
    static let entityID: EntityID = "https://idp.cablevision.example"
    static let trusted = TrustedIdentityProvider(
        entityID: entityID, certificates: [SimulationKeys.samlCertificate])

    /// What the provider says about its subscriber.
    static let attributes: [ResponseContent.Attribute] = [
        .init("userID", ["alice-1"]), .init("zip", ["10001"]),
        .init("channelID", ["REF30", "REF31"]),
        .init("maxRating", [#"{"MPAA":"PG-13"}"#]),
        .init("householdID", ["house-1"]),
        .init("language", ["{not JSON"]),
    ]

    /// Answers a SAML request; `nil` under the defect `noResponse`.
    static func answer(
        _ request: AuthnRequest, in world: ServiceWorld, assertionID: String? = nil, defect: ResponseDefect = .none,
        attributes: [ResponseContent.Attribute] = ProviderFixture.attributes
    ) throws -> String? {
        let now = try world.now
        let content = ResponseContent(
            responseID: try world.simulation.identifiers.xmlIdentifier(),
            assertionID: try assertionID ?? world.simulation.identifiers.xmlIdentifier(), issueInstant: now,
            issuer: entityID.rawValue, inResponseTo: request.id, audience: request.issuer.rawValue,
            recipient: request.assertionConsumerService, nameID: "name-1", notBefore: now,
            notOnOrAfter: now.addingTimeInterval(300), authnInstant: now, sessionNotOnOrAfter: nil,
            attributes: attributes)
        let identity = try SigningIdentity(
            privateKeyPEM: SimulationKeys.samlPrivateKey, certificatePEM: SimulationKeys.samlCertificate)
        return try ResponseIssuer(identity: identity, impostor: try impostor.get()).issue(content, defect: defect)
    }

    /// An identity that nobody trusts, made by openssl once for all tests.
    private static let impostor = Result {
        let pem = try Tool.run(
            "openssl",
            [
                "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-sha256", "-subj", "/CN=impostor", "-keyout", "-",
                "-out", "-",
            ]
        ).output
        let certificate = try #require(pem.range(of: "-----BEGIN CERTIFICATE-----"))
        return try SigningIdentity(
            privateKeyPEM: String(pem[..<certificate.lowerBound]),
            certificatePEM: String(pem[certificate.lowerBound...]))
    }
}

extension AppFixture {
    /// Begins a partner sign-in and returns the SAML request, whose signature is checked.
    func requestFromService(_ provider: ProviderID = "Cablevision") async throws -> AuthnRequest {
        let session = try await beginSession(headers: vouched(provider)).required()
        guard let token = session.authenticationRequest?.request, let xml = Data(base64Encoded: token) else {
            throw UnexpectedReply(description: "\(session)")
        }
        return try AuthnRequest(
            xml: String(decoding: xml, as: UTF8.self),
            signedBy: [TrustedCertificate(pem: SimulationKeys.samlCertificate)])
    }

    /// Hands the service a SAML response.
    func deliver(_ xml: String, headers: RequestHeaders? = nil) async throws -> Reply<ProfilesResponse> {
        try await deliver(base64: Data(xml.utf8).base64EncodedString(), headers: headers)
    }

    /// Hands the service what is to be the Base64 of a SAML response.
    func deliver(base64: String, headers: RequestHeaders? = nil) async throws -> Reply<ProfilesResponse> {
        let request = PartnerProfileRequest(samlResponse: base64)
        return try await send(.partnerProfile(request, of: "REF30", headers: headers ?? vouched()))
    }
}
