import Foundation
import TVSimCore
import TVSimEntitlementAPI
import TVSimStructuredText
import TVSimWorld
import Testing

@testable import TVSimulator

/// An attempt is judged by what the app got in the end, and blames what led to that.
@Suite("An attempt with a browser") struct AttemptOutcomeTests {
    private static func simulator(_ provider: String = "") throws -> Simulator {
        try Simulator(
            profile: """
                schema: 1
                name: test
                providers:
                  Cablevision: {subscribers: {alice: {entitlements: [ESPN]}}\(provider)}
                service: {requestors: {REF30: {integrations: {Cablevision: {}}}}}

                """)
    }

    /// The newest sign-in of the journal.
    private static func signIn(_ simulator: Simulator) throws -> JournalFlow {
        let journal = try SelectedDevice(of: simulator.world, name: nil, title: "world").journal(
            after: 0, contains: nil)
        return try #require(JournalFlows.flows(of: journal, .all).last { $0.kind == .signIn })
    }

    @Test("is refused after a wrong password, and has succeeded as soon as the user is signed in")
    func wrongPassword() async throws {
        let simulator = try Self.simulator()
        var app = try await PollingApp(simulator.world)
        try await app.begin()
        #expect(try Self.signIn(simulator).waiting?.question == .signIn)
        let browser = ScriptedBrowser(over: WorldTransport(simulator.world))
        try await browser.open("/api/v2/authenticate/REF30/\(app.code)")
        _ = try await simulator.world.signIn(as: "alice", password: "wrong", in: browser)
        let refused = try Self.signIn(simulator)
        #expect(refused.outcome.verdict == .refused && refused.waiting == nil && refused.cause == nil)
        #expect(refused.line.word == "refused" && refused.line.cause.contains("password"))
        _ = try await simulator.world.signIn(as: "alice", password: nil, in: browser)
        #expect(try await app.poll() != nil)
        let done = try Self.signIn(simulator)
        #expect(done.outcome.verdict == .ok && done.waiting == nil, "\(done.line)")
    }

    @Test(
        "that a status of the provider refuses has its defect as the cause, and a user who cancels has none",
        arguments: [
            ("defect: statusRequestDenied", "Cablevision has the SAML defect statusRequestDenied."),
            ("defect: expired", "Cablevision has the SAML defect expired."), ("displayName: C", nil),
        ])
    func refusal(setting: String, cause: String?) async throws {
        let simulator = try Self.simulator(", \(setting)")
        var app = try await PollingApp(simulator.world)
        try await app.begin()
        let browser = ScriptedBrowser(over: WorldTransport(simulator.world))
        try await browser.open("/api/v2/authenticate/REF30/\(app.code)")
        if cause == nil {
            try await browser.submit([(name: "action", value: "cancel")])
        } else {
            _ = try await simulator.world.signIn(as: "alice", password: nil, in: browser)
        }
        #expect(try await app.poll() == nil)
        let attempt = try Self.signIn(simulator)
        #expect(attempt.outcome.verdict == .refused, "\(attempt.line)")
        #expect(attempt.cause?.sentence == cause)
    }

    @Test(
        "failed by a page that comes too late, and not by one that is only slow",
        arguments: [("59s", false), ("60s", true)])
    func latePage(delay: String, isLate: Bool) async throws {
        let simulator = try Self.simulator()
        try simulator.perform("fault: {at: provider.page, delay: \(delay)}")
        var app = try await PollingApp(simulator.world)
        try await app.begin()
        let browser = ScriptedBrowser(over: WorldTransport(simulator.world))
        try await browser.open("/api/v2/authenticate/REF30/\(app.code)")
        #expect(browser.asksForPassword != isLate)
        #expect(try Self.signIn(simulator).outcome.verdict == (isLate ? .fault : .note))
    }

    @Test(
        "is not blamed on a fault that only delays an answer or adds to it, and is on one that replaces it",
        arguments: [
            ("delay: 2s", JournalFlow.Verdict.ok), ("headers: {X-Added: 'yes'}", .ok), ("adds: {news: true}", .ok),
            ("delay: 90s", .fault), ("status: 503", .fault), ("error: 503", .fault),
        ])
    func shapes(fault: String, verdict: JournalFlow.Verdict) async throws {
        let simulator = try Self.simulator()
        var app = try await PollingApp(simulator.world)
        try await app.begin()
        try await app.signIn()
        try simulator.perform("fault: {at: service.profiles, \(fault)}")
        _ = try? await app.send(.profiles(of: "REF30", headers: app.headers))
        let journal = try SelectedDevice(of: simulator.world, name: nil, title: "world").journal(
            after: 0, contains: nil)
        let attempt = try #require(JournalFlows.flows(of: journal, .all).last)
        #expect(attempt.outcome.verdict == verdict && (attempt.cause != nil) == (verdict == .fault), "\(attempt.line)")
        #expect(journal.entries.last?.entry.fault != nil)
    }
}
