import Foundation
import HTTPTypes
import TVSimCore
import TVSimEntitlementAPI
import TVSimEntitlementService
import TVSimScenario
import TVSimStructuredText
import TVSimWorld
import TVSimulator
import TestSupport
import Testing

/// The rules of an integration that a dashboard would switch: home-based authentication, degradation with a message of
/// one's own, encrypted metadata, throttling.
@Suite(.waitsForPrograms) struct ServiceFeatureTests {
    // MARK: - Limits of resources

    @Test("the integration limits the resources of one request, by profile or by command")
    func resourceLimits() async throws {
        let app = try await PollingApp(
            PollingApp.world(
                """
                service:
                  requestors:
                    REF30:
                      integrations:
                        Cablevision: {authorizationResourceLimit: 2, preauthorizationResourceLimit: 6}
                """))
        func answers(_ count: Int) async throws -> [Int] {
            let request = DecisionsRequest(resources: (1...count).map { "R\($0)" })
            let headers = app.headers
            return [
                try await app.send(.authorize(request, of: "REF30", mvpd: "Cablevision", headers: headers)).status,
                try await app.send(.preauthorize(request, of: "REF30", mvpd: "Cablevision", headers: headers)).status,
            ]
        }
        #expect(try await answers(2) == [200, 200])
        #expect(try await answers(6) == [403, 200])
        #expect(try await answers(7) == [403, 403])
        try app.world.perform(
            .setIntegration(
                requestor: "REF30", mvpd: "Cablevision", try Patch(["authorizationResourceLimit": .integer(7)])))
        #expect(try await answers(7) == [200, 403])
    }

    // MARK: - Home-based authentication

    private static let atHome = """
        providers:
          Cablevision: {homeNetwork: alice, subscribers: {alice: {entitlements: [REF30]}}}
        service:
          requestors:
            REF30:
              integrations:
                Cablevision: {homeBasedAuthenticationTTL: 1h, authenticationTTL: 30d}
        """

    @Test("home-based authentication needs no password, and its profile has its own lifetime")
    func homeBased() async throws {
        var app = try await PollingApp(PollingApp.world(Self.atHome))
        try await app.begin()
        let browser = Browser(app.world)
        try await browser.open("/api/v2/authenticate/REF30/\(app.code)")
        #expect(browser.page.contains("Continue") && !browser.page.contains("id=\"password\""))
        try await browser.submit()
        let profile = try #require(try await app.poll())
        #expect(profile.attributes["hba_status"]?.value.string == "true")
        #expect(profile.attributes["userID"]?.value.string == "alice")
        #expect(profile.notAfter.instant.timeIntervalSince(profile.notBefore.instant) == 3_600)
        #expect(try await app.decide().authorized)
    }

    @Test(
        "a forced request asks for a password at home too, and the profile is then a regular one")
    func forcedAtHome() async throws {
        var app = try await PollingApp(PollingApp.world(Self.atHome))
        try await app.begin()
        let browser = Browser(app.world)
        try await browser.open("/api/v2/authenticate/REF30/\(app.code)?forceAuthn=true")
        #expect(browser.page.contains("password"))
        try await browser.submit(PollingApp.credentials("alice"))
        try await browser.submit()
        let profile = try #require(try await app.poll())
        #expect(profile.attributes["hba_status"]?.value.string == "false")
        #expect(profile.notAfter.instant.timeIntervalSince(profile.notBefore.instant) == 30 * 86_400)
    }

    @Test("the decision is authorization_denied_by_hba_policies if home-based authentication does not permit viewing")
    func homeBasedDenial() async throws {
        var app = try await PollingApp(
            PollingApp.world(Self.atHome.replacingOccurrences(of: "1h,", with: "1h, homeBasedAuthorization: false,")))
        try await app.begin()
        try await app.signIn()
        let decision = try await app.decide()
        #expect(!decision.authorized)
        #expect(decision.error?.code == "authorization_denied_by_hba_policies")
        #expect(decision.error?.action == .authentication)
    }

    // MARK: - Degradation

    @Test("AuthZNone contains the message of the service provider in its details")
    func degradationMessage() async throws {
        var app = try await PollingApp(PollingApp.world())
        try await app.begin()
        try await app.signIn()
        try app.world.perform(
            .setIntegration(
                requestor: "REF30", mvpd: "Cablevision",
                try Patch(["degradation": .string("AuthZNone"), "degradationMessage": .string("Back at nine.")])))
        let error = try #require(try await app.decide().error)
        #expect(error.code == "authorization_denied_by_degradation_rule")
        #expect(error.details == "Back at nine.")
    }

    @Test("dummy authorization permits only signed-in users, without a request to the MVPD")
    func dummyAuthorization() async throws {
        var app = try await PollingApp(
            PollingApp.world(
                "service: {requestors: {REF30: {integrations: {Cablevision: {dummyAuthorization: true}}}}}\n"))
        #expect(try await app.decide("anything").error?.code == "authenticated_profile_missing")
        try await app.begin()
        try await app.signIn()
        let decision = try await app.decide("anything")
        #expect(decision.authorized && decision.source == .dummy && decision.token != nil)
    }

    // MARK: - Encrypted metadata

    private static func encrypting(
        _ certificate: String?, _ keys: String? = "[zip, householdID, nothing]"
    ) -> String {
        let lines = certificate?.split(separator: "\n").map { "        \($0)" }.joined(separator: "\n")
        let pem = lines.map { "      certificate: |\n\($0)\n" } ?? ""
        return """
            service:
              requestors:
                REF30:
                  integrations: {Cablevision: {}}

            """ + (keys.map { "      encryptedMetadata: \($0)\n" } ?? "") + pem
    }

    @Test("metadata is encrypted for the programmer's certificate, and openssl reads it with the programmer's key")
    func encrypts() async throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("tvsim-metadata-\(ProcessInfo.processInfo.globallyUniqueString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let key = folder.appendingPathComponent("key.pem").path
        let made = try Tool.run(
            "openssl", ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=programmer", "-keyout", key])
        try #require(made.status == 0, "\(made.error)")
        var app = try await PollingApp(PollingApp.world(Self.encrypting(made.output)))
        try await app.begin()
        try await app.signIn()
        let shown = [try #require(try await app.poll()), try #require(try await app.profile())]
        for profile in shown {
            #expect(profile.attributes["userID"]?.state == .plain)
            for (name, plain) in [("zip", #"["10001"]"#), ("householdID", "house-1")] {
                let attribute = try #require(profile.attributes[name])
                #expect(attribute.state == .encrypted)
                let octets = try #require(attribute.value.string.flatMap { Data(base64Encoded: $0) })
                let read = try Tool.run("openssl", ["pkeyutl", "-decrypt", "-inkey", key], input: octets)
                #expect(read.output == plain, "\(read.error)")
            }
        }
    }

    private static func certificate(_ key: [String] = ["rsa:2048"]) throws -> String {
        let made = try Tool.run(
            "openssl", ["req", "-x509", "-newkey"] + key + ["-nodes", "-subj", "/CN=x", "-keyout", "/dev/null"])
        try #require(made.status == 0, "\(made.error)")
        return made.output
    }

    @Test(
        "zip is encrypted by default, omitted without a certificate, and plain if so configured",
        arguments: [
            (nil, true, "enc"), (nil, false, nil), ("null", false, nil), ("[]", false, "plain"), ("[]", true, "plain"),
        ]
            as [(String?, Bool, String?)])
    func zip(keys: String?, hasCertificate: Bool, state: String?) async throws {
        var app = try await PollingApp(
            PollingApp.world(Self.encrypting(hasCertificate ? Self.certificate() : nil, keys)))
        try await app.begin()
        try await app.signIn()
        let shown = [
            try #require(try await app.poll()), try #require(try await app.profile()),
            try #require(
                try await app.send(.profiles(of: "REF30", headers: app.headers)).required().profiles["Cablevision"]),
        ]
        for profile in shown {
            #expect(profile.attributes["zip"]?.state.rawValue == state)
            #expect(profile.attributes["householdID"]?.state == .plain)
        }
        let reasons = try app.world.simulation.journal.entries().map(\.text.reason)
            .filter { $0.contains("is omitted") }
        #expect(reasons.count == (state == nil ? 3 : 0))
        let told = " 'zip' is omitted: 'REF30' has no valid RSA certificate to encrypt 'zip'."
        #expect(reasons.allSatisfy { $0.hasSuffix(told) })
    }

    @Test(
        "with a certificate that cannot encrypt, zip is omitted by default, and refused if it is configured")
    func zipForAnotherKey() async throws {
        let certificate = try Self.certificate(["ec", "-pkeyopt", "ec_paramgen_curve:P-256"])
        for (keys, status) in [(nil, 200), ("[zip]", 500)] as [(String?, Int)] {
            var app = try await PollingApp(PollingApp.world(Self.encrypting(certificate, keys)))
            try await app.begin()
            try await app.signIn()
            let reply = try await app.send(.profile(of: "REF30", mvpd: "Cablevision", headers: app.headers))
            #expect(reply.status == status)
            #expect(reply.success?.profiles["Cablevision"]?.attributes["zip"] == nil)
        }
    }

    @Test("the profile is refused without a certificate: invalid_configuration_user_metadata_certificate")
    func needsCertificate() async throws {
        var app = try await PollingApp(PollingApp.world(Self.encrypting(nil)))
        try await app.begin()
        try await app.signIn()
        let reply = try await app.send(.profile(of: "REF30", mvpd: "Cablevision", headers: app.headers))
        #expect(reply.error?.code == "invalid_configuration_user_metadata_certificate")
        #expect(reply.status == 500)
    }

    @Test("an invalid certificate in a profile is rejected with its position")
    func badCertificate() {
        let text =
            "schema: 1\nname: x\n" + Self.encrypting("-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----")
        let error = #expect(throws: SourceError.self) { try ProfileDecoder.decode(text: text, source: "x.yaml") }
        #expect("\(error.map { "\($0)" } ?? "")".contains("not a certificate"))
    }

    // MARK: - Domains

    @Test("the configuration lists the domains of the profile, and the SDK's app uses the first")
    func domains() async throws {
        let world = try PollingApp.world("service: {requestors: {REF30: {domains: [example.com, tv.example]}}}\n")
        let app = try await PollingApp(world)
        let answer = try await app.send(.configuration(of: "REF30", headers: app.headers)).required()
        #expect(answer.requestor.domains == [.init(name: "example.com"), .init(name: "tv.example")])
        #expect(answer.domainName == "example.com")
    }

    // MARK: - Access tokens

    @Test("access tokens have the lifetime in the profile, and six hours by default")
    func accessTokens() async throws {
        for (profile, seconds) in [("service: {accessTokenTTL: 1h}\n", 3_600.0), ("", 21_600)] {
            let app = try await PollingApp(PollingApp.world(profile))
            try app.world.simulation.clock.advance(by: seconds - 1)
            #expect(try await app.send(.configuration(of: "REF30", headers: app.headers)).status == 200)
            try app.world.simulation.clock.advance(by: 1)
            #expect(try await app.send(.configuration(of: "REF30", headers: app.headers)).status == 401)
        }
    }

    // MARK: - Responses written beforehand

    @Test("every request for the partner has the fixed ID, or its own ID without one")
    func partnerRequests() async throws {
        for (profile, isFixed) in [("service: {partnerRequestID: _request}\n", true), ("", false)] {
            let app = try await PollingApp(PollingApp.world(profile))
            var headers = app.headers
            headers.frameworkStatus = .init(
                permission: .init(accessStatus: .granted), provider: .init(id: "Cablevision", expires: nil))
            var identifiers: Set<String> = []
            for _ in 0..<2 {
                let call = EntitlementCall.partnerSession(
                    .init(domainName: "example.com", redirectURL: "https://app.example/done"), of: "REF30",
                    headers: headers)
                let token = try #require(try await app.send(call).required().authenticationRequest?.request)
                let xml = String(decoding: try #require(Data(base64Encoded: token)), as: UTF8.self)
                identifiers.insert(String(try #require(xml.firstMatch(of: /\bID="([^"]+)"/)).1))
            }
            #expect((identifiers == ["_request"]) == isFixed && identifiers.count == (isFixed ? 1 : 2))
        }
    }

    // MARK: - Throttling

    private static let throttled = "service: {throttling: documented}\n"

    /// Throttling mechanism, Scenario example for throttling.
    @Test("with throttling as documented, a device has one request a second and a burst of ten, on the simulated clock")
    func throttles() async throws {
        let app = try await PollingApp(PollingApp.world(Self.throttled))
        // Two were used to register.
        var statuses: [Int] = []
        for _ in 0..<10 { statuses.append(try await app.send(.profiles(of: "REF30", headers: app.headers)).status) }
        #expect(statuses == Array(repeating: 200, count: 9) + [429])
        try app.world.simulation.clock.advance(by: 1)
        #expect(try await app.send(.profiles(of: "REF30", headers: app.headers)).status == 200)
        #expect(try await app.send(.profiles(of: "REF30", headers: app.headers)).status == 429)
        try app.world.simulation.clock.advance(by: 3_600)
        #expect(try await app.send(.profiles(of: "REF30", headers: app.headers)).status == 200)
        #expect(try await app.send(.profiles(of: "REF30", headers: app.headers)).status == 429)
    }

    @Test("a device gets a new burst only when the world is reset")
    func throttlesAnew() async throws {
        let world = try Simulator(profile: "schema: 1\nname: test\n" + Self.throttled).world
        for _ in 0..<2 {
            // Two requests of each round register the app, and one a second is no burst's.
            let app = try await PollingApp(world)
            for _ in 0..<9 { #expect(try await app.send(.profiles(of: "REF30", headers: app.headers)).status == 200) }
            #expect(try await app.send(.profiles(of: "REF30", headers: app.headers)).status == 429)
            try world.reset()
        }
    }

    @Test("another device, or another address behind the same server, has a limit of its own")
    func throttlesEach() async throws {
        let app = try await PollingApp(PollingApp.world(Self.throttled))
        for _ in 0..<9 { _ = try await app.send(.profiles(of: "REF30", headers: app.headers)) }
        #expect(try await app.send(.profiles(of: "REF30", headers: app.headers)).status == 429)
        _ = try await PollingApp(app.world, device: "another")
        var request = EntitlementCall<ProfilesResponse>.profiles(of: "REF30", headers: app.headers).request()
        request.headerFields[.forwardedFor] = "203.0.113.7, 10.0.0.1"
        let (response, _) = try app.world.respond(to: request, body: Data())
        #expect(response.status.code == 200)
    }

    @Test("an address has one burst, whichever servers forward its requests")
    func throttlesFirstAddress() async throws {
        let app = try await PollingApp(PollingApp.world(Self.throttled))
        var request = EntitlementCall<ProfilesResponse>.profiles(of: "REF30", headers: app.headers).request()
        var statuses: [Int] = []
        for server in 0..<12 {
            request.headerFields[.forwardedFor] =
                (server == 5 ? " 203.0.113.7 ," : "203.0.113.7, ") + "10.0.0.\(server)"
            statuses.append(try app.world.respond(to: request, body: Data()).response.status.code)
        }
        #expect(statuses == Array(repeating: 200, count: 11) + [429])
    }

    @Test("setting the clock back uses no requests, and each further second gives one")
    func throttlesAfterSettingBack() async throws {
        let app = try await PollingApp(PollingApp.world(Self.throttled))
        try app.world.simulation.clock.advance(by: 3_600)
        func ask() async throws -> Int {
            try await app.send(.profiles(of: "REF30", headers: app.headers)).status
        }
        try await until("the requests are throttled") { try await ask() != 200 }
        for seconds in [-1_800, 1, 1] {
            try app.world.simulation.clock.advance(by: TimeInterval(seconds))
            #expect(try await [ask(), ask()] == [200, 429])
        }
    }

    @Test("the answer is 429 in HTML without an effect, and pages for browsers are not counted")
    func throttledAnswer() async throws {
        let app = try await PollingApp(PollingApp.world(Self.throttled))
        for _ in 0..<9 { _ = try await app.send(.profiles(of: "REF30", headers: app.headers)) }
        let request = EntitlementCall<ProfilesResponse>.profiles(of: "REF30", headers: app.headers).request()
        let (response, body) = try app.world.respond(to: request, body: Data())
        #expect(response.status.code == 429)
        #expect(response.headerFields[.contentType] == "text/html")
        #expect(String(decoding: body, as: UTF8.self).contains("429 Too Many Requests"))
        let browser = Browser(app.world)
        for _ in 0..<12 { try await browser.open("/activate") }
        #expect(browser.status == 200)
    }
}
