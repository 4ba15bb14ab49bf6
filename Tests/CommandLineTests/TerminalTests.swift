import Foundation
import TestSupport
import Testing

/// What commands print for a person at a terminal, and for no program.
@Suite("At a terminal", .serialized) struct TerminalTests {
    private static let folder = Repository.root.appending(path: "Profiles").path

    struct Change: Sendable, CustomTestStringConvertible {
        var testDescription: String { line }
        let line: String
        let said: String
    }

    @Test(
        "a command that changes something says so in one line, and nothing elsewhere",
        arguments: [
            Change(line: "permission deny com.example.stream", said: "default: setPermission"),
            Change(line: "account sign-in Dish --as carol", said: "default: signIn"),
            Change(line: "clock advance 1h", said: "default: advance 1h"),
            Change(line: "provider set Dish boarding=pickerOnly", said: "default: provider"),
            Change(line: "journal clear", said: "default: the journal is empty"),
            Change(line: "device create phone", said: "phone: created"),
            Change(line: "device erase", said: "default: erased"),
            Change(line: "device export export.json", said: "default: written to export.json"),
            Change(line: "fixtures generate --output made xsw3", said: "made: 1 cases written"),
        ])
    func changes(change: Change) async throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let shown = try await tool.onTerminal(change.line)
        #expect(shown.contains(change.said), "\(shown)")
        let other = try Tool()
        defer { other.cleanUp() }
        #expect(try other.line(change.line) == .init(status: 0, output: "", error: ""))
    }

    @Test("a permission of an app that is new says which known app has a similar name")
    func similarApp() async throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let shown = try await tool.onTerminal("permission deny com.example.strem")
        #expect(shown.contains("com.example.strem is new on this device; did you mean com.example.stream?"), "\(shown)")
        #expect(!(try await tool.onTerminal("permission deny com.example.strem")).contains("new on this device"))
        #expect(!(try await tool.onTerminal("permission deny com.example.stream")).contains("new on this device"))
    }

    @Test("results have colours, except with NO_COLOR or on a terminal without them")
    func colours() async throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let profile = Self.folder + "/permission-denied.yaml"
        let plain = try tool.line("run \(profile)").output
        let shown = try await tool.onTerminal("run \(profile)")
        #expect(shown.hasPrefix("\u{1B}[32mPASS\u{1B}[0m  "), "\(shown)")
        #expect(shown.replacing(/\u{1B}\[[0-9;]*m/, with: "") == plain)
        #expect(try await tool.onTerminal("run \(profile)", adding: ["NO_COLOR": "1"]) == plain)
        #expect(try await tool.onTerminal("run \(profile)", adding: ["TERM": "dumb"]) == plain)
        #expect(try await tool.onTerminal("run \(profile)", adding: ["NO_COLOR": ""]) == shown)
    }

    @Test("the number of a decision has the colour of its verdict")
    func journal() async throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        _ = try tool.line("permission deny")
        _ = try tool.line("account expire")
        let plain = try tool.line("journal show").output
        #expect(try tool.line("journal show --entries").output == plain)
        let shown = try await tool.onTerminal("journal show --entries")
        #expect(shown.replacing(/\u{1B}\[[0-9;]*m/, with: "") == plain)
        #expect(shown.contains("\u{1B}[31m2\u{1B}[0m  "), "\(shown)")
    }

    @Test("the journal has one line for each attempt and command, under its day")
    func attempts() async throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        #expect(try await tool.onTerminal("journal show") == "no entries\n")
        for line in ["permission deny", "clock advance 1d", "account expire"] { _ = try tool.line(line) }
        let shown = try await tool.onTerminal("journal show", adding: ["NO_COLOR": "1"])
        let lines = shown.split(separator: "\n").map { String($0) }
        #expect(lines.filter { $0.hasPrefix("2026-") } == ["2026-01-01", "2026-01-02"], "\(shown)")
        #expect(lines.count == 5 && lines[1].hasPrefix("00:00:00Z  changed  setPermission"), "\(shown)")
        #expect(lines[4].contains("  expireAccount"), "\(shown)")
        #expect(try await tool.onTerminal("journal show --last 1").split(separator: "\n").count == 2)
    }

    @Test("a list of situations says how many there are, and names them if asked to")
    func situations() async throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let shown = try await tool.onTerminal("matrix list")
        #expect(shown.hasPrefix("2496 situations\n  platform      2   iOS, tvOS\n"), "\(shown)")
        #expect(shown.hasSuffix("\nThe names: add --all\n") && !shown.contains("baseline"), "\(shown)")
        let all = try await tool.onTerminal("matrix list --axis account --all")
        let names = try tool.line("matrix list --axis account").output
        #expect(all == "3 situations\n  account  3  signedIn, signedOut, expired\n\(names)")
        let some = try await tool.onTerminal("matrix list --axis token=none,valid --axis accessBefore")
        #expect(some.hasPrefix("4 situations: 4 of 8 combinations can exist\n"), "\(some)")
    }

    @Test("a long command shows how far it is, and removes that at its end")
    func progress() async throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        for (line, said) in [
            ("explore --steps 1500", "of 1500 steps"), ("fixtures generate --output some xsw3 expired", "2/2 xsw3"),
        ] {
            let shown = try await tool.onTerminal(line)
            #expect(shown.contains(said), "\(line): \(shown)")
            let last = try #require(shown.components(separatedBy: "\r\u{1B}[K").last)
            #expect(!last.contains(said), "\(line): \(last)")
        }
    }
}

@Suite("tvsim run --quiet") struct QuietRunTests {
    private static let failing = """
        schema: 1
        name: fails
        flow: [{setRequestor: REF30, expect: [setToken(REF30)]}]
        """

    @Test("prints the profiles that fail, their names and the summary")
    func failures() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        _ = try tool.write("schema: 1\nname: passes\nflow: [relaunch]\n", to: "all/a.yaml")
        _ = try tool.write(Self.failing, to: "all/b.yaml")
        let outcome = try tool.line("run all --quiet")
        #expect(outcome.status == 1)
        let lines = outcome.output.split(separator: "\n")
        #expect(lines.first == "FAIL  fails  (all/b.yaml)")
        #expect(lines.suffix(2) == ["FAIL  fails  (all/b.yaml)", "2 profiles, 1 failed"])
        #expect(!outcome.output.contains("passes"))
    }

    @Test("prints only the summary if all pass, and refuses another format")
    func success() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        _ = try tool.write("schema: 1\nname: passes\nflow: [relaunch]\n", to: "all/a.yaml")
        #expect(try tool.line("run all -q") == .init(status: 0, output: "1 profile, all passed\n", error: ""))
        #expect(try tool.line("run all -q --format json").status == 64)
    }
}

@Suite("The words of other tools") struct OtherToolTests {
    @Test(
        "suggest ours",
        arguments: [
            ("login", "account sign-in"), ("logout", "account sign-out"), ("logs", "journal show"),
            ("status", "device show"), ("validate", "profile check"), ("account login", "sign-in"),
            ("device remove phone", "delete"), ("device rm phone", "delete"), ("profile validate x.yaml", "check"),
            ("fault delete 1", "remove"), ("device show --json", "--format json"), ("run --json", "--format json"),
        ])
    func suggested(line: String, ours: String) throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let outcome = try tool.line(line)
        #expect(outcome.status == 64)
        #expect(outcome.error.contains("did you mean '\(ours)'?"), "\(outcome.error)")
        #expect(outcome.errorLines.count == 1)
    }
}
