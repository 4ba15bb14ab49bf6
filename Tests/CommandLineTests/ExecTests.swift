import Foundation
import TestSupport
import Testing

/// Tests `tvsim exec`, which runs a command with a server beside it.
@Suite("tvsim exec", .waitsForPrograms)
struct ExecProgramTests {
    @Test(
        "exits with the status of the command",
        arguments: [
            (["true"], 0), (["sh", "-c", "exit 7"], 7), (["sh", "-c", "kill -9 $$"], 137),
            (["sh", "-c", "kill -TERM $$"], 143),
        ] as [([String], Int32)])
    func status(_ command: [String], _ status: Int32) throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let outcome = try tool.run(["exec", "--"] + command)
        #expect(outcome.status == status)
        #expect(outcome.output == "")
        #expect(outcome.error == "")
    }

    @Test(
        "reports in one line a command that is missing or cannot be executed",
        arguments: [("no-such-program", 127), ("/", 126)])
    func missing(_ command: String, _ status: Int32) throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let outcome = try tool.run("exec", "--", command)
        #expect(outcome.status == status)
        #expect(outcome.errorLines.count == 1)
        #expect(outcome.error.hasPrefix("tvsim: '\(command)' cannot be started"))
    }

    @Test("runs a script without an interpreter line by the shell, and reports a missing interpreter")
    func scripts() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let script = """
            mkdir b; echo 'echo "$@"; exit 5' > b/words; chmod +x b/words
            printf '#!/no/such\n' > odd; chmod +x odd
            tvsim exec -- b/words 'one  two' three; echo $?
            tvsim exec -- ./odd; echo $?
            """
        #expect(
            try tool.shell(script, in: tool.home) == """
                one  two three
                5
                tvsim: './odd' cannot be started: its interpreter is missing
                126

                """)
    }

    @Test("starts the command when the server accepts requests, on the same device as the command line")
    func environment() throws {
        let tool = try Tool(device: "phone")
        defer { tool.cleanUp() }
        let program = try TestSupport.Tool.built().path
        let script = """
            curl -s "$TVSIM_ADMIN_URL/health" && curl -s -o /dev/null -w '%{http_code}\\n' "$TVSIM_URL/none" &&
            '\(program)' permission deny com.example.app && curl -s "$TVSIM_ADMIN_URL/state" | grep com.example.app
            echo "$TVSIM_DEVICE"
            """
        let outcome = try tool.run("exec", "--", "sh", "-c", script)
        #expect(outcome.error == "")
        #expect(outcome.output.contains(#""status":"ok""#))
        #expect(outcome.output.contains("\n404\n"))
        #expect(outcome.output.contains(#""device/app/com.example.app" : {"#))
        #expect(outcome.output.hasSuffix("\nphone\n"))
        #expect(try tool.run("permission", "show", "com.example.app").output.contains("denied"))
    }

    @Test("uses the same devices from another folder if TVSIM_HOME is relative")
    func otherFolder() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let line = "TVSIM_HOME=rel tvsim exec -- sh -c 'cd / && tvsim permission deny com.example.app'; "
        #expect(
            try tool.shell(line + "TVSIM_HOME=rel tvsim permission show com.example.app", in: tool.home) == "denied\n")
        // A data folder that is not an absolute path is ignored.
        let data = "unset TVSIM_HOME; HOME=$PWD XDG_DATA_HOME=rel2 tvsim permission deny; ls"
        #expect(try !tool.shell(data, in: tool.home).contains("rel2"))
    }

    @Test("creates a device from a profile, and deletes it at the end")
    func profile() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let profile = Repository.root.appending(path: "Profiles/granted-signed-in.yaml").path
        let program = try TestSupport.Tool.built().path
        let outcome = try tool.run(
            "exec", "--profile", profile, "--", "sh", "-c", "'\(program)' permission show && '\(program)' device list")
        #expect(outcome.output.contains("granted"))
        #expect(outcome.output.contains("* exec-"))
        #expect(try tool.line("device list").output == "no devices\n")
    }

    @Test("with --fresh leaves nothing to the next command, also if the environment names a device")
    func fresh() throws {
        let tool = try Tool(device: "phone")
        defer { tool.cleanUp() }
        let script = """
            tvsim exec --fresh -- sh -c 'tvsim permission deny && tvsim clock advance 1d && tvsim permission show'
            tvsim exec --fresh -- sh -c 'tvsim permission show && tvsim device list'; tvsim device list
            """
        let lines = try tool.shell(script, in: tool.home).split(separator: "\n")
        #expect(
            lines.map { $0.replacing(/exec-[0-9]+/, with: "exec-N") } == [
                "com.example.stream  denied", "com.example.stream  notDetermined", "* exec-N  built-in default",
                "no devices",
            ])
        for (option, text) in [
            ("--fresh --device phone", "--fresh and --device cannot be used together"),
            ("--port x", "invalid port 'x'"), ("--host 0.0.0.0", "use --allow-remote"),
            ("--keep-on-failure -", "requires the name of a folder"),
        ] {
            let refused = try tool.line("exec \(option) -- true")
            #expect(refused.status == 64 && refused.error.contains(text), "\(refused.error)")
        }
    }

    @Test("serves at the given address, which its command reaches on this machine")
    func address() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let host = ["exec", "--host", "0.0.0.0", "--allow-remote", "--", "sh", "-c", "echo $TVSIM_URL"]
        let shown = try tool.run(host).output
        #expect(shown.hasPrefix("http://127.0.0.1:"))
        let port = try #require(shown.split(separator: ":").last.map { $0.trimmingCharacters(in: .newlines) })
        let command = "curl -s $TVSIM_ADMIN_URL/health; echo $TVSIM_URL"
        let again = try tool.run(["exec", "--port", port, "--", "sh", "-c", command])
        #expect(again.output.contains("ok") && again.output.hasSuffix("http://127.0.0.1:\(port)\n"), "\(again)")
    }

    @Test("keeps journals and states of all worlds if the command fails, and only then")
    func keepsFailure() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let script = """
            call() { echo 'curl -s "$TVSIM_URL/s/one/api/v2/REF30/configuration" >/dev/null; tvsim permission deny; exit '$1; }
            tvsim exec --fresh --keep-on-failure kept -- sh -c "$(call 0)"; echo $?; ls -d kept 2>/dev/null
            tvsim exec --fresh --keep-on-failure a/kept -- sh -c "$(call 3)"; echo $?; find a -type f | sort
            grep -c denied a/kept/device.json; grep -c configuration a/kept/s/one/journal.txt
            tvsim device import a/kept/device.json --device copy && tvsim permission show --device copy
            touch file; tvsim exec --keep-on-failure file -- false 2>&1; echo $?
            """
        #expect(
            try tool.shell(script, in: tool.home) == """
                0
                3
                a/kept/device.json
                a/kept/evidence.json
                a/kept/explain.json
                a/kept/flows.json
                a/kept/journal.json
                a/kept/journal.txt
                a/kept/report.html
                a/kept/report.txt
                a/kept/requests.har
                a/kept/s/one/device.json
                a/kept/s/one/evidence.json
                a/kept/s/one/explain.json
                a/kept/s/one/flows.json
                a/kept/s/one/journal.json
                a/kept/s/one/journal.txt
                a/kept/s/one/report.html
                a/kept/s/one/report.txt
                a/kept/s/one/requests.har
                1
                1
                com.example.stream  denied
                tvsim: the folder 'file' cannot be created
                1

                """)
    }

    @Test("writes one report of all worlds, also if the command succeeds")
    func report() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let output = try tool.shell(
            """
            for file in report.html requests.har; do
              tvsim exec --fresh --report $file -- sh -c 'curl -s "$TVSIM_URL/s/one/api/v2/REF30/configuration" >/dev/null
                tvsim report "$TVSIM_URL/s/one" | grep -c "GET /api/v2/REF30/configuration" >live
                tvsim report "$TVSIM_URL/s/one" --format har --output live.har
                tvsim report "$TVSIM_URL/s/one" --format text >live.txt
                tvsim report "$TVSIM_URL/s/one" --entries 2- 2>&1 | grep -o "status 400, invalid .entries."
                curl -s "$TVSIM_URL/s/two/activate" >/dev/null'; echo $?
            done
            grep -o "<title>.*</title>" report.html; grep -c 'class="profile' report.html
            grep -c '"method"' requests.har live.har; grep -c "tvsim exec -- sh -c" report.html
            test "$(cat live)" -gt 0 && echo live
            grep -e "^--- tvsim [rj]" live.txt; grep -c "^1 .*GET /api/v2/REF30/configuration" live.txt
            """, in: tool.home)
        #expect(
            output == """
                status 400, invalid 'entries'
                0
                status 400, invalid 'entries'
                0
                <title>tvsim exec: 2 worlds</title>
                2
                requests.har:2
                live.har:1
                1
                live
                --- tvsim rules ---
                --- tvsim requests ---
                --- tvsim journal ---
                1

                """)
    }

    @Test("deletes its device if a signal arrives before the command starts")
    func earlySignal() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        _ = try tool.write("schema: 1\nname: x\n", to: "p.yaml")
        // The signal is sent when the device exists, before the server is ready.
        let line = """
            tvsim exec --profile p.yaml -- sleep 60 & until set -- devices/exec-*.sqlite; test -e "$1"; do :; done
            kill -TERM $!; wait $!; echo $?; ls devices
            """
        #expect(try tool.shell(line, in: tool.home) == "143\n")
    }

    @Test("connects the command to the server without a proxy")
    func proxy() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let line = """
            export http_proxy=http://127.0.0.1:9 NO_PROXY=corp.example
            tvsim exec -- sh -c 'curl -s -o /dev/null -w "%{http_code} " "$TVSIM_ADMIN_URL/health"; echo $no_proxy $NO_PROXY'
            """
        let list = "corp.example,127.0.0.1"
        #expect(try tool.shell(line, in: tool.home) == "200 \(list) \(list)\n")
    }

    @Test("forwards signals to the command", arguments: [SIGTERM, SIGHUP, SIGUSR1])
    func signals(signal: Int32) throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        // The command prints a line when its traps are set. Then it waits for input that never arrives.
        let script = "trap 'exit 9' TERM HUP USR1; echo ready; while :; do read -r line < fifo; done"
        _ = try tool.shell("mkfifo fifo", in: tool.home)
        let started = try tool.start(["exec", "--", "sh", "-c", script])
        #expect(try started.firstLine() == "ready")
        kill(started.process.processIdentifier, signal)
        #expect(try started.wait().status == 9)
    }

    @Test("passes arguments and environment as bytes, also if they are not UTF-8")
    func bytes() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let shown = #"sh -c 'printf %s "$LATIN:$1" | od -An -tx1' sh "$(printf 'caf\351')""#
        let line = #"LATIN=$(printf 'a\351b'); export LATIN; "#
        let plain = try tool.shell(line + shown, in: tool.home)
        #expect(plain == " 61 e9 62 3a 63 61 66 e9\n")
        #expect(try tool.shell(line + "tvsim exec -- " + shown, in: tool.home) == plain)
    }

    @Test("passes the inherited open files, and none of the server's, so no orphan keeps the port")
    func descriptors() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        // A background process outlives the server and waits for a line. Connections to the port must be refused, which
        // shows that the process does not keep the port open.
        let script = "(read -r line <fifo) >/dev/null 2>&1 & read -r line <&7; echo $line $TVSIM_URL"
        let line = """
            mkfifo fifo; echo inherited >file; tvsim exec -- sh -c '\(script)' 7<file >told
            read -r line url <told; curl -s -m 20 "$url/"; echo "$line $?"; echo >fifo
            """
        #expect(try tool.shell(line, in: tool.home) == "inherited 7\n")
    }

    @Test("keeps the protection of nohup for the command and the server")
    func nohup() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let script = #"kill -HUP $PPID; kill -HUP $$; curl -s -o /dev/null -w "%{http_code}" "$TVSIM_ADMIN_URL/health""#
        let outcome = try tool.shell("nohup tvsim exec -- sh -c '\(script)'; echo \" $?\"", in: tool.home)
        #expect(outcome == "200 0\n")
    }

    @Test("waits for the command even if SIGCHLD is ignored")
    func ignoredEnds() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let line = "env --ignore-signal=CHLD tvsim exec -- sh -c 'exit 7'; echo $?"
        #expect(try tool.shell(line, in: tool.home) == "7\n")
    }

    @Test("requires a command")
    func nothing() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let outcome = try tool.line("exec")
        #expect(outcome.status == 64)
        #expect(outcome.errorLines.count == 1)
    }
}
