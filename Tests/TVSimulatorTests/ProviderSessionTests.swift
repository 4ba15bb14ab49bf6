import Foundation
import TVSimCore
import TVSimIdentityProvider
import TVSimSAML
import TVSimStateStorage
import TVSimStructuredText
import TVSimWorld
import TestSupport
import Testing

/// For whom, under which name, and until when a provider knows a browser again.
///
/// SAML Core 2.0 § 3.7, § 8.3.8.
@Suite("Sessions at a provider") struct ProviderSessionTests {
    private typealias Scene = ProviderRequestTests.Scene

    @Test("a transient name is constant in a session, and differs between sessions and parties")
    func transientName() async throws {
        let scene = try Scene()
        try await scene.open(scene.request)
        try await scene.signIn()
        let first = try scene.answer()
        try await scene.open(scene.request)
        #expect(try scene.answer().name == first.name)
        var second = scene.request
        second.issuer = Scene.parties[1]
        try await scene.open(second)
        #expect(try scene.answer().name != first.name)
        var forced = scene.request
        forced.forceAuthn = true
        try await scene.open(forced)
        try await scene.signIn()
        #expect(try scene.answer().name != first.name)
    }

    @Test("a user who is identified by the home network has a name for one answer only")
    func transientNameAtHome() async throws {
        let scene = try Scene("homeNetwork: alice, ")
        try await scene.open(scene.request)
        let first = try scene.answer()
        #expect(first.format == SAMLNames.transient && first.userID == "alice-1")
        try await scene.open(scene.request)
        #expect(try scene.answer().name != first.name)
    }

    @Test("a logout ends a session only with the name that the requesting party knows")
    func logout() async throws {
        let scene = try Scene()
        try await scene.open(scene.request)
        try await scene.signIn()
        let answer = try scene.answer()
        func logOut(_ party: Int, _ name: String?, index: String?...) async throws -> Bool {
            let logout = LogoutRequest(
                id: "_logout", issueInstant: SimulatedClock.defaultStart, issuer: Scene.parties[party],
                destination: try scene.provider.singleLogoutService, nameID: UserID(try #require(name)),
                qualifiers: NameQualifiers(format: SAMLNames.transient), sessionIndexes: index.compactMap(\.self))
            let query = try RedirectBinding.query(
                .request, logout.xml(), relayState: nil, signedBy: scene.identity)
            try await scene.browser.open("/mvpd/Cablevision/slo?" + query)
            try await scene.open(scene.request)
            return scene.isAsked
        }
        #expect(try await !logOut(1, answer.name, index: answer.index))
        #expect(try await !logOut(0, "alice-1", index: answer.index))
        #expect(try await !logOut(0, answer.name, index: "_another"))
        #expect(try await logOut(0, answer.name, index: "_another", answer.index), "one of the indexes is enough")
        try await scene.signIn()
        #expect(try await logOut(0, try scene.answer().name, index: nil), "a request without an index means any")
    }

    @Test("a logout by a name without its Format ends the session, and the journal says what was missing")
    func logoutWithoutFormat() async throws {
        for (format, isTold) in [(SAMLNames.persistent, false), (nil, true)] {
            let scene = try Scene()
            try await scene.open(scene.request)
            try await scene.signIn()
            let logout = LogoutRequest(
                id: "_logout", issueInstant: SimulatedClock.defaultStart, issuer: Scene.parties[0],
                destination: try scene.provider.singleLogoutService, nameID: "alice-1",
                qualifiers: NameQualifiers(format: format), sessionIndexes: [])
            let query = try RedirectBinding.query(.request, logout.xml(), relayState: nil, signedBy: scene.identity)
            try await scene.browser.open("/mvpd/Cablevision/slo?" + query)
            try await scene.open(scene.request)
            #expect(scene.isAsked)
            let told = try scene.world.simulation.journal.entries().map(\.line)
            #expect(told.contains { $0.contains("the NameID has no Format") } == isTold)
        }
    }

    @Test("the session of a browser is valid before its end, and not at it")
    func sessionEnds() async throws {
        let scene = try Scene()
        try await scene.open(scene.request)
        try await scene.signIn()
        try scene.world.simulation.clock.advance(by: 30 * 86_400 - 1)
        try await scene.open(scene.request)
        #expect(!scene.isAsked)
        try scene.world.simulation.clock.advance(by: 1)
        try await scene.open(scene.request)
        #expect(scene.isAsked)
    }

    @Test("the provider accepts a request signed by its service provider, and rejects one signed by another")
    func anotherPartysSignature() async throws {
        let scene = try Scene()
        try scene.world.simulation.store.write { state in
            var records = try IdentityProviderDirectory.providers(in: state)
            records[0].saml.serviceProviders[1].certificate = TestKeys.impostor.certificate
            try IdentityProviderDirectory.setProviders(records, in: state)
        }
        try await scene.open(scene.request)
        #expect(scene.isAsked)
        var request = scene.request
        request.issuer = Scene.parties[1]
        try await scene.open(request)
        #expect(scene.browser.status == 400)
    }
}
