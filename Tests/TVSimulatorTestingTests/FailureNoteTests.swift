import AccessEnabler
import Foundation
import HTTPTypes
import TVSimEntitlementAPI
import TVSimRules
import TVSimStructuredText
import TVSimulator
import Testing

@testable import TVSimulatorTesting

@Suite("The issue that shows the world of a failed test")
struct FailureNoteTests {
    private struct Failure: Error, CustomStringConvertible {
        let description = "the player did not start"
    }

    /// Runs a test with the trait, and returns the issues that it records, which do not fail the running test.
    private func issues(_ body: @escaping @Sendable () async throws -> Void) async throws -> [Issue] {
        let test = try #require(Test.current)
        let found = Locked<[Issue]>([])
        let keeping = IssueHandlingTrait.compactMapIssues { issue in
            found.withLockedValue { $0.append(issue) }
            return nil
        }
        try await keeping.provideScope(for: test, testCase: Test.Case.current) {
            do {
                try await SimulatorTrait.simulator().provideScope(
                    for: test, testCase: Test.Case.current, performing: body)
            } catch is Failure {
                // Swift Testing would record it here.
            }
        }
        return found.withLockedValue(\.self)
    }

    private static func send(_ path: String) async throws {
        let request = HTTPRequest(method: .get, scheme: nil, authority: nil, path: path)
        _ = try await Simulator.current.transport(from: .app).send(request, body: Data())
    }

    @Test("calls a silent sign-in that falls back by this name, also after a wrong password in the system's dialog")
    func wrongPassword() async throws {
        let issues = try await issues {
            let simulator = try Simulator.current
            try simulator.perform("setPermission: {bundleID: com.example.stream, access: granted}")
            try simulator.perform("viewer: {systemPicker: none}")
            let app = simulator.launch()
            try await app.callbacks { $0.setRequestor("REF30") }
            try await app.expect(["presentTvProviderDialog"]) { $0.getAuthentication() }
            let interface = try await simulator.nextInterface()
            try await interface.choose("Cablevision")
            try await interface.signIn(as: "alice", password: "wrong")
            try await interface.cancel()
            try await app.expect(["…"])
            Issue.record("no profile")
        }
        let text = issues.last?.comments.first?.rawValue ?? ""
        #expect(text.contains("getAuthentication com.example.stream: fell back: "), "\(text)")
    }

    @Test("names the dialog that is open, and how the test answers it", arguments: [true, false])
    func dialog(isOpen: Bool) async throws {
        let issues = try await issues {
            let simulator = try Simulator.current
            try simulator.perform("setPermission: {bundleID: com.example.stream, access: granted}")
            try simulator.perform("viewer: {systemPicker: none}")
            let app = simulator.launch()
            try await app.callbacks { $0.setRequestor("REF30") }
            try await app.expect(["presentTvProviderDialog"]) { $0.getAuthentication() }
            let interface = try await simulator.nextInterface()
            if !isOpen { try await interface.cancel() }
            withExtendedLifetime(app) { _ = Issue.record("no profile") }
        }
        let text = issues.last?.comments.first?.rawValue ?? ""
        let told =
            "the app waits for a person: the provider picker is open; act as the user with "
            + "'simulator.nextInterface()', or set an answer with the command 'viewer'"
        #expect(issues.count == 2 && text.contains(told) == isOpen, "\(text)")
    }

    @Test("has the test, the clock, the broken rules, the refused requests and the journal", arguments: ["a b"])
    func expectation(word: String) async throws {
        let issues = try await issues {
            try Simulator.current.perform("fault: {at: service.configuration, error: 503, times: 1}")
            try await Self.send("/api/v2/REF30/configuration")
            try await Self.send("/api/v2/REF30/profiles")
            Issue.record("no profile")
        }
        #expect(issues.count == 2 && issues.last?.severity == .warning)
        let text = try #require(issues.last?.comments.first?.rawValue)
        let lines = text.split(separator: "\n").map(String.init)
        try #require(lines.count > 4, "\(text)")
        #expect(lines[0] == "--- tvsim test ---")
        #expect(
            lines[1].hasPrefix(
                "has the test, the clock, the broken rules, the refused requests and the journal with word → \"a b\": "
                    + "failed (TVSimulatorTestingTests/FailureNoteTests.swift:"))
        #expect(lines[2].contains("no profile"))
        #expect(
            lines[3] == "the clock of the world: 2026-01-01T00:00:00Z, which stands still unless the test moves it")
        #expect(lines[4].wholeMatch(of: /the clock of this machine: 20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ/) != nil)
        #expect(
            lines.filter { $0.hasPrefix("--- ") } == [
                "--- tvsim test ---", "--- tvsim attempts ---", "--- tvsim rules ---", "--- tvsim requests ---",
                "--- tvsim journal ---",
            ])
        for part in [
            "intended, by faults of the test: 1 of service.configuration (503)", "BROKEN  bearer",
            "requests that reached this world: 2; with status 400 or more: 2", "/api/v2/REF30/profiles -> 401",
            "[intended: the fault 503 at service.configuration]",
        ] {
            #expect(text.contains(part), "\(part)\n\(text)")
        }
        #expect(!text.contains("urlSessionConfiguration"))
    }

    @Test("has the error of a test that throws one, and what the app's first call would do")
    func thrown() async throws {
        let issues = try await issues {
            try await Simulator.current.launch().callbacks { $0.setRequestor("REF30") }
            throw Failure()
        }
        let text = try #require(issues.last?.comments.first?.rawValue)
        #expect(issues.count == 1)
        for part in [
            "    the player did not start\n", "--- tvsim explain ---\nsetRequestor would cause now: status(VSA404)",
            "NO   permissionGranted\n", "if it should succeed, perform: {",
        ] {
            #expect(text.contains(part), "\(part)\n\(text)")
        }
    }

    /// Commands, how the clock then moves, and whether it is more than a day away from the machine's.
    static let clocks: [(commands: [String], pace: String, isDistant: Bool)] = [
        ([], "which stands still unless the test moves it", true),
        (["followClock"], "which follows the machine's", false),
        (["followClock", "advance: 1h"], "which goes with the machine's, 1h ahead of it", false),
        (["followClock", "advance: 31d"], "which goes with the machine's, 31d ahead of it", true),
    ]

    @Test(
        "says how the clock of the world moves, and the time of the machine if it differs by more than a day",
        arguments: clocks)
    func clock(commands: [String], pace: String, isDistant: Bool) async throws {
        let issues = try await issues {
            for command in commands { try Simulator.current.perform(command) }
            throw Failure()
        }
        let text = try #require(issues.last?.comments.first?.rawValue)
        #expect(text.contains(", \(pace)\n") && text.contains("the clock of this machine: ") == isDistant, "\(text)")
    }

    @Test("says why no request reached the world, and how one does")
    func silence() async throws {
        let text = try #require(try await issues { Issue.record("no answer") }.last?.comments.first?.rawValue)
        #expect(text.contains("requests that reached this world: 0;") && text.contains("go to the real host"))
        #expect(text.contains("'simulator.urlSessionConfiguration'") && text.contains("(no entries)"), "\(text)")
    }

    @Test("names the entries that it leaves out")
    func limits() async throws {
        let issues = try await issues {
            for _ in 0..<30 { try Simulator.current.perform("advance: 1s") }
            throw Failure()
        }
        let text = try #require(issues.last?.comments.first?.rawValue)
        #expect(text.contains("… 5 earlier entries are in 'simulator.journal()'"), "\(text)")
    }

    @Test("is not recorded for a test that passes, or whose issues are known")
    func passed() async throws {
        #expect(try await issues { try await Self.send("/api/v2/REF30/profiles") }.isEmpty)
        let known = try await issues { withKnownIssue { Issue.record("not yet") } }
        #expect(!known.contains { $0.severity == .warning })
    }
}
