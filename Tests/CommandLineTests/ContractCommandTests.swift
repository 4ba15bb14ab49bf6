import Foundation
import TestSupport
import Testing

@Suite("tvsim contract", .waitsForPrograms)
struct ContractCommandTests {
    private let tool: Tool
    private static let example = Repository.root.appending(path: "Examples/session.har").path

    init() throws { tool = try Tool() }

    @Test("check prints one line for each entry and its differences, and succeeds if a row explains each")
    func check() throws {
        defer { tool.cleanUp() }
        let outcome = try tool.run("contract", "check", Self.example)
        #expect(outcome.status == 0 && outcome.error.isEmpty)
        let lines = outcome.output.split(separator: "\n")
        #expect(lines[0] == "same         POST /o/client/register  (entry 2, compared by replay)")
        #expect(lines.contains("  $.logouts.Spectrum.url: recorded a path, simulated a URL  S-34"))
        #expect(
            String(lines.last ?? "")
                == "10 entries compared: 6 same, 4 explained, 0 unexplained; 3 not compared: 2 for other hosts, "
                + "1 preflight")
    }

    @Test("check fails if no row explains a difference, as text and as JSON")
    func unexplained() throws {
        defer { tool.cleanUp() }
        let text = try String(contentsOfFile: Self.example, encoding: .utf8)
            .replacing(
                #"\"actionType\":\"interactive\",\"reasonType\""#, with: #"\"actionType\":\"odd\",\"reasonType\""#)
        let path = try tool.write(text, to: "changed.har")
        let outcome = try tool.run("contract", "check", path)
        #expect(outcome.status == 1 && outcome.error.isEmpty)
        #expect(outcome.output.contains("  $.actionType: recorded 'odd', simulated 'interactive'  unexplained\n"))
        let json = try tool.run("contract", "check", path, "--format", "json")
        #expect(json.status == 1)
        #expect(
            json.output.contains(
                #"{"path":"$.actionType","recorded":"'odd'","simulated":"'interactive'"}],"entry":6,"#))
        #expect(json.output.hasSuffix(#""passed":false}"# + "\n"))
    }

    @Test("profile writes a profile that runs, and in whose world the recording is the same")
    func profile() throws {
        defer { tool.cleanUp() }
        #expect(try tool.run("contract", "profile", Self.example, "--output", "recorded.yaml").status == 0)
        #expect(try tool.run("profile", "check", "recorded.yaml").status == 0)
        #expect(try tool.run("run", "recorded.yaml").status == 0)
        let own = try tool.run("contract", "check", Self.example)
        let given = try tool.run("contract", "check", Self.example, "--profile", "recorded.yaml")
        #expect(given == own)
    }

    @Test("check finds no difference in the simulator's own traffic", arguments: ["granted-signed-in", "not-entitled"])
    func ownTraffic(name: String) throws {
        defer { tool.cleanUp() }
        let profile = Repository.root.appending(path: "Profiles/\(name).yaml").path
        #expect(try tool.run("run", profile, "--format", "har", "--output", "own.har").status == 0)
        let outcome = try tool.run("contract", "check", "own.har", "--profile", profile)
        #expect(outcome.status == 0)
        #expect(outcome.output.contains("compared: 7 same, 0 explained, 0 unexplained"), "\(outcome.output)")
    }

    @Test(
        "is one error for a file that is no recording",
        arguments: [
            ("no JSON", "'x.har' is not JSON (line 1, column 1: expected a value): expected an HTTP archive (HAR 1.2)"),
            (
                "{}",
                "'x.har' has no 'log.entries': expected an HTTP archive (HAR 1.2), as 'Save all as HAR' of a browser or "
                    + "a proxy writes it"
            ),
            (
                #"{"log": {"entries": ["#,
                "'x.har' ends in the middle of an entry, at line 1: save the archive again"
            ),
        ])
    func mistakes(text: String, error: String) throws {
        defer { tool.cleanUp() }
        _ = try tool.write(text, to: "x.har")
        for command in ["check", "profile"] {
            let outcome = try tool.run("contract", command, "x.har")
            #expect(outcome.status == 65 && outcome.output.isEmpty)
            #expect(outcome.error == "tvsim: \(error)\n")
        }
        #expect(try tool.run("contract", "check", "missing.har").status == 66)
    }
}
