import Foundation
import HTTPTypes
import TVSimCore
import TVSimEntitlementAPI
import TVSimStructuredText
import TVSimWorld
import Testing

@testable import TVSimulator

/// What a fault changes in an answer reaches the client, and a fault that changes nothing is not used up.
@Suite struct FaultAnswerTests {
    private static func simulator() throws -> Simulator {
        try Simulator(
            profile: """
                schema: 1
                name: test
                providers: {Cablevision: {subscribers: {alice: {entitlements: [ESPN]}}}}
                service: {requestors: {REF30: {integrations: {Cablevision: {}}}}}

                """)
    }

    private static func signedIn(_ simulator: Simulator) async throws -> PollingApp {
        var app = try await PollingApp(simulator.world)
        try await app.begin()
        try await app.signIn()
        return app
    }

    @Test(
        "a header field of a fault takes the place of the ordinary one",
        arguments: ["Cache-Control", "Date", "Content-Type", "Content-Security-Policy"])
    func replacedHeader(_ name: String) async throws {
        let simulator = try Self.simulator()
        for place in ["provider.page", "service.profiles"] {
            try simulator.perform("fault: {at: \(place), headers: {\(name): other}}")
        }
        var app = try await PollingApp(simulator.world)
        try await app.begin()
        let field = try #require(HTTPField.Name(name))
        let call = EntitlementCall.profiles(of: "REF30", headers: app.headers)
        let answered = try await app.transport.send(call.request(), body: Data()).response
        #expect(answered.headerFields[field] == "other")
        let asked = try await app.transport.send(
            HTTPRequest(
                method: .get, scheme: "https", authority: "localhost", path: "/api/v2/authenticate/REF30/\(app.code)"),
            body: Data()
        ).response
        let page = try #require(asked.headerFields[.location].flatMap { URL(string: $0) })
        let shown = try await app.transport.send(
            HTTPRequest(
                method: .get, scheme: "https", authority: "localhost", path: page.path + "?" + (page.query ?? "")),
            body: Data()
        ).response
        #expect(shown.headerFields[field] == "other", "\(shown)")
    }

    @Test(
        "a broken page and an empty cookie do not end the program",
        arguments: [
            "headers: {Set-Cookie: ';'}", "headers: {Set-Cookie: '='}", "headers: {Set-Cookie: ' '}",
            "body: '</form><form x>'", "body: '<form x'", "body: '<h1><p role=\"alert\">'",
        ])
    func brokenPage(fault: String) async throws {
        let simulator = try Self.simulator()
        var app = try await PollingApp(simulator.world)
        try await app.begin()
        try simulator.perform("fault: {at: provider.page, \(fault)}")
        let browser = ScriptedBrowser(over: WorldTransport(simulator.world))
        try await browser.open("/api/v2/authenticate/REF30/\(app.code)")
        _ = try await simulator.world.signIn(as: "alice", password: nil, in: browser)
        _ = browser.message
        #expect(try simulator.world.simulation.journal.entries().contains { $0.fault != nil })
    }

    @Test("a fault of a resource waits for a decision about it, and is not used up by a request without one")
    func ungated() async throws {
        let simulator = try Self.simulator()
        try simulator.perform(
            "integration: {mvpd: Cablevision, set: {ungatedResources: [free]}}")
        let app = try await Self.signedIn(simulator)
        try simulator.perform("fault: {at: service.preauthorize, error: preauthorization_denied_by_mvpd, times: 1}")
        func ask(_ resources: [ResourceID]) async throws -> [String?] {
            try await app.send(
                .preauthorize(.init(resources: resources), of: "REF30", mvpd: "Cablevision", headers: app.headers)
            ).required().decisions.map { $0.error?.code }
        }
        #expect(try await ask(["free"]) == [])
        #expect(try await ask(["free", "ESPN"]) == ["preauthorization_denied_by_mvpd"])
        #expect(try await ask(["ESPN"]) == [nil])
    }
}
