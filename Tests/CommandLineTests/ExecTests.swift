import Foundation
import Testing

/// `tvsim exec`: a command with a server beside it.
@Suite("A command with a server beside it")
struct ExecTests {
    @Test(
        "ends as the command ends",
        arguments: [
            (["true"], 0), (["sh", "-c", "exit 7"], 7), (["sh", "-c", "kill -9 $$"], 137),
            (["sh", "-c", "kill -TERM $$"], 143),
        ] as [([String], Int32)])
    func status(_ command: [String], _ status: Int32) throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let outcome = try tool.start(["exec", "--"] + command).wait()
        #expect(outcome.status == status)
        #expect(outcome.output == "")
        #expect(outcome.error == "")
    }

    @Test("that is not there, or is no program, is one line", arguments: [("no-such-program", 127), ("/", 126)])
    func missing(_ command: String, _ status: Int32) throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let outcome = try tool.run("exec", "--", command)
        #expect(outcome.status == status)
        #expect(outcome.errorLines.count == 1)
        #expect(outcome.error.hasPrefix("tvsim: '\(command)' cannot be started"))
    }

    @Test("finds the server ready and shares the device with it and with the command line")
    func environment() throws {
        let tool = try Tool(device: "phone")
        defer { tool.cleanUp() }
        let program = try Tool.program().path
        let script = """
            curl -s "$TVSIM_ADMIN_URL/health" && curl -s -o /dev/null -w '%{http_code}\\n' "$TVSIM_URL/none" &&
            '\(program)' permission deny com.example.app && curl -s "$TVSIM_ADMIN_URL/state" | grep com.example.app
            echo "$TVSIM_DEVICE"
            """
        let outcome = try tool.run("exec", "--", "sh", "-c", script)
        #expect(outcome.error == "")
        #expect(outcome.output.contains(#""status":"ok""#))
        #expect(outcome.output.contains("\n404\n"))
        #expect(outcome.output.contains(#""com.example.app" : "denied""#))
        #expect(outcome.output.hasSuffix("\nphone\n"))
        #expect(try tool.run("permission", "show", "com.example.app").output.contains("denied"))
    }

    @Test("finds the same devices from another folder, wherever they were said to be")
    func otherFolder() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let line = "TVSIM_HOME=rel tvsim exec -- sh -c 'cd / && tvsim permission deny com.example.app'; "
        #expect(
            try tool.shell(line + "TVSIM_HOME=rel tvsim permission show com.example.app", in: tool.home) == "denied\n")
        // A folder of data that is no absolute path counts as not set.
        let data = "unset TVSIM_HOME; HOME=$PWD XDG_DATA_HOME=rel2 tvsim permission deny; ls"
        #expect(try !tool.shell(data, in: tool.home).contains("rel2"))
    }

    @Test("with a profile has a device of its own, which goes with it")
    func profile() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let profile = Tool.root.appending(path: "Profiles/granted-signed-in.yaml").path
        let program = try Tool.program().path
        let outcome = try tool.run(
            "exec", "--profile", profile, "--", "sh", "-c", "'\(program)' permission show && '\(program)' device list")
        #expect(outcome.output.contains("granted"))
        #expect(outcome.output.contains("* exec-"))
        #expect(try tool.line("device list").output == "no devices\n")
    }

    @Test("hears the signals that the server is sent, and decides itself", arguments: [SIGTERM, SIGHUP, SIGUSR1])
    func signals(signal: Int32) throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        // The command tells that its traps are set, then waits for a line that never comes.
        let script = "trap 'exit 9' TERM HUP USR1; echo ready; while :; do read -r line < fifo; done"
        _ = try tool.shell("mkfifo fifo", in: tool.home)
        let started = try tool.start(["exec", "--", "sh", "-c", script])
        #expect(try started.firstLine() == "ready")
        kill(started.process.processIdentifier, signal)
        #expect(try started.wait().status == 9)
    }

    @Test("is needed")
    func nothing() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let outcome = try tool.line("exec")
        #expect(outcome.status == 64)
        #expect(outcome.errorLines.count == 1)
    }
}
