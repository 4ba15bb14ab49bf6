import Foundation
import TVSimCore
import TVSimIdentityProvider
import TVSimSAML
import TVSimStructuredText
import TVSimWorld
import TVSimXMLSecurity
import TestSupport
import Testing

/// A logout that a user starts at an MVPD, which tells the service providers of the session (SAML Profiles 2.0, 4.4).
@Suite("A logout that begins at the provider") struct StartedLogoutTests {
    typealias Scene = ProviderRequestTests.Scene

    /// Signs alice in for the first service providers, in this order.
    private func scene(_ count: Int) async throws -> Scene {
        let scene = try Scene()
        for party in Scene.parties.prefix(count) {
            var request = scene.request
            request.issuer = party
            try await scene.open(request)
            if scene.isAsked { try await scene.signIn() }
        }
        return scene
    }

    /// The request with which the browser has left for a service provider, verified, and its relay state.
    private func request(in scene: Scene, to party: EntityID) throws -> (request: LogoutRequest, relayState: String) {
        let place = party.rawValue + "/logout?"
        #expect(scene.browser.address.hasPrefix(place), "\(scene.browser.address)")
        let certificate = try TrustedCertificate(pem: try scene.provider.certificate)
        let received = try RedirectBinding.read(
            .request, in: String(scene.browser.address.dropFirst(place.count)), signedBy: [certificate])
        return (try LogoutRequest(unverifiedXML: received.xml), try #require(received.relayState))
    }

    /// The address of a service provider's answer.
    private func answer(
        to request: LogoutRequest, _ relayState: String, by party: EntityID, in scene: Scene,
        codes: [String] = [SAMLStatusCode.success], signedBy pair: TestKeyPair = TestKeys.provider,
        _ change: (inout LogoutResponse) -> Void = { _ in }
    ) throws -> String {
        var response = LogoutResponse(
            id: "_answer", inResponseTo: MessageID(request.id), issueInstant: try scene.world.simulation.clock.now(),
            issuer: party, destination: EndpointLocation(try scene.provider.singleLogoutService), statusCodes: codes)
        change(&response)
        let identity = try SigningIdentity(
            privateKeyPEM: pair.privateKey, certificatePEM: pair.certificate, allowingSmallKeys: true)
        return "/mvpd/Cablevision/slo?"
            + (try RedirectBinding.query(.response, response.xml(), relayState: relayState, signedBy: identity))
    }

    @Test("takes the browser to each service provider with the name that it knows, and ends the session")
    func everyServiceProvider() async throws {
        let scene = try await scene(2)
        try await scene.browser.open("/mvpd/Cablevision/signout")
        var told: [UserID] = []
        for party in Scene.parties {
            let (request, relayState) = try self.request(in: scene, to: party)
            #expect(request.issuer == (try scene.provider.entityID))
            #expect(request.destination == party.rawValue + "/logout")
            #expect(request.sessionIndexes.count == 1 && request.qualifiers.format == SAMLNames.transient)
            told.append(request.nameID)
            try await scene.browser.open(try answer(to: request, relayState, by: party, in: scene))
        }
        #expect(Set(told).count == 2, "a transient name is for one service provider")
        #expect(scene.browser.status == 200)
        #expect(scene.browser.page.contains("All services of this session have signed you out."))
        try await scene.open(scene.request)
        #expect(scene.isAsked)
    }

    @Test("names a service provider that has not confirmed it, and asks none if the session has none")
    func unconfirmed() async throws {
        let scene = try await scene(2)
        try await scene.browser.open("/mvpd/Cablevision/signout")
        let (first, state) = try request(in: scene, to: Scene.parties[0])
        try await scene.browser.open(
            try answer(to: first, state, by: Scene.parties[0], in: scene, codes: [SAMLStatusCode.responder]))
        let (second, _) = try request(in: scene, to: Scene.parties[1])
        try await scene.browser.open(try answer(to: second, state, by: Scene.parties[1], in: scene))
        #expect(scene.browser.page.contains("You may still be signed in to: \(Scene.parties[0])."))
        try await scene.browser.open("/mvpd/Cablevision/signout")
        #expect(scene.browser.status == 200 && scene.browser.page.contains("You are not signed in to"))
    }

    @Test("goes on only by the signed answer to its own request, once and within half an hour")
    func refusals() async throws {
        let scene = try await scene(1)
        let party = Scene.parties[0]
        try await scene.browser.open("/mvpd/Cablevision/signout")
        let (request, state) = try self.request(in: scene, to: party)
        let wrong = [
            try answer(to: request, state, by: party, in: scene, signedBy: TestKeys.impostor),
            try answer(to: request, state, by: party, in: scene) { $0.inResponseTo = "_another" },
            try answer(to: request, state, by: party, in: scene) { $0.destination = "https://other.example/slo" },
            try answer(to: request, state, by: Scene.parties[1], in: scene),
            try answer(to: request, String(repeating: "0", count: 32), by: party, in: scene),
            try answer(to: request, "", by: party, in: scene), "/mvpd/Cablevision/slo?SAMLResponse=x",
        ]
        for address in wrong {
            try await scene.browser.open(address)
            #expect(scene.browser.status == 400, "\(address)")
        }
        let right = try answer(to: request, state, by: party, in: scene)
        try scene.world.simulation.clock.advance(by: 1_800)
        try await scene.browser.open(right)
        #expect(scene.browser.status == 400, "it is too late")
        try scene.world.simulation.clock.advance(by: -1)
        try await scene.browser.open(right)
        #expect(scene.browser.status == 200, "\(scene.browser.page)")
        try await scene.browser.open(right)
        #expect(scene.browser.status == 400, "it was answered before")
    }
}
