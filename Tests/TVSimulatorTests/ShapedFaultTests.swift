import EntitlementAPI
import Foundation
import HTTPTypes
import Identifiers
import SimulatedWorld
import SimulationCore
import StructuredText
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

    private static func simulator(seed: Int = 0) throws -> Simulator {
        try Simulator(profile: "schema: 1\nname: test\nseed: \(seed)\n" + profile)
    }

    private func configuration(_ app: PollingApp) async throws -> (response: HTTPResponse, body: Data) {
        try await app.transport.send(
            try EntitlementCall.configuration(of: "REF30", headers: app.headers).request(), body: Data())
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

    @Test("a good answer gets further members and header fields, and an error does not get members")
    func adds() async throws {
        let simulator = try Self.simulator()
        let app = try await signedIn(simulator)
        try simulator.perform(
            "fault: {at: service.profiles, headers: {X-News: yes}, adds: {news: [1], profiles: {Cablevision: {more: true}}}}"
        )
        let call = EntitlementCall.profile(of: "REF30", mvpd: "Cablevision", headers: app.headers)
        let (response, body) = try await app.transport.send(try call.request(), body: Data())
        let json = try JSONValue(json: body)
        #expect(response.headerFields[HTTPField.Name("X-News")!] == "yes")
        #expect(json["news"] == [1] && json["profiles"]?["Cablevision"]?["more"] == true)
        #expect(json["profiles"]?["Cablevision"]?["type"] == "regular")
        // The client ignores what it does not know.
        #expect(try await app.profile()?.type == .regular)
        var stranger = app
        stranger.headers.accessToken = "wrong"
        let refused = EntitlementCall.profile(of: "REF30", mvpd: "Cablevision", headers: stranger.headers)
        let error = try JSONValue(json: try await app.transport.send(try refused.request(), body: Data()).body)
        #expect(error["news"] == nil && error["code"] != nil)
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
            return try await app.transport.send(try call.request(), body: call.body.data).response.status.code
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
            ("{at: service.token, error: 503, only: {mvpd: Dish}}", "service.token does not know 'mvpd'"),
            ("{at: service.token, delay: 3m}", "invalid delay: expected 1s to 2m"),
            ("{at: service.token, delay: 1s, probability: 2}", "a number from 0 to 1"),
            ("{at: service.token, headers: {'A B': x}}", "invalid header field 'A B'"),
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
            "fault: {at: service.authorize, delay: 8s, only: {mvpd: Dish}, headers: {A: b}, adds: {c: 1}, "
                + "probability: 0.5}")
        let plan = try simulator.world.simulation.faults.plan()
        let stored = try JSONValue(json: JSONEncoder().encode(plan))["faults"]?.items ?? []
        #expect(stored[0] == ["operation": "service.token", "error": "503", "after": 0])
        #expect(plan.faults[1].shape?.delay == 8 && plan.faults[1].only?.mvpd == "Dish")
        #expect(plan.faults[1].probability == 0.5 && plan.faults[1].name == "delay headers adds")
    }
}
