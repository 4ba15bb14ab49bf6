import Foundation
import TestSupport
import Testing

/// Tests several servers that share one world in a database.
@Suite("Several servers of one database", .waitsForPrograms)
struct SeveralServersProgramTests {
    /// The tool whose store is a new database, and its servers.
    private static func make(
        _ count: Int, in server: PostgreSQLServer? = nil
    ) throws -> (tool: Tool, servers: [Serving]) {
        let tool = try Tool(store: try (server ?? PostgreSQLServer.shared.get()).makeDatabase())
        return (tool, try (0..<count).map { _ in try Serving(tool) })
    }

    private static func end(_ tool: Tool, _ servers: [Serving]) throws {
        for server in servers { #expect(try server.end().status == 0) }
        tool.cleanUp()
    }

    private static func client(_ script: String) -> String {
        Repository.root.appending(path: "Tests/CommandLineTests/Clients/\(script)").path
    }

    private static func python(_ script: String, _ arguments: [String]) throws -> String {
        let run = try TestSupport.Tool.run(TestSupport.Tool.python, [client(script)] + arguments)
        return run.status == 0 ? run.output : "\(script) failed: \(run.error)"
    }

    private static func statement(_ tool: Tool) throws -> String {
        struct Summary: Decodable { let softwareStatement: String }
        let shown = try tool.line("device show --format json").output
        return try JSONDecoder().decode(Summary.self, from: Data(shown.utf8)).softwareStatement
    }

    @Test(
        "answer unchanged clients through a balancer that gives each connection to the next server",
        arguments: [
            ("rest-v2.sh", "token: VALID_TOKEN\nlogout: logout, interactive\n"),
            ("partner-sso.sh", "profile: appleSSO\ntoken: VALID_TOKEN\n"),
            ("sso-service.sh", #""osVersion":"18","type":"sso"}}}"# + "\n"),
        ])
    func balanced(script: String, end: String) throws {
        let (tool, servers) = try Self.make(3)
        let ports = servers.compactMap { URL(string: $0.location.url)?.port.map(String.init) }.joined(separator: " ")
        let line =
            "\(TestSupport.Tool.python) \(Self.client("round_robin.py")) \(ports) -- "
            + "sh \(Repository.root.path)/docs/\(script) 2>&1"
        let output = try tool.shell(line, in: tool.home)
        #expect(output.hasSuffix(end), "\(output)")
        try Self.end(tool, servers)
    }

    @Test("accept once what may be used once, when it is used at both at the same time")
    func singleUse() throws {
        let (tool, servers) = try Self.make(2)
        let found = try Self.python("race.py", [try Self.statement(tool), "6"] + servers.map(\.location.url))
        #expect(found == "browser 1 1 1 1 1 1\npartner 1 1 1 1 1 1\nlink 1 1 1 1 1 1\n")
        try Self.end(tool, servers)
    }

    @Test("see the changes of each other and of the command line at once, and the journal of all")
    func shared() throws {
        let (tool, servers) = try Self.make(2)
        #expect(try servers[0].command(#"{"advance": "1h"}"#) == "204")
        #expect(try servers[1].curl("\(servers[1].location.admin)/health").contains("T01:00:00Z"))
        #expect(try tool.line("clock show").output.hasPrefix("2026-01-01T01:00:00Z"))
        #expect(try tool.line("permission deny com.example.stream").status == 0)
        #expect(try servers[1].curl("\(servers[1].location.admin)/journal").contains("com.example.stream"))
        #expect(try servers[0].command(#"{"advance": "1h"}"#, inWorld: "one") == "204")
        #expect(try servers[1].curl("\(servers[1].location.admin)/worlds") == "{\"worlds\":[\"one\"]}\n")
        #expect(try tool.line("clock show --device default/one").output.hasPrefix("2026-01-01T01:00:00Z"))
        // A client that waits at one server hears of what happens at the other.
        let url = "\(servers[0].location.admin)/journal/wait?contains=later&timeout=60s"
        let line = "curl -s '\(url)' & curl -s \(servers[1].location.url)/later >/dev/null; wait"
        #expect(try tool.shell(line, in: tool.home).contains(#""count":1,"#))
        // Both give the journal the same name, so that a client may change the server.
        let names = try servers.map { server in
            try tool.shell("curl -si \(server.location.admin)/journal | grep -i simulator-journal", in: tool.home)
        }
        #expect(names[0] == names[1] && !names[0].isEmpty)
        try Self.end(tool, servers)
    }

    @Test("lose nothing that one of them answered before it was killed")
    func killed() throws {
        let (tool, servers) = try Self.make(2)
        let facts = try tool.write(#"{"statement": "\#(try Self.statement(tool))"}"#, to: "facts.json")
        let process = servers[0].started.process
        let arguments = ["work", servers[0].location.url, "\(process.processIdentifier)", "40", facts]
        #expect(try Self.python("restart.py", arguments) == "")
        process.waitUntilExit()
        let outcome = try Self.python("restart.py", ["check", servers[1].location.url, facts])
        #expect(outcome.hasPrefix("nothing is missing of "), "\(outcome)")
        try Self.end(tool, [servers[1]])
    }

    @Test("answer 503 with Retry-After while the database is away, and go on by themselves when it is back")
    func absentDatabase() throws {
        let database = try PostgreSQLServer()
        let (tool, servers) = try Self.make(1, in: database)
        func asked(_ path: String) throws -> String {
            let line = "curl -si \(servers[0].location.url)\(path) | tr -d '\\r' | grep -iE '^(HTTP|retry-after)'"
            return try tool.shell(line, in: tool.home)
        }
        let paths = ["/_sim/v1/health", "/api/v2/REF30/configuration", "/s/one/_sim/v1/health", "/_sim/v1/worlds"]
        try database.stop()
        for path in paths {
            #expect(try asked(path).lowercased() == "http/1.1 503 service unavailable\nretry-after: 1\n", "\(path)")
        }
        let refusal = try tool.line("permission show")
        #expect(refusal.status == 69)
        #expect(refusal.errorLines.count == 1)
        try database.start()
        #expect(try asked("/_sim/v1/health") == "HTTP/1.1 200 OK\n")
        try database.stop()
        try database.start()
        #expect(try paths.map(asked).filter { $0.contains("503") } == [])
        try Self.end(tool, servers)
    }
}

/// Tests the stores that `--store` and `TVSIM_STORE` select.
@Suite("A store by its address")
struct StoreAddressTests {
    @Test("is a file with one device, which commands of several processes share")
    func file() throws {
        let tool = try Tool(store: "shared.sqlite")
        defer { tool.cleanUp() }
        #expect(try tool.line("permission deny com.example.stream").status == 0)
        #expect(try tool.line("permission show").output.contains("denied"))
        #expect(try tool.line("device list").output == "* default  built-in default\n")
        #expect(try tool.line("device create default/one").status == 0)
        #expect(try tool.line("permission grant com.example.stream --device default/one").status == 0)
        #expect(try tool.line("permission show").output.contains("denied"))
    }

    @Test(
        "is refused in one line if no command can use it",
        arguments: [
            ("mysql://db/tvsim", 64, "invalid address of a store"),
            ("postgres//me:secret@db/tvsim", 64, "invalid address of a store: expected 'memory:', a file or"),
            ("host=db dbname=tvsim password=secret", 64, "invalid address of a store: expected 'memory:', a file or"),
            (":memory:", 64, "invalid address of a store: ':memory:'; did you mean 'memory:'?"),
            ("file:own.sqlite", 64, "invalid address of a store: expected 'memory:', a file or"),
            ("memory:", 64, "'memory:' keeps no device: it is for 'tvsim serve'"),
            ("postgres://me:secret@db/tvsim", 64, "must not contain a password"),
        ])
    func refused(address: String, status: Int32, reason: String) throws {
        let tool = try Tool(store: address)
        defer { tool.cleanUp() }
        let outcome = try tool.line("permission show")
        #expect(outcome.status == status)
        #expect(outcome.error.contains(reason), "\(outcome.error)")
        #expect(outcome.errorLines.count == 1 && !outcome.error.contains("secret"))
    }

    @Test(
        "has no device of another name, and does not lose its own",
        arguments: [
            ("permission show --device phone", 66), ("device create phone", 66), ("device delete default", 73),
            ("device create default", 73),
        ])
    func otherDevice(line: String, status: Int32) throws {
        let tool = try Tool(store: "shared.sqlite")
        defer { tool.cleanUp() }
        #expect(try tool.line("permission deny com.example.stream").status == 0)
        let outcome = try tool.line(line)
        #expect(outcome.status == status, "\(outcome.error)")
        #expect(try tool.line("permission show").output.contains("denied"))
    }

    @Test("takes the profile of its device when the device is created")
    func profile() throws {
        let tool = try Tool(store: "shared.sqlite")
        defer { tool.cleanUp() }
        let profile = Repository.root.appending(path: "Profiles/account-expired.yaml").path
        #expect(try tool.line("device create default --profile \(profile)").status == 0)
        #expect(try tool.line("account show").output.contains("expired"))
    }
}

@Suite("A store by its address, as a program", .waitsForPrograms)
struct StoreAddressProgramTests {
    @Test("is served as --store says, and leaves the devices of the folder alone")
    func served() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        for address in ["own.sqlite", "memory:"] {
            let server = try Serving(tool, ["--store", address])
            #expect(try server.command(#"{"advance": "1h"}"#) == "204")
            #expect(try server.end().status == 0)
            let shown = try tool.run(["clock", "show"], adding: ["TVSIM_STORE": "own.sqlite"]).output
            #expect(shown.hasPrefix("2026-01-01T01:00:00Z"), "\(address)")
        }
        #expect(try tool.line("clock show").output.hasPrefix("2026-01-01T00:00:00Z"))
    }

    @Test("is that of a command beside a server, unless the command has a new device")
    func beside() throws {
        let tool = try Tool(store: "own.sqlite")
        defer { tool.cleanUp() }
        let command = "tvsim permission deny com.example.stream; tvsim permission show; echo \"[$TVSIM_STORE]\""
        #expect(
            try tool.shell("tvsim exec --fresh -- sh -c '\(command)'", in: tool.home)
                == "com.example.stream  denied\n[]\n")
        #expect(try !tool.line("permission show").output.contains("denied"))
        #expect(
            try tool.shell("tvsim exec -- sh -c '\(command)'", in: tool.home)
                == "com.example.stream  denied\n[own.sqlite]\n")
        #expect(try tool.line("permission show").output.contains("denied"))
    }
}
