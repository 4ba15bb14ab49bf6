import Foundation
import HTTPTypes
import TVSimEntitlementAPI
import TVSimRules
import TVSimRuns
import TVSimScenario
import TVSimStateStorage
import TVSimStructuredText
import TVSimWorld
import Testing

@testable import TVSimServer

@Suite("Rules at the doors of tests")
struct RuleDoorTests {
    private static func send(
        _ method: HTTPRequest.Method = .get, _ path: String, _ world: String, _ server: RunningServer
    ) async throws {
        _ = try await server.client.exchange(
            HTTPRequest(method: method, scheme: "http", authority: "localhost", path: "/s/\(world)\(path)"))
    }

    @Test("a test that must keep rules is told which it broke, and one that keeps them nothing")
    func failure() async throws {
        try await RunningServer.serving { server in
            try await Self.send(.get, "/api/v2/REF30/profiles", "breaks", server)
            for (severity, isTold) in [("mandatory", true), ("recommended", true), ("guideline", true)] {
                let broken = try await server.admin(.get, "/rules?failOn=\(severity)", world: "breaks").json()
                let text = broken["failure"]?.string ?? ""
                #expect(text.contains("BROKEN  bearer") == isTold && text.hasPrefix("the app broke "), "\(text)")
                #expect(broken["summary"]?.string?.contains(" broken") == true)
            }
            #expect(try await server.admin(.get, "/rules", world: "breaks").json()["failure"] == nil)
            let idle = try await server.admin(.get, "/rules?failOn=mandatory", world: "idle").json()
            #expect(idle["failure"] == nil)
            #expect(idle["summary"]?.string?.hasPrefix("no rule was exercised") == true)
            for word in ["hint", "Mandatory", ""] {
                #expect(try await server.admin(.get, "/rules?failOn=\(word)", world: "idle").status == 400)
            }
        }
    }

    @Test("the rules of a server are those of the worlds that were asked for, removed ones too")
    func server() async throws {
        try await RunningServer.serving { server in
            for world in ["asked", "removed", "silent"] {
                try await Self.send(.get, "/api/v2/REF30/profiles", world, server)
                let test = #"{"test": "test_\#(world)", "status": "passed", "file": "tests/a.py", "line": 7}"#
                #expect(try await server.admin(.put, "/world/outcome", test, world: world).status == 204)
                if world != "silent" { _ = try await server.admin(.get, "/rules", world: world) }
            }
            #expect(try await server.admin(.delete, "/world", world: "removed").status == 204)
            let answer = try await server.admin(.get, "/worlds/rules?failOn=mandatory").json()
            let bearer = answer["rules"]?.elements?.first { $0["id"] == "bearer" }
            let found = bearer?["findings"]?.elements ?? []
            #expect(found.compactMap { $0["world"]?.string }.sorted() == ["asked", "removed"])
            #expect(Set(found.compactMap { $0["test"]?.string }) == ["test_asked", "test_removed"])
            for finding in found { #expect(finding["file"] == "tests/a.py" && finding["line"] == 7) }
            #expect(answer["failure"]?.string?.contains("test_removed") == true)
        }
    }

    @Test("the world of a passing test that broke a rule is evidence if a command must keep the rule")
    func kept() async throws {
        for (severity, isKept) in [(Rule.Severity.mandatory, true), (nil, false)] as [(Rule.Severity?, Bool)] {
            let world = World(store: try World.state(of: .builtIn))
            let worlds = SimulatedWorlds(serving: world, sdk: SimulatedSDK(), judgingRemoved: true, failingOn: severity)
            try await RunningServer.serving(world, beside: worlds) { server async throws in
                for name in ["breaks", "idle"] {
                    #expect(try await server.admin(.get, "/health", world: name).status == 200)
                    if name == "breaks" { try await Self.send(.get, "/api/v2/REF30/profiles", name, server) }
                    let passed = #"{"test": "t", "status": "passed"}"#
                    #expect(try await server.admin(.put, "/world/outcome", passed, world: name).status == 204)
                    #expect(try await server.admin(.delete, "/world", world: name).status == 204)
                }
                #expect(server.worlds.removed.all.map(\.name) == (isKept ? ["breaks"] : []))
            }
        }
    }

    @Test("the text of a failed test begins with the test, the clock and the broken rules, and names intended faults")
    func text() async throws {
        try await RunningServer.serving { server in
            let fault = #"{"fault": {"at": "service.configuration", "error": 503, "times": 1}}"#
            #expect(try await server.admin(.post, "/commands", fault, world: "failed").status == 204)
            try await Self.send(.get, "/api/v2/REF30/configuration", "failed", server)
            try await Self.send(.get, "/api/v2/REF30/profiles", "failed", server)
            let failed =
                #"{"test": "t::login", "status": "failed", "message": "assert 401 == 200\nwhere …", "file": "t.py", "line": 3}"#
            #expect(try await server.admin(.put, "/world/outcome", failed, world: "failed").status == 204)
            let text = try await server.admin(.get, "/evidence/report.txt", world: "failed").text
            let lines = text.split(separator: "\n").map(String.init)
            #expect(
                lines.prefix(5) == [
                    "--- tvsim test ---", "t::login: failed (t.py:3)", "    assert 401 == 200", "    where …",
                    "the clock of the world: 2026-01-01T00:00:00Z, which stands still unless the test moves it",
                ])
            let parts = lines.filter { $0.hasPrefix("--- ") }
            #expect(
                parts == [
                    "--- tvsim test ---", "--- tvsim attempts ---", "--- tvsim rules ---", "--- tvsim requests ---",
                    "--- tvsim journal ---",
                ])
            #expect(text.contains("intended, by faults of the test: 1 of service.configuration (503)"), "\(text)")
            #expect(text.contains("[intended: the fault 503 at service.configuration]"), "\(text)")
            #expect(text.contains("BROKEN  bearer") && text.contains("/api/v2/REF30/profiles -> 401"), "\(text)")
            // The same file stands in the evidence, also when the world is gone.
            #expect(try await server.admin(.delete, "/world", world: "failed").status == 204)
            let kept = try #require(server.worlds.removed.newest(of: "failed"))
            let file = try await kept.files(stateNamed: "world.json").first { $0.name == "report.txt" }
            #expect(try file?.content.whole == text)
            for line in [0, -1, 1_000_000_001] {
                let wrong = #"{"status": "failed", "line": \#(line)}"#
                #expect(try await server.admin(.put, "/world/outcome", wrong, world: "other").status == 400)
            }
        }
    }

    /// What is set, and what the text of a failed test says of a silent sign-in.
    static let outlooks: [(commands: String, sentence: String)] = [
        (#"[{"permission": "denied"}]"#, "a silent sign-in would fail now"),
        (signedIn, "all conditions of a silent sign-in hold now"),
        (
            signedIn.dropLast() + #", {"fault": {"at": "service.configuration", "error": 503}}]"#,
            "a silent sign-in would not begin now"
        ),
        (
            signedIn.dropLast() + #", {"provider": {"id": "Cablevision", "set": {"defect": "wrongKey"}}}]"#,
            "a silent sign-in would fail now"
        ),
    ]
    private static let signedIn =
        #"[{"permission": "granted"}, {"signIn": {"provider": "Cablevision", "as": "alice", "expires": "+30d"}}]"#

    @Test(
        "the text tells a client without the SDK what a silent sign-in would do, and promises nothing",
        arguments: outlooks.indices)
    func outlook(_ index: Int) async throws {
        let (commands, sentence) = Self.outlooks[index]
        try await RunningServer.serving { server in
            #expect(try await server.admin(.post, "/commands", commands, world: "failed").status == 204)
            let path = "/framework/access-status"
            #expect(try await server.admin(.post, path, "{}", world: "failed").status == 200)
            #expect(
                try await server.admin(.put, "/world/outcome", #"{"status": "failed"}"#, world: "failed").status == 204)
            let text = try await server.admin(.get, "/evidence/report.txt", world: "failed").text
            let part = text.components(separatedBy: "--- tvsim explain ---\n").last ?? ""
            #expect(part.hasPrefix(sentence + "\n"), "\(part)")
            #expect(part.contains("if it should succeed, perform: ") == !sentence.hasPrefix("all"))
        }
    }
}
