import Foundation
import TVSimReports
import TestSupport
import Testing

/// Tests `--format`, `--output` and `--report` of each command that reports what it has checked.
@Suite("The report of a command", .waitsForPrograms)
struct ReportOptionTests {
    /// A command that reports, and the forms that it has beside the common ones.
    struct Command: Sendable, CustomTestStringConvertible {
        let line: String
        var own: [ReportFormat] = []
        /// The forms that are compared; a slow command is compared in a few.
        var compared = ReportFormat.allCases
        var testDescription: String { line }
    }

    static let archive = Repository.root.appending(path: "Examples/session.har").path
    static let commands = [
        Command(line: "run one.yaml", own: [.har, .mermaid]),
        Command(line: "matrix run --axis access", own: [.har, .mermaid]),
        Command(line: "fixtures verify set --python no-python"), Command(line: "rules check \(archive)"),
        Command(line: "contract check \(archive)"),
        Command(line: "explore --seed 7 --steps 1 --rule status-code", compared: [.json, .har]),
        Command(line: "coverage runs --area condition", own: [.summary]),
    ]

    private static func tool() throws -> Tool {
        let tool = try Tool()
        _ = try tool.write(ReportFileTests.profile, to: "one.yaml")
        _ = try tool.write("tvsim coverage 1\ncondition signedIn holds\n", to: "runs/0.coverage")
        return tool
    }

    /// Returns the text without what differs between two runs.
    private static func stable(_ text: String) -> String {
        text.replacing(/time="[^"]*"/, with: "").replacing(/<dd>[^<]*<\/dd>/, with: "")
    }

    @Test("is printed in each form of the command, and is the same in a file", arguments: commands)
    func formats(_ command: Command) throws {
        let tool = try Self.tool()
        defer { tool.cleanUp() }
        if command.line.contains("fixtures") {
            #expect(try tool.line("fixtures generate --output set expired").status == 0)
        }
        let forms = ReportFormat.common + command.own
        // Files in all forms, written by one run, change nothing in the main output.
        let files = forms.map { "--report kept.\($0.rawValue):\($0.rawValue)" }.joined(separator: " ")
        let kept = try tool.line("\(command.line) \(files)")
        #expect(kept.status == 0, "\(kept)")
        #expect(try Self.stable(kept.output) == Self.stable(tool.line(command.line).output))
        for format in command.compared {
            let printed = try tool.line("\(command.line) --format \(format.rawValue)")
            guard forms.contains(format) else {
                let refused = try tool.line("\(command.line) --report kept:\(format.rawValue)")
                #expect(printed.status == 64 && refused.status == 64, "\(format): \(printed) \(refused)")
                for known in forms.map(\.rawValue) {
                    #expect(printed.error.contains(known) && refused.error.contains(known), "\(refused.error)")
                }
                continue
            }
            #expect(printed.status == 0 && !printed.output.isEmpty || format == .github, "\(format): \(printed)")
            #expect(
                try Self.stable(tool.read("kept.\(format.rawValue)")) == Self.stable(printed.output), "\(format)")
        }
    }

    /// What follows a command that runs one profile, and the error message.
    static let refusals = [
        ("--report report", "invalid --report 'report': expected a file name that ends with its format, or FILE:"),
        ("--report -", "invalid --report '-': expected"), ("--report :json", "invalid --report ':json'"),
        ("--report --quiet", "invalid --report '--quiet'"), ("--report a:summary", "invalid --report 'a:summary'"),
        ("--output a.txt --report ./a.txt", "two outputs have the file './a.txt'"),
        ("--report a.xml --report a.xml", "two outputs have the file 'a.xml'"),
        ("--report one.yaml:junit", "'one.yaml' is an input of this command and would be overwritten"),
    ]

    @Test("is refused if a file names no form of the command, is named twice, or is an input", arguments: refusals)
    func refused(_ options: String, _ message: String) throws {
        let tool = try Self.tool()
        defer { tool.cleanUp() }
        let outcome = try tool.line("run one.yaml \(options)")
        #expect(outcome.status == 64 && outcome.output.isEmpty)
        #expect(outcome.error.hasPrefix("tvsim: \(message)"), "\(outcome.error)")
        #expect(try tool.read("one.yaml") == ReportFileTests.profile)
        #expect(!FileManager.default.fileExists(atPath: tool.home.appending(path: "a.xml").path))
    }

    @Test("has several files, and what goes to standard output follows the main output")
    func several() throws {
        let tool = try Self.tool()
        defer { tool.cleanUp() }
        _ = try tool.write(
            "schema: 1\nname: bad\nflow: [{setRequestor: REF30, expect: [setRequestorComplete(0)]}]\n", to: "bad.yaml")
        let outcome = try tool.line("run bad.yaml --report -:github --report a.xml --report b.json:gitlab")
        #expect(outcome.status == 1)
        let (main, rest) = try #require(
            outcome.output.firstRange(of: "1 profile, 1 failed\n").map {
                (outcome.output[..<$0.upperBound], outcome.output[$0.upperBound...])
            })
        #expect(main.hasPrefix("FAIL  bad  (bad.yaml)\n"))
        #expect(rest.hasPrefix("::error file=bad.yaml,line=3,title=bad%3A 1. setRequestor REF30::bad.yaml:3: "))
        #expect(rest.count { $0 == "\n" } == 1)
        #expect(try tool.read("a.xml").contains("failures=\"1\""))
        #expect(try tool.read("b.json").contains(#""location":{"lines":{"begin":3},"path":"bad.yaml"}"#))
    }

    @Test("of a run that a page is also written of has no reasons")
    func pageBesideText() throws {
        let tool = try Self.tool()
        defer { tool.cleanUp() }
        let plain = try tool.line("run one.yaml --format json").output
        #expect(try tool.line("run one.yaml --format json --report page.html").output == plain)
        #expect(try tool.read("page.html").contains("<summary>Reasons</summary>"))
    }

    @Test("that CI servers read has an error in each JUnit file if a profile cannot be read")
    func unreadable() throws {
        let tool = try Self.tool()
        defer { tool.cleanUp() }
        _ = try tool.write("schema: 1\nflwo: []\n", to: "bad.yaml")
        #expect(try tool.line("run bad.yaml --report a.xml --report b:junit --report c.md").status == 65)
        for file in ["a.xml", "b"] { #expect(try tool.read(file).contains("errors=\"1\""), "\(file)") }
        #expect(!FileManager.default.fileExists(atPath: tool.home.appending(path: "c.md").path))
    }

    @Test("of coverage fails as a case too if the mean is too low")
    func lowCoverage() throws {
        let tool = try Self.tool()
        defer { tool.cleanUp() }
        let outcome = try tool.line("coverage runs --area condition --fail-under 80 --format junit")
        #expect(outcome.status == 1)
        #expect(outcome.output.contains(#"<failure message="the mean is 7.1 %, below 80.0 %">"#), "\(outcome.output)")
    }

    @Test("of a list is text or JSON", arguments: ["--format junit", "--report rules.xml"])
    func list(_ option: String) throws {
        let tool = try Self.tool()
        defer { tool.cleanUp() }
        let outcome = try tool.line("explore --list \(option)")
        #expect(outcome.status == 64 && outcome.error.contains("--list has the formats text and json"))
    }
}
