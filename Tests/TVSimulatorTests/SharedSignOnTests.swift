import Foundation
import TVSimCore
import TVSimEntitlementAPI
import TVSimScenario
import TVSimStateStorage
import TVSimStructuredText
import TVSimWorld
import TestSupport
import Testing

@testable import TVSimEntitlementService

/// Single sign-on by a token that several apps carry: a service token of their own, or the platform's.
///
/// Adobe Pass REST API V2, AD-Service-Token, Adobe-Subject-Token, Sessions, Profiles and Logout.
@Suite(.waitsForPrograms) struct SharedSignOnTests {
    /// An identity service outside of the simulation: openssl signs for it.
    final class IdentityService {
        let certificate: String
        private let folder: URL

        init() throws {
            folder = FileManager.default.temporaryDirectory
                .appendingPathComponent("tvsim-tokens-\(ProcessInfo.processInfo.globallyUniqueString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let made = try Tool.run(
                "openssl",
                [
                    "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=identity", "-keyout",
                    folder.appendingPathComponent("key.pem").path,
                ])
            certificate = made.output
        }

        deinit { try? FileManager.default.removeItem(at: folder) }

        /// Signs a token; times are seconds since 1970.
        func token(
            _ subject: String, issuer: String = "https://id.example", audience: String? = "Adobe",
            issued: Int? = 1_767_225_600, notBefore: Int? = nil, expires: Int? = 1_800_000_000,
            algorithm: String = "RS256"
        ) throws -> String {
            func encoded(_ data: Data) -> String {
                data.base64EncodedString().replacingOccurrences(of: "+", with: "-")
                    .replacingOccurrences(of: "/", with: "_").replacingOccurrences(of: "=", with: "")
            }
            let times = [("iat", issued), ("nbf", notBefore), ("exp", expires)].map { name, time in
                time.map { ",\"\(name)\":\($0)" } ?? ""
            }
            let claims =
                #"{"iss":"\#(issuer)","sub":"\#(subject)"\#(times.joined())"#
                + (audience.map { ",\"aud\":\"\($0)\"" } ?? "") + "}"
            let input =
                encoded(Data(#"{"alg":"\#(algorithm)","typ":"JWT"}"#.utf8)) + "." + encoded(Data(claims.utf8))
            let file = folder.appendingPathComponent("input")
            try Data(input.utf8).write(to: file)
            let output = folder.appendingPathComponent("signature")
            _ = try Tool.run(
                "openssl",
                [
                    "dgst", "-sha256", "-sign", folder.appendingPathComponent("key.pem").path, "-out", output.path,
                    file.path,
                ])
            return input + "." + encoded(try Data(contentsOf: output))
        }
    }

    private static func world(_ service: IdentityService, further: String = "") throws -> World {
        let pem = service.certificate.split(separator: "\n").map { "        \($0)" }.joined(separator: "\n")
        return try PollingApp.world(
            """
            service:
              requestors:
                REF30:
                  serviceTokenCertificate: |
            \(pem)
                  integrations: {Cablevision: {\(further)}}
                OTHER:
                  serviceTokenCertificate: |
            \(pem)
                  integrations: {Cablevision: {\(further)}}
            """)
    }

    /// A world in which alice has signed in with an app that carries her token.
    private func shared(further: String = "") async throws -> (world: World, token: String, first: PollingApp) {
        let service = try IdentityService()
        let world = try Self.world(service, further: further)
        let token = try service.token("alice@example.com")
        return (world, token, try await signedIn(world) { $0.serviceToken = token })
    }

    /// Signs alice in with an app that carries a token.
    private func signedIn(_ world: World, _ set: (inout RequestHeaders) -> Void) async throws -> PollingApp {
        var app = try await PollingApp(world, device: "first")
        set(&app.headers)
        try await app.begin()
        try await app.signIn()
        #expect(try await app.poll()?.type == .regular)
        return app
    }

    @Test("a profile that one app obtained with a service token is visible to the same user's app on another device")
    func sharesByServiceToken() async throws {
        let service = try IdentityService()
        let world = try Self.world(service)
        let token = try service.token("alice@example.com")
        let first = try await signedIn(world) { $0.serviceToken = token }
        #expect(try await first.profile()?.type == .regular, "its own is regular")

        var second = try await PollingApp(world, device: "second", bundleID: "com.example.other")
        #expect(try await second.profile() == nil)
        second.headers.serviceToken = try service.token("alice@example.com", expires: 1_790_000_000)
        let profile = try #require(try await second.profile())
        #expect(profile.type == .serviceTokenSSO && profile.issuer == "Cablevision")
        #expect(
            try await second.send(.profiles(of: "REF30", headers: second.headers)).required().profiles.keys.sorted()
                == ["Cablevision"])
        let session = try await second.begin()
        #expect(session.actionName == .authorize && session.reasonType == .authenticatedSSO)
        #expect(try await second.decide().authorized)

        var stranger = try await PollingApp(world, device: "third")
        stranger.headers.serviceToken = try service.token("bob@example.com")
        #expect(try await stranger.profile() == nil)
    }

    @Test("after the MVPD ended a session, each app that shares it is denied at its next question")
    func endedSession() async throws {
        let (world, token, first) = try await shared()
        var second = try await PollingApp(world, device: "second", bundleID: "com.example.other")
        second.headers.serviceToken = token
        #expect(try await second.decide().authorized)
        try world.perform(.endSessions(provider: "Cablevision", subscriber: "alice", isNotified: false))
        #expect(try await second.decide("Else").error?.code == "authorization_denied_by_session_invalidated")
        #expect(try await second.profile() == nil)
        #expect(try await first.decide("Else").error?.code == "authorization_denied_by_session_invalidated")
        #expect(try await first.profile() == nil)
    }

    @Test("an app in which the user signed in again keeps its profile, though an ended session is shared")
    func signedInAgain() async throws {
        let (world, token, first) = try await shared()
        try world.perform(.endSessions(provider: "Cablevision", subscriber: "alice", isNotified: false))
        var second = try await PollingApp(world, device: "second", bundleID: "com.example.other")
        try await second.begin()
        try await second.signIn()
        second.headers.serviceToken = token
        let decision = try await second.decide()
        #expect(decision.authorized, "\(decision)")
        #expect(try await second.profile() != nil)
        #expect(try await first.decide("Else").error?.code == "authorization_denied_by_session_invalidated")
    }

    @Test(
        "a service token that is expired, malformed, wrongly signed or for another audience is ignored"
    )
    func badTokens() async throws {
        let service = try IdentityService()
        let world = try Self.world(service)
        let token = try service.token("alice@example.com")
        _ = try await signedIn(world) { $0.serviceToken = token }
        var second = try await PollingApp(world, device: "second")
        let tampered = token.prefix(token.count - 8) + "AAAAAAAA"
        for bad in [
            try service.token("alice@example.com", expires: 1_767_225_600),
            try service.token("alice@example.com", audience: "somebody"),
            try service.token("alice@example.com", audience: nil),
            try IdentityService().token("alice@example.com"), String(tampered), "x", "a.b.c", "",
            try service.token("alice@example.com", algorithm: "none"),
            try service.token("alice@example.com", algorithm: #"RS256","crit":["x"],"x":"y"#),
            try service.token("alice@example.com") + "=",
            try service.token("alice@example.com", expires: nil), try service.token("alice@example.com", issued: nil),
        ] {
            second.headers.serviceToken = bad
            #expect(try await second.profile() == nil)
        }
    }

    @Test("a profile is not visible to another requestor if each requestor needs its own sign-in")
    func perRequestor() async throws {
        let service = try IdentityService()
        for (further, isShared) in [("", true), ("authenticationPerRequestor: true", false)] {
            let world = try Self.world(service, further: further)
            let token = try service.token("alice@example.com")
            _ = try await signedIn(world) { $0.serviceToken = token }
            var other = try await PollingApp(world, device: "second", requestor: "OTHER")
            other.headers.serviceToken = token
            #expect((try await other.profile() != nil) == isShared)
            let configuration = try await other.send(.configuration(of: "OTHER", headers: other.headers)).required()
            #expect(configuration.requestor.mvpds[0].authPerAggregator == !isShared)
        }
    }

    @Test("a platform's token shares a profile of type platformSSO")
    func platformIdentity() async throws {
        let service = try IdentityService()
        let world = try PollingApp.world()
        let token = try service.token("device-person")
        _ = try await signedIn(world) { $0.subjectToken = token }
        var second = try await PollingApp(world, device: "second")
        second.headers.subjectToken = token
        let profile = try #require(try await second.profile())
        #expect(profile.type == .platformSSO && profile.attributes["mvpd"]?.value == .string("Cablevision"))
        second.headers.subjectToken = try service.token("device-person", notBefore: 1_790_000_000)
        #expect(try await second.profile() == nil, "a token that does not hold yet")
        let payload = Data(#"{"sub":"device-person","aud":[]}"#.utf8).base64EncodedString()
        second.headers.subjectToken = "e30.\(payload)."
        #expect(try await second.profile() == nil, "a token for no audience")
        second.headers.subjectToken = token
        try world.perform(text: "integration: {mvpd: Cablevision, set: {singleSignOn: false}}")
        #expect(try await second.profile() == nil)
        #expect(try await !second.decide().authorized)
    }

    @Test("a token that names the vendor's single sign-on service, signed by another key, is ignored")
    func falseIssuer() async throws {
        let service = try IdentityService()
        let world = try Self.world(service)
        let issued = try await SingleSignOnServiceTests.token(
            try await PollingApp(world, device: "first"), [.singleSignOnID: "alice@example.com"])
        _ = try await signedIn(world) { $0.serviceToken = issued }
        var second = try await PollingApp(world, device: "second")
        for audience in ["Adobe", nil] {
            second.headers.serviceToken = try service.token(
                "alice@example.com", issuer: "ssoservicetoken", audience: audience)
            #expect(try await second.profile() == nil)
        }
        second.headers.serviceToken = issued
        #expect(try await second.profile() != nil)
    }

    @Test("logout with the token, by any app, ends the sign-in of all apps, at the MVPD too")
    func singleLogoutByAnother() async throws {
        let (world, token, first) = try await shared()
        var second = try await PollingApp(world, device: "second", bundleID: "com.example.other")
        second.headers.serviceToken = token
        func kept<Value: Codable & Sendable>(_ prefix: String, _: Value.Type) throws -> [Value] {
            try world.simulation.store.read { state in
                try state.names(withPrefix: prefix).compactMap { try state.value(for: StateKey<Value>($0)) }
            }
        }
        let session = try #require(try kept(ServiceDocument.providerSessions, MVPDSession.self).first)
        #expect(try await second.logOut().actionName == .logout)
        // The browser that opens the page ends the session that the first app's person has at the MVPD.
        #expect(try kept(ServiceDocument.pendingLogouts, PendingLogout.self).map(\.session) == [session])
        #expect(try kept(ServiceDocument.providerSessions, MVPDSession.self) == [])
        #expect(try await first.profile() == nil)
        var alone = first
        alone.headers.serviceToken = nil
        #expect(try await alone.profile() == nil)
        #expect(try await alone.decide().authorized == false)
    }

    @Test("logout with the token, by an app that cannot see the shared profile, ends no sign-in")
    func singleLogoutPerRequestor() async throws {
        let (world, token, first) = try await shared(further: "authenticationPerRequestor: true")
        var other = try await PollingApp(world, device: "second", requestor: "OTHER")
        other.headers.serviceToken = token
        _ = try await other.logOut()
        #expect(try await first.profile()?.type == .regular)
        var second = try await PollingApp(world, device: "third")
        second.headers.serviceToken = token
        #expect(try await second.profile()?.type == .serviceTokenSSO)
    }

    @Test("logout with the token keeps a later sign-in of the first app without it")
    func laterSignIn() async throws {
        var (world, token, first) = try await shared()
        first.headers.serviceToken = nil
        #expect(try await first.logOut().actionName == .logout)
        try await first.begin()
        try await first.signIn()
        var second = try await PollingApp(world, device: "second")
        second.headers.serviceToken = token
        #expect(try await second.logOut().actionName == .logout)
        #expect(try await first.profile()?.type == .regular)
    }

    @Test("logout with the token ends the sharing for all apps, and leads to the MVPD; without it the sharing stays")
    func singleLogout() async throws {
        var (world, token, first) = try await shared()
        first.headers.serviceToken = nil
        #expect(try await first.logOut().actionName == .logout)
        var second = try await PollingApp(world, device: "second")
        second.headers.serviceToken = token
        #expect(try await second.profile()?.type == .serviceTokenSSO)
        #expect(try await second.logOut().actionName == .logout)
        #expect(try await second.profile() == nil)
        first.headers.serviceToken = token
        #expect(try await first.profile() == nil)
    }
}
