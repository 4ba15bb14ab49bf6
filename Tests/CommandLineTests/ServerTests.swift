import Foundation
import TestSupport
import Testing

/// Tests the process of `tvsim serve`: its first line of output, its end, and the device that it shares.
@Suite("A server", .waitsForPrograms)
struct ServerProgramTests {
    @Test(
        "prints its address, writes it to the locator file, and stops gracefully",
        arguments: [SIGTERM, SIGINT, SIGHUP])
    func lifecycle(signal: Int32) throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let server = try Serving(tool, ["--locator", "where.json"])
        let locator = tool.home.appending(path: "where.json")
        let located = try JSONDecoder().decode(Serving.Location.self, from: try Data(contentsOf: locator))
        #expect(located.url == server.location.url)
        #expect(located.admin == server.location.url + "/_sim/v1")
        #expect(located.pid == server.started.process.processIdentifier)
        #expect(try server.curl("\(server.location.admin)/health").contains(#""status":"ok""#))
        let outcome = try server.end(by: signal)
        #expect(outcome.status == 0)
        #expect(outcome.error == "")
        #expect(outcome.output.split(separator: "\n").count == 1)
        #expect(!FileManager.default.fileExists(atPath: locator.path))
    }

    @Test("ends with its test, also if the test throws an error")
    func endsWithItsTest() throws {
        var left: pid_t = 0
        #expect(throws: CancellationError.self) {
            let tool = try Tool()
            defer { tool.cleanUp() }
            left = try Serving(tool, []).started.process.processIdentifier
            throw CancellationError()
        }
        #expect(left > 0 && kill(left, 0) == -1 && errno == ESRCH)
    }

    @Test("continues under nohup when its terminal closes")
    func nohup() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let line = """
            mkfifo told; nohup tvsim serve --port 0 >told 2>/dev/null & read -r line <told
            url=$(echo "$line" | sed 's/.*"url":"\\([^"]*\\)".*/\\1/'); kill -HUP $!
            for turn in 1 2 3; do curl -s -o /dev/null -w '%{http_code} ' "$url/_sim/v1/health"; done
            kill $!; wait $!; echo $?
            """
        #expect(try tool.shell(line, in: tool.home) == "200 200 200 0\n")
    }

    @Test("keeps every answered change and the journal if it is killed")
    func killed() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        for round in 1...3 {
            let server = try Serving(tool, [])
            for _ in 0..<5 {
                #expect(try server.command(#"{"advance": "1h"}"#) == "204")
                _ = try server.curl("\(server.location.url)/none/round\(round)")
            }
            kill(server.started.process.processIdentifier, SIGKILL)
            server.started.process.waitUntilExit()
            let hours = String(format: "%02d", round * 5)
            #expect(try tool.line("clock show").output.hasPrefix("2026-01-01T\(hours):00:00Z"))
            let next = try Serving(tool, [])
            let journal = try next.curl("\(next.location.admin)/journal?contains=round\(round)&limit=0")
            #expect(journal.contains(#""count":5,"#))
            #expect(try next.end().status == 0)
        }
    }

    @Test("with a profile is in memory and changes no device")
    func profile() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let profile = Repository.root.appending(path: "Profiles/granted-signed-in.yaml").path
        let server = try Serving(tool, ["--profile", profile])
        #expect(try server.curl("\(server.location.admin)/state").contains("granted"))
        #expect(try server.curl("\(server.location.url)/s/other/_sim/v1/state").contains("granted"))
        #expect(try server.end().status == 0)
        #expect(!FileManager.default.fileExists(atPath: tool.home.appending(path: "devices").path))
    }

    struct Starter: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let line: String
        let status: String
    }

    @Test(
        "leaves the picker of its own world to a person, but not one of a test's world or of a program that started it",
        arguments: [
            Starter(testDescription: "serve", line: "tvsim serve --port 0 >told & server=$!", status: "202"),
            Starter(
                testDescription: "an isolated world", line: "tvsim serve --port 0 >told & server=$!; world=/s/mine",
                status: "200"),
            Starter(
                testDescription: "started by a program",
                line: "mkfifo in; exec 3<>in; tvsim serve --port 0 --until-stdin-closes <in >told & server=$!",
                status: "200"),
        ])
    func person(starter: Starter) throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let output = try tool.shell(
            """
            mkfifo told; \(starter.line); read -r line <told
            url=$(echo "$line" | sed 's/.*"url":"\\([^"]*\\)".*/\\1/')$world/_sim/v1
            curl -s -o /dev/null -d '{"permission": "granted"}' $url/commands
            curl -s -o /dev/null -w '%{http_code}' -d '{"isInterruptionAllowed": true}' $url/framework/account-metadata
            kill $server
            """, in: tool.home)
        #expect(output == starter.status)
    }

    @Test("that cannot start prints one line: the port is in use or the address is invalid")
    func refusals() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let server = try Serving(tool, [])
        let port = try #require(server.location.url.split(separator: ":").last.map(String.init))
        let mine = try tool.write("keep", to: "mine.txt")
        let foreign = #"{"pid":"/run/x.pid","admin":"ops@example.com","keep":"me"}"#
        let config = try tool.write(foreign, to: "config.json")
        _ = try tool.shell("mkfifo fifo", in: tool.home)
        for (arguments, status, text) in [
            (["--port", port], 74, "port \(port) on 127.0.0.1 is in use; '--port 0' selects a free port"),
            (["--host", "0.0.0.0"], 64, "use --allow-remote"), (["--port", "65536"], 64, "from 0 to 65535"),
            (["--port", "x"], 64, "invalid port 'x': expected a number from 0 to 65535"),
            (
                ["--host", "no.such.invalid", "--allow-remote", "--open-admin"], 74,
                "'no.such.invalid' is not an address of this machine"
            ),
            (["--profile", "nope.yaml"], 66, "file 'nope.yaml' not found"),
            (["--device", "nope"], 66, "device 'nope' not found"),
            (["--profile", "a.yaml", "--device", "b"], 64, "cannot be used together"),
            (["--port", "0", "--locator", "mine.txt"], 73, "exists and is not a locator file"),
            (["--port", "0", "--locator", "config.json"], 73, "exists and is not a locator file"),
            (["--port", "0", "--locator", "fifo"], 73, "'fifo' is not a regular file"),
            (["--port", "0", "--locator", "/dev/stdout"], 73, "'/dev/stdout' is not a regular file"),
            (["--port", "0", "--locator", "/dev/fd/1"], 73, "'/dev/fd/1' is not a regular file"),
            (["--port", "0", "--locator", "-"], 64, "--locator requires a file name"),
            (["--port", "0", "--locator", "no/such/folder"], 73, "cannot be written"),
        ] as [([String], Int32, String)] {
            let outcome = try tool.run(["serve"] + arguments)
            #expect(outcome.status == status, "\(arguments): \(outcome.error)")
            #expect(outcome.output == "")
            #expect(outcome.errorLines.count == 1)
            #expect(outcome.error.hasPrefix("tvsim: "))
            #expect(outcome.error.contains(text), "\(outcome.error)")
        }
        #expect(try String(contentsOfFile: mine, encoding: .utf8) == "keep")
        #expect(try String(contentsOfFile: config, encoding: .utf8) == foreign)
        #expect(try server.end().status == 0)
    }

    @Test("keeps its locator file while it runs, and replaces the file of a killed server")
    func locatorOwner() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let first = try Serving(tool, ["--locator", "where.json"])
        let locator = tool.home.appending(path: "where.json")
        let told = try Data(contentsOf: locator)
        let second = try tool.run("serve", "--port", "0", "--locator", "where.json")
        #expect(second.status == 73)
        #expect(second.error == "tvsim: 'where.json' is the locator file of a running server: choose another file\n")
        #expect(try Data(contentsOf: locator) == told)
        _ = try first.end(by: SIGKILL)
        #expect(try Data(contentsOf: locator) == told)
        let third = try Serving(tool, ["--locator", "where.json"])
        #expect(try Data(contentsOf: locator) != told)
        // A file that another program wrote in the meantime is not removed.
        _ = try tool.shell("echo other >where.json", in: tool.home)
        #expect(try third.end().status == 0)
        #expect(FileManager.default.fileExists(atPath: locator.path))
    }

    @Test("of several that start at once, one gets the locator file, and the others stop")
    func locatorRace() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let script = """
            touch told ended
            for i in 1 2 3 4 5 6 7 8; do
                (timeout 60 tvsim serve --port 0 --locator at.json >>told 2>/dev/null; echo $? >>ended) &
            done
            until [ "$(cat told ended | wc -l)" -ge 8 ]; do sleep 0.1; done; wc -l <told; sort -u ended
            kill $(sed 's/.*"pid":\\([0-9]*\\).*/\\1/' at.json); wait
            """
        #expect(try tool.shell(script, in: tool.home) == "1\n73\n")
    }

    @Test("cannot be started directly, and a missing program is reported in one line")
    func program() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let program = try TestSupport.Tool.built("tvsim-server").path
        #expect(try tool.shell("\(program) --port 80", in: tool.home).contains("cannot be started directly"))
        let alone = tool.home.appending(path: "tvsim").path
        let line = try tool.shell(
            "cp \(try TestSupport.Tool.built().path) \(alone) && \(alone) serve; echo $?", in: tool.home)
        #expect(line.contains("tvsim-server' not found: the server is a separate program"))
        #expect(line.hasSuffix("69\n"))
    }
}

/// A server that `tvsim serve` started.
struct Serving {
    struct Location: Decodable {
        let url: String
        let admin: String
        let certificateAuthority: String?
        let pid: Int32?
    }

    private let tool: Tool
    let started: Started
    let location: Location

    init(_ tool: Tool, _ arguments: [String] = []) throws {
        self.tool = tool
        started = try tool.start(["serve", "--port", "0"] + arguments)
        let line = try started.firstLine()
        location = try JSONDecoder().decode(Location.self, from: Data(line.utf8))
    }

    /// Returns the server's response.
    func curl(_ arguments: String) throws -> String {
        try tool.shell("curl -s '\(arguments)'", in: tool.home)
    }

    /// Sends a command to the served world or an isolated world, and returns the status of the response.
    func command(_ event: String, inWorld world: String? = nil) throws -> String {
        let admin = world.map { "\(location.url)/s/\($0)/_sim/v1" } ?? location.admin
        return try tool.shell(
            "curl -s -o /dev/null -w '%{http_code}' -d '\(event)' '\(admin)/commands'", in: tool.home)
    }

    /// Stops the server by a signal.
    func end(by signal: Int32 = SIGTERM) throws -> Tool.Outcome {
        kill(started.process.processIdentifier, signal)
        return try started.wait()
    }
}
