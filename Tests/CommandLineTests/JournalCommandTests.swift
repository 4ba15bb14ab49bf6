import Foundation
import TestSupport
import Testing

@Suite("tvsim journal", .waitsForPrograms)
struct JournalCommandProgramTests {
    private func ask(_ tool: Tool, _ paths: String...) throws {
        let requests = paths.map { "curl -s \"$TVSIM_URL\($0)\" >/dev/null" }
        let asked = try tool.run(["exec", "--", "sh", "-c", requests.joined(separator: "; ")])
        #expect(asked.status == 0, "\(asked.error)")
    }

    @Test("shows the requests of earlier clients, filtered by number and text")
    func shown() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        #expect(try tool.line("journal show") == .init(status: 0, output: "no entries\n", error: ""))
        try ask(tool, "/api/v2/REF30/configuration", "/activate")
        let (first, second) = (
            "1  2026-01-01T00:00:00Z  EntitlementService: GET /api/v2/REF30/configuration: "
                + "401 invalid_access_token_client_application (The request has no bearer token.)\n",
            try tool.line("journal show --after 1").output
        )
        #expect(second.hasPrefix("2  2026-01-01T00:00:00Z  EntitlementService: GET /activate: "))
        #expect(try tool.line("journal show").output == first + second)
        #expect(try tool.line("journal show --contains configuration").output == first)
        for none in ["--contains nothing", "--after 2", "--after 500", "--after 9223372036854775807"] {
            #expect(try tool.line("journal show \(none)").output == "no entries\n", "\(none)")
        }
        #expect(
            try tool.line("journal show --after 500 --format json").output
                == #"{"count":0,"entries":[],"first":1,"last":500}"# + "\n")
    }

    @Test("is cleared without changing settings, and the numbers continue")
    func cleared() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        #expect(try tool.line("permission deny com.example.stream").status == 0)
        try ask(tool, "/activate")
        #expect(try tool.line("journal clear") == .init(status: 0, output: "", error: ""))
        #expect(try tool.line("journal show").output == "no entries\n")
        #expect(try tool.line("permission show com.example.stream").output.contains("denied"))
        try ask(tool, "/activate")
        #expect(try tool.line("journal show").output.hasPrefix("3  "))
        #expect(
            try tool.line("journal show --after -1")
                == .init(
                    status: 64, output: "",
                    error: "tvsim: --after must not be negative (see 'tvsim journal show --help')\n"))
    }
}
