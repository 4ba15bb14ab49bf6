import Foundation
import HTTPTypes
import TVSimCore
import TVSimDevice
import TVSimEntitlementAPI
import TVSimProviderMessages
import TVSimStateStorage
import TVSimStructuredText
import TVSimWorld
import Testing

@testable import TVSimulator

/// Faults that change an answer, that concern some operations only, and that strike by chance.
@Suite struct ShapedFaultTests {
    static let profile = """
        providers:
          Cablevision: {subscribers: {alice: {entitlements: [REF30, ESPN]}}}
          Dish: {subscribers: {dora: {entitlements: [REF30]}}}
        service:
          requestors:
            REF30:
              integrations:
                Cablevision: {authorizationResourceLimit: 3}
                Dish: {}

        """

    private func signedIn(_ simulator: Simulator) async throws -> PollingApp {
        var app = try await PollingApp(simulator.world)
        try await app.begin()
        try await app.signIn()
        return app
    }

    /// The member at a path of objects.
    private func member(_ json: JSONValue, _ path: String...) -> JSONValue? {
        path.reduce(Optional(json)) { found, name in
            guard case .object(let members)? = found else { return nil }
            return members[name]
        }
    }

    private struct TestFailure: Error {}

    private static func simulator(seed: Int = 0) throws -> Simulator {
        try Simulator(profile: "schema: 1\nname: test\nseed: \(seed)\n" + profile)
    }

    private func configuration(_ app: PollingApp) async throws -> (response: HTTPResponse, body: Data) {
        try await app.transport.send(
            EntitlementCall.configuration(of: "REF30", headers: app.headers).request(), body: Data())
    }

    @Test("a proxy answers with a status, a page and header fields, and then the service answers again")
    func proxy() async throws {
        let simulator = try Self.simulator()
        let app = try await signedIn(simulator)
        try simulator.perform(
            "fault: {at: service.configuration, status: 503, headers: {Retry-After: 30}, body: <h1>Busy</h1>, times: 1}"
        )
        let (response, body) = try await configuration(app)
        #expect(response.status.code == 503)
        #expect(response.headerFields[.retryAfter] == "30")
        #expect(response.headerFields[.contentType]?.hasPrefix("text/html") == true)
        #expect(String(decoding: body, as: UTF8.self) == "<h1>Busy</h1>")
        #expect(try await configuration(app).response.status.code == 200)
    }

    @Test("a status without content has no body, also in process (RFC 9110, 6.4.1)", arguments: [200, 204, 205, 304])
    func noContent(status: Int) async throws {
        let simulator = try Self.simulator()
        let app = try await signedIn(simulator)
        try simulator.perform("fault: {at: service.configuration, status: \(status), body: here, times: 1}")
        let (response, body) = try await configuration(app)
        #expect(
            response.status.code == status && String(decoding: body, as: UTF8.self) == (status == 200 ? "here" : ""))
        #expect((response.headerFields[.contentType] == nil) == (status != 200))
    }

    @Test("a good answer gets further members and header fields, and an error does not get members")
    func adds() async throws {
        let simulator = try Self.simulator()
        let app = try await signedIn(simulator)
        try simulator.perform(
            "fault: {at: service.profiles, headers: {X-News: yes}, adds: {news: [1], profiles: {Cablevision: {more: true}}}}"
        )
        let call = EntitlementCall.profile(of: "REF30", mvpd: "Cablevision", headers: app.headers)
        let (response, body) = try await app.transport.send(call.request(), body: Data())
        let json = try JSONValue(json: body)
        #expect(response.headerFields[HTTPField.Name("X-News")!] == "yes")
        #expect(member(json, "news") == [1] && member(json, "profiles", "Cablevision", "more") == true)
        #expect(member(json, "profiles", "Cablevision", "type") == "regular")
        // The client ignores what it does not know.
        #expect(try await app.profile()?.type == .regular)
        var stranger = app
        stranger.headers.accessToken = "wrong"
        let refused = EntitlementCall.profile(of: "REF30", mvpd: "Cablevision", headers: stranger.headers)
        let error = try JSONValue(json: try await app.transport.send(refused.request(), body: Data()).body)
        #expect(member(error, "news") == nil && member(error, "code") != nil)
    }

    @Test("a delay changes nothing in process up to a minute, and is a timeout from then on")
    func delay() async throws {
        let simulator = try Self.simulator()
        let app = try await signedIn(simulator)
        let before = try app.world.simulation.clock.now()
        try simulator.perform("fault: {at: service.configuration, delay: 59s, times: 1}")
        try simulator.perform("fault: {at: service.configuration, delay: 60s, times: 1}")
        #expect(try await configuration(app).response.status.code == 200)
        await #expect(throws: TransportFailure(.timeout, "")) { try await configuration(app) }
        #expect(try await configuration(app).response.status.code == 200)
        #expect(try app.world.simulation.clock.now() == before)
        let strikes = try app.world.simulation.journal.entries().compactMap(\.fault)
        #expect(strikes.map(\.delayed) == ["59s", "1m"] && strikes.allSatisfy { $0.error == "delay" })
    }

    @Test("a fault of one MVPD does not concern another, and counts its own operations only")
    func onlyMVPD() async throws {
        let simulator = try Self.simulator()
        let app = try await signedIn(simulator)
        try simulator.perform("fault: {at: service.authorize, error: 500, only: {mvpd: Dish}, after: 1, times: 1}")
        func status(_ mvpd: MVPDID) async throws -> Int {
            let call = EntitlementCall.authorize(
                .init(resources: ["REF30"]), of: "REF30", mvpd: mvpd, headers: app.headers)
            return try await app.transport.send(call.request(), body: call.body.data).response.status.code
        }
        var statuses: [Int] = []
        for mvpd in ["Cablevision", "Cablevision", "Dish", "Cablevision", "Dish", "Dish"] as [MVPDID] {
            statuses.append(try await status(mvpd))
        }
        #expect(statuses == [200, 200, 200, 200, 500, 200])
    }

    @Test("a denial of one resource leaves the other decisions of the answer alone")
    func onlyResource() async throws {
        let simulator = try Self.simulator()
        let app = try await signedIn(simulator)
        try simulator.perform(
            "fault: {at: service.authorize, error: authorization_denied_by_mvpd, only: {resource: ESPN}}")
        let call = EntitlementCall.authorize(
            .init(resources: ["REF30", "ESPN"]), of: "REF30", mvpd: "Cablevision", headers: app.headers)
        let decisions = try await app.send(call).required().decisions
        #expect(decisions.map(\.authorized) == [true, false])
        #expect(decisions[1].error?.code == "authorization_denied_by_mvpd")
    }

    @Test("a fault of one app, one requestor or one device concerns their requests only")
    func onlyOthers() async throws {
        for (only, isStruck) in [
            ("app: com.example.stream", true), ("app: com.example.other", false), ("requestor: REF30", true),
            ("requestor: REF31", false), ("device: device", true), ("device: tv", false),
            ("app: com.example.stream, device: tv", false),
        ] {
            let simulator = try Self.simulator()
            let app = try await signedIn(simulator)
            try simulator.perform("fault: {at: service.configuration, error: 503, only: {\(only)}}")
            #expect(try await configuration(app).response.status.code == (isStruck ? 503 : 200), "\(only)")
        }
    }

    @Test("the seed decides which operations a probability strikes")
    func probability() async throws {
        func statuses(seed: Int, _ probability: String) async throws -> [Int] {
            let simulator = try Self.simulator(seed: seed)
            let app = try await PollingApp(simulator.world)
            try simulator.perform("fault: {at: service.configuration, error: 503, probability: \(probability)}")
            var found: [Int] = []
            for _ in 0..<40 { found.append(try await configuration(app).response.status.code) }
            return found
        }
        let first = try await statuses(seed: 7, "0.5")
        #expect(try await statuses(seed: 7, "0.5") == first)
        #expect(try await statuses(seed: 8, "0.5") != first)
        #expect((8...32).contains(first.count { $0 == 503 }))
        #expect(try await statuses(seed: 7, "0").allSatisfy { $0 == 200 })
        #expect(try await statuses(seed: 7, "1").allSatisfy { $0 == 503 })
    }

    @Test(
        "a fault that an operation cannot have is refused with the reason",
        arguments: [
            ("{at: service.token}", "a fault needs the key 'error', or one that changes the answer, such as 'delay'"),
            ("{at: accountManager.enqueue, delay: 1s}", "accountManager.enqueue cannot have 'delay'"),
            ("{at: service.token, error: 503, status: 503}", "'status' and 'body' exclude 'error'"),
            ("{at: service.token, status: 503, adds: {a: 1}}", "'adds' excludes 'status' and 'body'"),
            ("{at: service.token, contentType: text/plain}", "'contentType' needs 'status' or 'body'"),
            ("{at: provider.signIn, error: rejected, delay: 1s}", "it cannot have 'delay'"),
            ("{at: service.token, error: 503, only: {mvpd: Dish}}", "service.token does not know 'mvpd'"),
            ("{at: service.token, delay: 3m}", "invalid delay: expected 1ms to 2m"),
            ("{at: service.token, delay: 0ms}", "invalid delay: expected 1ms to 2m"),
            ("{at: service.token, delay: 1s, probability: 2}", "a number from 0 to 1"),
            ("{at: service.token, headers: {'A:B': x}}", "invalid header field 'A:B'"),
        ])
    func refused(fault: String, reason: String) throws {
        let simulator = try Self.simulator()
        let error = try #require(throws: (any Error).self) { try simulator.perform("fault: \(fault)") }
        #expect("\(error)".contains(reason), "\(error)")
    }

    @Test("the listing shows every key of a fault, and a plan without the new keys is stored as before")
    func listing() throws {
        let simulator = try Self.simulator()
        try simulator.perform("fault: {at: service.token, error: 503}")
        try simulator.perform(
            "fault: {at: service.authorize, delay: 1500ms, only: {mvpd: Dish}, headers: {A: b}, adds: {c: 1}, "
                + "probability: 0.5}")
        let plan = try simulator.world.simulation.faults.plan()
        let text = try #require(try simulator.world.simulation.store.read { try $0.encodedValue(named: "faults") })
        let stored = member(try JSONValue(json: Data(text.utf8)), "faults")
        guard case .array(let faults)? = stored else { throw TestFailure() }
        #expect(faults[0] == ["operation": "service.token", "error": "503", "after": 0, "id": 1])
        #expect(plan.faults[1].shape?.delay == 1.5 && plan.faults[1].only?.mvpd == "Dish")
        #expect(plan.faults[1].probability == 0.5 && plan.faults[1].name == "delay headers adds")
    }

    @Test(
        "a page fails once as the fault says, and then the user signs in",
        arguments: [
            ("provider.page, error: 403", 403), ("provider.page, error: maintenance", 200),
            ("provider.page, error: unreachable", 503), ("provider.page, status: 502, body: <p>Bad gateway</p>", 502),
        ])
    func page(fault: String, status: Int) async throws {
        let simulator = try Self.simulator()
        var app = try await PollingApp(simulator.world)
        try await app.begin()
        try simulator.perform("fault: {at: \(fault), only: {mvpd: Dish}}")
        try simulator.perform("fault: {at: \(fault), only: {mvpd: Cablevision}, times: 1}")
        let browser = Browser(simulator.world)
        _ = try? await browser.open("/api/v2/authenticate/REF30/\(app.code)")
        #expect(!browser.page.contains("id=\"password\""))
        let entry = try #require(
            try simulator.world.simulation.journal.entries().last { $0.text.event.hasSuffix("/sso") })
        #expect(entry.text.outcome.hasPrefix("\(status) ") && entry.fault?.operation.rawValue == "provider.page")
        try await app.signIn()
        #expect(try await app.poll()?.type == .regular)
    }

    @Test("a page that hangs and a connection that ends give no page, and a form can be refused with a status")
    func noPage() async throws {
        let simulator = try Self.simulator()
        let app = try await PollingApp(simulator.world)
        for (error, code) in [("hang", TransportFailure.Code.timeout), ("connectionClosed", .interrupted)] {
            try simulator.perform("fault: {at: provider.page, error: \(error), times: 1}")
            let request = HTTPRequest(method: .get, scheme: "https", authority: "x", path: "/mvpd/Cablevision/sso")
            await #expect(throws: TransportFailure(code, "")) {
                try await app.transport.send(request, body: Data())
            }
        }
        try simulator.perform("fault: {at: provider.signIn, error: 403, only: {subscriber: alice}, times: 1}")
        let form = HTTPRequest(method: .post, scheme: "https", authority: "x", path: "/mvpd/Cablevision/sso")
        var statuses: [Int] = []
        for name in ["bob", "alice", "alice"] {
            let answer = try await app.transport.send(form, body: Data("username=\(name)".utf8))
            statuses.append(answer.response.status.code)
        }
        #expect(statuses == [400, 403, 400])
    }

    @Test(
        "a logout that fails at the provider keeps the session there, and the next one ends it",
        arguments: ["saml", "oauth2"], ["503", "maintenance", "hang"])
    func logout(signInProtocol: String, error: String) async throws {
        let simulator = try Self.simulator()
        try simulator.perform("provider: {id: Cablevision, set: {protocol: \(signInProtocol)}}")
        let browser = ScriptedBrowser(over: WorldTransport(simulator.world))
        for isFailing in [true, false] {
            var app = try await PollingApp(simulator.world)
            try await app.begin()
            try await browser.open("/api/v2/authenticate/REF30/\(app.code)")
            #expect(browser.asksForPassword == isFailing, "only the first sign-in has no session at the provider")
            if isFailing {
                _ = try await simulator.world.signIn(as: "alice", password: nil, in: browser)
                try simulator.perform("fault: {at: provider.logout, error: \(error), only: {mvpd: Dish}}")
                try simulator.perform(
                    "fault: {at: provider.logout, error: \(error), only: {mvpd: Cablevision}, times: 1}")
            }
            #expect(try await app.poll() != nil)
            let address = try #require(try await app.logOut().url)
            let end = try? await browser.open(address)
            #expect((end == .left("https://app.example/out")) == !isFailing)
        }
        let faults = try simulator.world.simulation.journal.entries().compactMap(\.fault?.operation.rawValue)
        #expect(faults == ["provider.logout"])
        var app = try await PollingApp(simulator.world)
        try await app.begin()
        try await browser.open("/api/v2/authenticate/REF30/\(app.code)")
        #expect(browser.asksForPassword)
    }

    @Test("the system's sign-in page, which has no status, skips the faults of pages")
    func devicePage() async throws {
        let simulator = try Self.simulator()
        try simulator.perform("fault: {at: provider.signIn, error: 403}")
        let connection = simulator.world.device.providerConnection
        let reply = try await connection.signIn(
            SignInAttempt(provider: "Cablevision", subscriber: "alice", password: "secret"))
        #expect(reply.outcome == .accepted)
    }

    @Test(
        "a limit that no operation can meet is refused with its place",
        arguments: [
            ("{at: provider.page, error: hang, only: {subscriber: alice}}", "at 1:47: provider.page does not know"),
            ("{at: provider.page, delay: 2s, only: {subscriber: alice}}", "at 1:45: provider.page does not know"),
            ("{at: provider.page, error: hang, only: {mvpd: Cable}}", "only.mvpd: unknown MVPD 'Cable'"),
            ("{at: provider.signIn, error: 403, only: {subscriber: zed}}", "no provider has a subscriber 'zed'"),
            ("{at: service.token, error: 503, probability: 2}", "expected a number from 0 to 1, found 2"),
        ])
    func refusedLimits(fault: String, reason: String) throws {
        let simulator = try Self.simulator()
        let error = #expect(throws: (any Error).self) { try simulator.perform("fault: \(fault)") }
        #expect("\(try #require(error))".contains(reason), "\(String(describing: error))")
        #expect(try simulator.world.simulation.faults.plan().faults.isEmpty)
    }

    @Test("domains guard sessions only if the service is set so")
    func domains() async throws {
        let service = "  requestors: {REF30: {domains: [example.com], integrations: {Cablevision: {}}}}\n"
        for checks in [false, true] {
            let app = try await PollingApp(
                PollingApp.world("service:\n  checksDomains: \(checks)\n" + service))
            func isAccepted(_ domain: String, _ redirect: String) async throws -> Bool {
                try await app.send(
                    .session(
                        .init(mvpd: "Cablevision", domainName: domain, redirectURL: redirect), of: "REF30",
                        headers: app.headers)
                ).success != nil
            }
            #expect(try await isAccepted("example.com", "https://tv.example.com/done"))
            #expect(try await isAccepted("example.com", "app://done"))
            #expect(try await isAccepted("other.org", "app://done") == !checks)
            #expect(try await isAccepted("example.com", "https://other.org/done") == !checks)
        }
    }

    @Test("an app without the scope for V2 gets a token, and its requests are refused until it has a new statement")
    func scope() async throws {
        let app = try await PollingApp(PollingApp.world("service: {appsWithoutV2: [com.example.stream]}\n"))
        let other = try await PollingApp(app.world, bundleID: "com.example.other")
        let answer = try JSONValue(json: try await configuration(app).body)
        #expect(member(answer, "code") == "invalid_access_token_client_application" && member(answer, "status") == 401)
        #expect(try await configuration(other).response.status.code == 200)
    }
}
