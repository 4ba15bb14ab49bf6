import Foundation
import TVSimStructuredText
import TVSimulatorTesting
import Testing
import VideoSubscriberAccount

@Suite(
    "The trait of a test",
    .simulator("schema: 1\nname: of the suite\ndevice: {apps: {com.example.stream: {access: granted}}}"))
struct SimulatorTraitTests {
    /// The worlds that cases have had.
    private static let worlds = Locked<[Simulator]>([])

    @Test("gives every case of a parameterised test its own world", arguments: 1...8)
    func cases(_ days: Int) async throws {
        let simulator = try Simulator.current
        let isNew = Self.worlds.withLockedValue { worlds in
            defer { worlds.append(simulator) }
            return !worlds.contains { $0 === simulator }
        }
        #expect(isNew)
        let before = try simulator.now()
        try simulator.perform("advance: \(days)d")
        #expect(try simulator.now().timeIntervalSince(before) == Double(days) * 86_400)
        #expect(try before == Simulator(profile: "schema: 1\nname: new\n").now())
    }

    @Test("is the suite's if the test has none")
    func suite() async throws {
        #expect(try await VSAccountManager().checkAccessStatus() == .granted)
    }

    @Test("is the test's if the test has one", .simulator())
    func own() async throws {
        // Nobody has decided about the app of a simulated device that is not described.
        await #expect(throws: VSError(.accessNotGranted)) { try await VSAccountManager().checkAccessStatus() }
    }

    /// As apps have it: made once, by whoever comes first.
    private nonisolated(unsafe) static let shared = VSAccountManager()

    @Test("answers a manager that outlives its test with the caller's device", arguments: ["denied", "granted"])
    func singleton(access: String) async throws {
        for access in [access, "denied", "granted"] {
            let simulator = try Simulator(profile: "schema: 1\nname: another\n")
            try simulator.perform("permission: \(access)")
            let status = try? await simulator.run { try await Self.shared.checkAccessStatus() }
            #expect((status == .granted) == (access == "granted"))
        }
    }

    @Suite struct Inside {
        @Test("reaches the suites inside a suite")
        func inner() async throws {
            #expect(try await VSAccountManager().checkAccessStatus() == .granted)
        }
    }
}
