import Foundation
import TestSupport
import Testing

/// `tvsim serve --keep-worlds`: isolated worlds that outlive the server.
@Suite("Isolated worlds that are kept", .waitsForPrograms)
struct KeptWorldTests {
    private func serving(_ tool: Tool, _ more: String...) throws -> Serving {
        try Serving(tool, ["--keep-worlds"] + more)
    }

    @Test("are there after a kill with all that was answered, and the others know nothing of it")
    func killed() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let server = try serving(tool)
        let register = """
            information=$(printf '{"primaryHardwareType":"Phone","model":"x","version":"1","osName":"iOS"}' | base64 -w0)
            curl -s -H "X-Device-Info: $information" "$URL/s/a/o/client/register" \
                -d "{\\"software_statement\\": \\"$(tvsim statement show)\\"}" | grep -o '"client_id":"[^"]*"'
            """
        #expect(try server.command(#"{"advance": "1h"}"#, inWorld: "b") == "204")
        let client = try tool.shell("URL='\(server.location.url)'; \(register)", in: tool.home)
        #expect(client.hasPrefix("\"client_id\""))
        #expect(try server.command(#"{"advance": "31d"}"#, inWorld: "a") == "204")
        _ = try server.end(by: SIGKILL)
        let next = try serving(tool)
        #expect(try next.curl("\(next.location.admin)/worlds") == "{\"worlds\":[\"a\",\"b\"]}\n")
        let health = try next.curl("\(next.location.url)/s/a/_sim/v1/health")
        #expect(health.contains(#""now":"2026-02-01T00:00:00Z""#) && health.contains(#""device":"default.a""#))
        #expect(try next.curl("\(next.location.url)/s/b/_sim/v1/health").contains("2026-01-01T01:00:00Z"))
        let journal = try next.curl("\(next.location.url)/s/a/_sim/v1/journal?contains=register")
        #expect(journal.contains("201 registered"))
        #expect(try next.curl("\(next.location.url)/s/b/_sim/v1/journal?contains=register").contains(#""count":0"#))
        #expect(try tool.line("clock show").output.hasPrefix("2026-01-01T00:00:00Z"))
        #expect(try next.end().status == 0)
    }

    @Test("are devices for every command, which sees what requests change and is seen by them")
    func devices() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        try tool.line("device create phone")
        let server = try serving(tool, "--device", "phone")
        #expect(try server.command(#"{"permission": "denied"}"#, inWorld: "a") == "204")
        #expect(try tool.line("permission show --device phone.a").output == "com.example.stream  denied\n")
        #expect(try tool.line("clock advance 1h --device phone.a").status == 0)
        #expect(try server.curl("\(server.location.url)/s/a/_sim/v1/health").contains("2026-01-01T01:00:00Z"))
        let explained = try server.curl("\(server.location.url)/s/a/_sim/v1/explain")
        #expect(explained.contains("--device phone.a"))
        // A device that was there before is a world; another device's worlds are not.
        try tool.line("device create phone.b")
        try tool.line("device create tablet.c")
        #expect(try server.curl("\(server.location.admin)/worlds") == "{\"worlds\":[\"a\",\"b\"]}\n")
        #expect(try server.end().status == 0)
    }

    @Test("go when they are removed by a request or a command, and are made anew when they are named again")
    func removed() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let server = try serving(tool)
        let world = "\(server.location.url)/s/a/_sim/v1"
        let ways = ["curl -s -X DELETE '\(world)/world'", "tvsim device delete default.a"]
        for way in ways {
            #expect(try server.command(#"{"advance": "1h"}"#, inWorld: "a") == "204")
            #expect(try server.curl("\(world)/health").contains("2026-01-01T01:00:00Z"))
            #expect(try tool.shell(way, in: tool.home) == "")
            #expect(try !tool.line("device list").output.contains("default.a"))
            #expect(try server.curl("\(server.location.admin)/worlds") == "{\"worlds\":[]}\n")
            let asked = "curl -s -o /dev/null -w '%{http_code}' -H 'If-Match: *' '\(world)/health'"
            #expect(try tool.shell(asked, in: tool.home) == "412")
            #expect(try server.curl("\(world)/health").contains("2026-01-01T00:00:00Z"))
            #expect(try tool.shell("curl -s -X DELETE '\(world)/world'", in: tool.home) == "")
        }
        #expect(try server.end().status == 0)
    }

    @Test("are made once by requests and servers that come at once")
    func together() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let servers = try [serving(tool), serving(tool)]
        let worlds = servers.map { "\($0.location.url)/s/a/_sim/v1/commands\n" }.joined()
        _ = try tool.write(String(repeating: worlds, count: 10), to: "requests")
        let line = "xargs -P 20 -n 1 curl -s -o /dev/null -w '%{http_code}\\n' -d '{\"advance\": \"1h\"}' <requests"
        #expect(try tool.shell(line, in: tool.home) == String(repeating: "204\n", count: 20))
        #expect(try tool.line("clock show --device default.a").output.hasPrefix("2026-01-01T20:00:00Z"))
        for server in servers { #expect(try server.end().status == 0) }
    }

    @Test("are refused where they cannot be")
    func refused() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let profile = try tool.write("schema: 1\nname: x\n", to: "p.yaml")
        let outcome = try tool.run("serve", "--keep-worlds", "--profile", profile)
        #expect(outcome.status == 64)
        #expect(
            outcome.error.hasPrefix("tvsim: --keep-worlds is for a device: with --profile all worlds are in memory"))
        let server = try serving(tool)
        let long = String(repeating: "n", count: 60)
        let answer = try server.curl("\(server.location.url)/s/\(long)/_sim/v1/health")
        #expect(answer.contains("'default.\(long)' cannot be a device's name"))
        #expect(try server.curl("\(server.location.admin)/worlds") == "{\"worlds\":[]}\n")
        #expect(try server.end().status == 0)
    }
}
