import AccessEnabler
import Foundation
import HTTPTypes
import TVSimCore
import TVSimEntitlementAPI
import TVSimStateStorage
import TestSupport
import Testing

@testable import TVSimScenario
@testable import TVSimWorld
@testable import TVSimulator

/// The second screen of an app that nobody drives: its SDK waits for the simulated clock by itself.
@Suite("Polling on tvOS")
struct PollingTests {
    static let profile = """
        schema: 1
        name: polling
        device: {platform: tvOS}
        service: {requestors: {REF30: {integrations: {Cablevision: {singleSignOn: false}}}}}
        """

    /// Tells each path that is asked for.
    final class Paths: EntitlementTransport {
        let next: any EntitlementTransport
        let asked = Told<String>("request")
        init(_ next: any EntitlementTransport) { self.next = next }
        func send(
            _ request: HTTPRequest, body: Data
        ) async throws(TransportFailure) -> (response: HTTPResponse, body: Data) {
            let answer = try await next.send(request, body: body)
            asked.tell(request.path ?? "")
            return answer
        }
    }

    /// An app that shows a code, and what it asks the service from then on.
    static func waiting() async throws -> (World, TestApp, Told<String>) {
        let world = World(store: MemoryStateStore())
        try world.install(try ProfileDecoder.decode(text: profile, source: "test")[0])
        let paths = Paths(WorldTransport(world))
        let statement = try world.softwareStatement(for: "com.example.stream")
        let app = await world.run(as: "com.example.stream", over: paths) {
            TestApp(AccessEnabler(statement))
        }
        app.enabler.setRequestor("REF30")
        app.enabler.getAuthentication()
        #expect(await app.next(2) == ["setRequestorComplete 1", "displayProviderDialog 1"])
        app.enabler.setSelectedProvider("Cablevision")
        #expect(await app.next(1) == ["status REGCODE"])
        await paths.asked.skip { $0.hasSuffix("/sessions") }
        return (world, app, paths.asked)
    }

    @Test("asks after the clock was moved, and stops when the code expires and not before")
    func expires() async throws {
        let (world, app, paths) = try await Self.waiting()
        try world.simulation.clock.advance(by: 29 * 60)
        #expect(await paths.next()?.contains("/profiles/code/") == true)
        app.enabler.checkAuthentication()
        #expect(await app.next(2) == ["status N000", "setAuthenticationStatus 0 User Not Authenticated Error"])
        try world.simulation.clock.advance(by: 2 * 60)
        #expect(await paths.next() == "/api/v2/REF30/profiles/Cablevision")
        #expect(await app.next(2) == ["status N130", "setAuthenticationStatus 0 Generic Authentication Error"])
    }

    @Test("reports why the last request failed")
    func lastQuestionFails() async throws {
        let (world, app, _) = try await Self.waiting()
        try world.simulation.faults.add(
            Fault(operation: FaultOperation(rawValue: "service.profiles"), error: "unreachable"))
        try world.simulation.clock.advance(by: 31 * 60)
        #expect(await app.next(2) == ["status N130", "setAuthenticationStatus 0 Generic Authentication Error"])
        let entry = try #require(
            try world.simulation.journal.entries().map(\.text).last {
                $0.room == "AccessEnabler" && $0.outcome == "not answered"
            })
        #expect(entry.event == "sign-in" && !entry.reason.isEmpty)
    }

    @Test("finds a user who signed in before the end, if the clock jumps past it")
    func lateProfile() async throws {
        let (world, app, _) = try await Self.waiting()
        let code = try #require(
            try world.simulation.store.read { try $0.names(withPrefix: "service/session/") }.first
        ).split(separator: "/").last.map(String.init)
        let browser = ScriptedBrowser(over: WorldTransport(world))
        _ = try await browser.open("/activate?code=\(code ?? "")")
        _ = try await browser.submit([("code", code ?? "")])
        _ = try await browser.signIn(with: .init(name: "alice", password: "secret"))
        try world.simulation.clock.advance(by: 31 * 60)
        #expect(await app.next(1) == ["setAuthenticationStatus 1 "])
    }

    @Test("asks after the clock was set back, and then every five seconds")
    func setBack() async throws {
        let (world, app, paths) = try await Self.waiting()
        let clock = world.simulation.clock
        try clock.advance(by: 600)
        #expect(await paths.next()?.contains("/profiles/code/") == true)
        for step in [-300.0, 5, 5, -10] {
            try clock.advance(by: step)
            #expect(await paths.next()?.contains("/profiles/code/") == true, "after \(step) s")
        }
        withExtendedLifetime(app) {}
    }

    @Test("continues after a failed setRequestor, and never serves another requestor")
    func requestorFails() async throws {
        let (world, app, paths) = try await Self.waiting()
        let code =
            try #require(
                try world.simulation.store.read { try $0.names(withPrefix: "service/session/") }.first
            ).split(separator: "/").last.map(String.init) ?? ""
        try world.perform(text: "fault: {at: service.configuration, error: 503, times: 1}")
        app.enabler.setRequestor("REF30")
        #expect(await app.next(2) == ["status CFG503", "setRequestorComplete 0"])
        try world.simulation.clock.advance(by: 5)
        // In line behind the question that cannot be asked now.
        app.enabler.setRequestor("REF30")
        #expect(await app.next(1) == ["setRequestorComplete 1"])
        let browser = ScriptedBrowser(over: WorldTransport(world))
        _ = try await browser.open("/activate?code=\(code)")
        _ = try await browser.submit([("code", code)])
        _ = try await browser.signIn(with: .init(name: "alice", password: "secret"))
        try world.simulation.clock.advance(by: 5)
        await paths.skip { $0.contains("/profiles/code/") }
        #expect(await app.next(1) == ["setAuthenticationStatus 1 "])
    }
}
