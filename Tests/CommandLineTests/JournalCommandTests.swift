import Foundation
import TVSimStateSQLite
import TVSimStateStorage
import TestSupport
import Testing

@Suite("tvsim journal", .waitsForPrograms)
struct JournalCommandProgramTests {
    private func ask(_ tool: Tool, _ paths: String...) throws {
        let requests = paths.map { "curl -s \"$TVSIM_URL\($0)\" >/dev/null" }
        let asked = try tool.run(["exec", "--", "sh", "-c", requests.joined(separator: "; ")])
        #expect(asked.status == 0, "\(asked.error)")
    }

    @Test("prints the rest of a journal with a damaged entry, and ends with its number")
    func damagedEntry() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        _ = try tool.line("permission grant com.example.app")
        let store = try SQLiteStateStore(
            path: tool.home.appending(path: "devices/default.sqlite").path, creating: false)
        let number = try store.append("not an entry").number
        _ = try tool.line("permission deny com.example.app")
        let shown = try tool.line("journal show")
        #expect(shown.status == 65 && shown.error == "tvsim: entry \(number) of the journal is damaged\n")
        #expect(shown.output.contains("granted") && shown.output.contains("denied"), "\(shown.output)")
        #expect(shown.output.split(separator: "\n").count == number)
        let json = try tool.line("journal show --format json")
        #expect(json.output.contains("\"count\":\(number),\"damaged\":[\(number)],"), "\(json.output)")
        #expect(try tool.line("journal show --after \(number)").status == 0)
        for command in ["journal fork \(number + 1) --device new", "profile from-journal"] {
            let refused = try tool.line(command)
            #expect(refused.status == 65 && refused.error.contains("entry \(number) of the journal is damaged"))
        }
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

    @Test("prints the newest decisions only, and follows new ones")
    func followed() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        for permission in ["grant", "deny", "restrict"] { _ = try tool.line("permission \(permission)") }
        let newest = try tool.line("journal show --last 2").output.split(separator: "\n")
        #expect(newest.count == 2 && newest[0].hasPrefix("2  ") && newest[1].hasPrefix("3  "))
        #expect(try tool.line("journal show --last 0").output == "no entries\n")
        #expect(try tool.line("journal show --last -1").status == 64)
        let following = try tool.start(["journal", "show", "--follow", "--after", "3"])
        defer { kill(following.process.processIdentifier, SIGKILL) }
        _ = try tool.line("permission reset")
        #expect(try following.firstLine().hasPrefix("4  "))
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

    @Test("leads to a device as it was after an entry, whose journal is the same")
    func forked() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let commands = [
            "permission grant", "account sign-in Cablevision --as alice", "clock advance 31d", "permission deny",
        ]
        for line in commands {
            #expect(try tool.line(line).status == 0)
        }
        let whole = try tool.line("device export -").output
        #expect(try tool.line("journal fork 2 --device before") == .init(status: 0, output: "", error: ""))
        #expect(try tool.line("permission show --device before").output == "com.example.stream  granted\n")
        let lines = try tool.line("journal show").output.split(separator: "\n")
        #expect(try tool.line("journal show --device before").output.split(separator: "\n") == Array(lines.prefix(2)))
        // The last entry leads to the same state, and from another device.
        #expect(try tool.line("journal fork 4 --device now").status == 0)
        #expect(try tool.line("journal fork 4 --from now --device again").status == 0)
        for device in ["now", "again", "default"] {
            #expect(try tool.line("device export - --device \(device)").output == whole, "\(device)")
        }
    }

    @Test("creates no device if it does not lead to the entry")
    func unrepeatable() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        #expect(try tool.line("permission deny").status == 0)
        try ask(tool, "/activate")
        for (line, status, error) in [
            ("journal fork 3 --device b", 66, "no entry 3: the journal of device 'default' has the entries 1 to 2"),
            ("journal fork 1 --device default", 73, "device 'default' already exists"),
            ("journal fork 1 --device b --from c", 66, "device 'c' not found; create it with 'tvsim device create c'"),
            ("journal fork x --device b", 64, "The value 'x' is invalid for '<number>'"),
        ] {
            let outcome = try tool.line(line)
            #expect(outcome.error.hasPrefix("tvsim: \(error)"), "\(outcome.error)")
            #expect(outcome.status == status, "\(line)")
        }
        for line in ["journal fork 2 --device b", "profile from-journal --output bug.json"] {
            let outcome = try tool.line(line)
            #expect(outcome.status == 64)
            #expect(
                outcome.error
                    == "tvsim: cannot repeat entry 2, 'EntitlementService: GET /activate: 200 code page': no command and "
                    + "no call of the SDK causes it, but a client over HTTP, a person, or another app; what led to "
                    + "entry 1 can be repeated\n")
        }
        #expect(try tool.line("device list").output == "* default  built-in default\n")
    }

    @Test("of an app with the SDK becomes a profile that does the same")
    func profile() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let profile = Repository.root.appending(path: "Profiles/granted-signed-in.yaml").path
        #expect(try tool.run("device", "create", "phone", "--profile", profile).status == 0)
        // The app and the server of `exec` are two processes, which draw identifiers from different blocks.
        let app = try TestSupport.Tool.built("StreamApp").path
        let script = "export SOFTWARE_STATEMENT=$(tvsim statement show | grep -o 'eyJ.*'); \(app)"
        let played = try tool.shell(
            "tvsim exec --device phone -- sh -c '\(script.replacing("'", with: "'\\''"))' </dev/null", in: tool.home)
        #expect(played.contains("Playing REF30"), "\(played)")
        // A second process of the app, without a server, has a third block.
        let again = try tool.shell(
            "export TVSIM_DEVICE=phone SOFTWARE_STATEMENT=$(tvsim statement show --device phone | grep -o 'eyJ.*'); \(app)"
                + " </dev/null", in: tool.home)
        #expect(again.contains("Playing REF30"), "\(again)")
        #expect(try tool.line("permission deny --device phone").status == 0)
        let written = try tool.line("profile from-journal --device phone")
        #expect(written.status == 0, "\(written.error)")
        let file = tool.home.appending(path: "bug.json")
        try Data(written.output.utf8).write(to: file)
        let ran = try tool.run("run", file.path)
        #expect(ran.status == 0 && ran.output.contains("<- setToken(REF30)"), "\(ran.output)")
        #expect(written.output.contains(#""setToken(REF30)""#))
    }
}
