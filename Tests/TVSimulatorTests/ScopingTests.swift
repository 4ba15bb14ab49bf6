import Foundation
import HTTPTypes
import TVSimCore
import TVSimDevice
import TVSimEntitlementAPI
import TVSimEntitlementService
import TVSimProviderMessages
import TVSimSAML
import TVSimStructuredText
import TVSimWorld
import TVSimXMLSecurity
import Testing

/// For which service provider an MVPD is asked: `samlp:Scoping` of the service's requests.
///
/// Differences, S-92.
@Suite("The service's SAML requests")
struct ScopingTests {
    private static let profile = """
        service:
          requestors:
            REF30: {integrations: {Cablevision: {}}}
            "A&<B>": {integrations: {Cablevision: {proxy: ProxyMVPD, displayName: "<Optimum>"}}}
        """

    /// What the requests of a requestor say about the MVPD: only a proxied one is named.
    private func providers(of requestor: RequestorID) -> [AuthnRequest.NamedProvider] {
        requestor == "REF30" ? [] : [.init(id: "Cablevision", name: "<Optimum>")]
    }

    private func certificate() throws -> TrustedCertificate {
        try TrustedCertificate(pem: SimulationKeys.samlCertificate)
    }

    /// What an identity provider's journal says for whom it was asked, line by line.
    private func told(_ world: World, _ event: String) throws -> [String?] {
        try world.simulation.journal.entries().map(\.text)
            .filter { $0.room == "IdentityProvider" && $0.event.hasSuffix(event) }.map { $0.details["requesters"] }
    }

    @Test(
        "name the requestor and a proxied MVPD if a browser transports them, with the same issuer",
        arguments: ["REF30", "A&<B>"] as [RequestorID])
    func browser(requestor: RequestorID) async throws {
        var app = try await PollingApp(try PollingApp.world(Self.profile), requestor: requestor)
        try await app.begin()
        let place = Endpoint.authenticate.route(requestor, code: app.code).path
        let sent = try app.world.respond(
            to: HTTPRequest(method: .get, scheme: "https", authority: "x", path: place), body: Data())
        let location = try #require(sent.response.headerFields[.location])
        let query = try #require(location.split(separator: "?", maxSplits: 1).last.map(String.init))
        let request = try AuthnRequest(
            unverifiedXML: RedirectBinding.read(.request, in: query, signedBy: [certificate()]).xml)
        #expect(request.requesterIDs == [requestor.rawValue] && request.issuer == "https://saml.sp.auth.adobe.com")
        #expect(request.identityProviders == providers(of: requestor))

        let browser = Browser(app.world)
        try await browser.open(location)
        try await browser.submit(PollingApp.credentials("alice"))
        try await browser.submit()
        #expect(try await app.poll()?.issuer == "Cablevision", "the proxied MVPD answers, not its proxy")
        #expect(try told(app.world, "/mvpd/Cablevision/sso") == [requestor.rawValue, requestor.rawValue])
    }

    @Test(
        "name the requestor and a proxied MVPD if Apple's framework transports them, with the same issuer",
        arguments: ["REF30", "A&<B>"] as [RequestorID])
    func partner(requestor: RequestorID) async throws {
        let app = try await PollingApp(try PollingApp.world(Self.profile), requestor: requestor)
        var headers = app.headers
        headers.frameworkStatus = PartnerFrameworkStatus(
            permission: .init(accessStatus: .granted), provider: .init(id: "Cablevision"))
        let session = try await app.send(
            .partnerSession(
                .init(domainName: "example.com", redirectURL: "app://done"), of: requestor, headers: headers)
        ).required()
        let token = try #require(session.authenticationRequest?.request)
        let request = try AuthnRequest(
            xml: String(decoding: try #require(Data(base64Encoded: token)), as: UTF8.self), signedBy: [certificate()])
        #expect(request.requesterIDs == [requestor.rawValue] && request.issuer == "https://saml.sp.auth.adobe.com")
        #expect(request.identityProviders == providers(of: requestor))

        let now = SimulatedClock.defaultStart
        let query = AttributeQuery(
            id: "_query", issueInstant: now, issuer: EntityID(requestor.rawValue), nameID: "alice",
            attributeNames: ["userID"])
        for token in [token, nil] {
            _ = try await app.world.device.providerConnection.answer(
                ProviderQuery(
                    provider: "Cablevision", subscriber: "alice", signedInAt: now, signedInUntil: nil,
                    form: .saml(attributeQuery: query.xml()), verificationToken: token))
        }
        #expect(try told(app.world, "attributeQuery") == [requestor.rawValue, nil])
    }
}
