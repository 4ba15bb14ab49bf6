import Foundation
import TestSupport
import Testing

/// Tests a server whose database answers nothing: its processes are frozen, and its connections stay open.
@Suite("A frozen database", .waitsForPrograms)
struct FrozenDatabaseProgramTests {
    /// Stops all processes of a database server from running until the closure returns.
    private func frozen(_ server: PostgreSQLServer, _ body: () throws -> Void) throws {
        let folder = try server.run("SHOW data_directory", in: "tvsim").trimmingCharacters(in: .newlines)
        let file = try String(contentsOfFile: folder + "/postmaster.pid", encoding: .utf8)
        let main = try #require(file.split(separator: "\n").first.flatMap { pid_t($0) })
        let children = try TestSupport.Tool.run("pgrep", ["-P", String(main)]).output
        let processes = [main] + children.split(separator: "\n").compactMap { pid_t($0) }
        try #require(processes.count > 1)
        for process in processes { kill(process, SIGSTOP) }
        defer { for process in processes { kill(process, SIGCONT) } }
        try body()
    }

    @Test("is 503 with Retry-After to a client, and neither keeps a server from ending nor lets another one start")
    func frozen() throws {
        let database = try PostgreSQLServer()
        let tool = try Tool(store: try database.makeDatabase())
        defer { tool.cleanUp() }
        let server = try Serving(tool)
        #expect(try server.command(#"{"advance": "1h"}"#) == "204")
        try frozen(database) {
            let answer = try tool.shell("curl -s -i '\(server.location.admin)/device'", in: tool.home)
            #expect(answer.hasPrefix("HTTP/1.1 503 ") && answer.lowercased().contains("\nretry-after: "), "\(answer)")
            // A request waits for the database while the server ends.
            let waiting = Thread { _ = try? server.command(#"{"advance": "1h"}"#) }
            waiting.start()
            let began = Date()
            let outcome = try server.end()
            #expect(Date().timeIntervalSince(began) < 12)
            #expect(outcome.errorLines.count <= 1, "\(outcome.error)")
            let other = try tool.run("serve", "--port", "0")
            #expect(other.status == 69 && other.errorLines.count == 1, "\(other.status) \(other.error)")
            let command = try tool.line("clock show")
            #expect(command.status != 0 && command.errorLines.count == 1, "\(command.error)")
        }
        #expect(try tool.line("clock show").output.hasPrefix("2026-01-01T0"))
    }
}
