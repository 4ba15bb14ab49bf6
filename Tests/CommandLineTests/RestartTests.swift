import Foundation
import TestSupport
import Testing

/// Tests the stop and the crash of a server while apps use it.
@Suite("The end of a server", .waitsForPrograms)
struct RestartProgramTests {
    private static func python(_ script: String, _ arguments: String...) throws -> String {
        let path = Repository.root.appending(path: "Tests/CommandLineTests/Clients/\(script)").path
        let run = try TestSupport.Tool.run(TestSupport.Tool.python, [path] + arguments)
        return run.status == 0 ? run.output : "\(script) failed: \(run.error)"
    }

    @Test("by a kill, while several apps use it, loses no answered change")
    func killed() throws {
        struct Summary: Decodable {
            let softwareStatement: String
        }
        let tool = try Tool()
        defer { tool.cleanUp() }
        let shown = try tool.line("device show --format json").output
        let statement = try JSONDecoder().decode(Summary.self, from: Data(shown.utf8)).softwareStatement
        let facts = try tool.write(#"{"statement": "\#(statement)"}"#, to: "facts.json")
        // The kill occurs during the first registrations, during the sign-ins, and when the state is large.
        for moment in [2, 11, 30, 60] {
            let server = try Serving(tool, [])
            let process = "\(server.started.process.processIdentifier)"
            #expect(try Self.python("restart.py", "work", server.location.url, process, "\(moment)", facts) == "")
            server.started.process.waitUntilExit()
            #expect(server.started.process.terminationReason == .uncaughtSignal)
            let next = try Serving(tool, [])
            let outcome = try Self.python("restart.py", "check", next.location.url, facts)
            #expect(outcome.hasPrefix("nothing is missing of "), "after \(moment): \(outcome)")
            #expect(try next.end().status == 0)
        }
        // The last media token before the end is valid, which shows that there was state to lose.
        let token = try tool.line("token verify facts.json.token --resource REF30 --requestor REF30")
        #expect(token.output.hasPrefix("VALID_TOKEN\n"), "\(token.output)")
    }

    @Test("by a signal completes the requests in progress, and exits with 0")
    func drained() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let server = try Serving(tool, [])
        let process = "\(server.started.process.processIdentifier)"
        let statuses = try Self.python("drain.py", server.location.url, process)
        #expect(statuses == "204 204 204 204 400 400 400 400 204 204 204 204\n")
        let outcome = try server.started.wait()
        #expect(outcome.status == 0)
        #expect(outcome.error == "")
        // The change has taken effect although its response was late.
        #expect(try tool.line("clock show").output.hasPrefix("2026-01-01T04:00:00Z"))
    }
}
