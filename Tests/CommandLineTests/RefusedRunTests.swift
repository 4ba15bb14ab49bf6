import Foundation
import FoundationXML
import TestSupport
import Testing

@Suite("A JUnit report of profiles that cannot be read", .waitsForPrograms)
struct RefusedRunTests {
    /// A folder with a valid profile, an invalid profile and an old report.
    private static func folder() throws -> Tool {
        let tool = try Tool()
        _ = try tool.write("schema: 1\nname: good\nflow: [{setRequestor: REF30}]\n", to: "good.yaml")
        _ = try tool.write("schema: 1\nname: \"<bad> & b\"\nflwo: []\n", to: "bad.yaml")
        _ = try tool.write("schema: 1\nname: one\n", to: "set/one.yaml")
        try tool.line("run good.yaml --format junit --output st.xml")
        try tool.link("l1", to: "l2")
        try tool.link("l2", to: "l1")
        try tool.link("link.yaml", to: "bad.yaml")
        return tool
    }

    /// A command, its error, and the locations in the report: of the suite and of its case.
    static let refused =
        [
            (
                "good.yaml bad.yaml", 65, "bad.yaml:3:1: the profile has no key 'flwo'; did you mean 'flow'?",
                ["bad.yaml", "bad.yaml", "1", "0", "1"], ["bad.yaml", "profile check", "bad.yaml", "3"]
            ),
            (
                "good.yaml elsewhere/x.yaml", 66, "file 'elsewhere/x.yaml' not found",
                ["tvsim run", "-", "1", "0", "1"], ["tvsim run", "profile check", "-", "-"]
            ),
            (
                "l1", 74, "'l1' cannot be read: Too many levels of symbolic links",
                ["tvsim run", "-", "1", "0", "1"], ["tvsim run", "profile check", "-", "-"]
            ),
        ] as [(String, Int32, String, [String], [String])]

    @Test("replaces an earlier one, and says what is wrong and where", arguments: refused)
    func report(profiles: String, status: Int32, line: String, suite: [String], place: [String]) throws {
        let tool = try Self.folder()
        defer { tool.cleanUp() }
        let outcome = try tool.line("run \(profiles) --format junit --output st.xml")
        #expect(outcome == .init(status: status, output: "", error: "tvsim: \(line)\n"))
        let report = try tool.read("st.xml")
        func values(_ name: String, _ attributes: (XMLElement) -> [String]) throws -> [[String]] {
            try JUnitReport.elements(name, of: report).map(attributes)
        }
        #expect(try values("testsuite") { $0.values("name", "file", "tests", "failures", "errors") } == [suite])
        #expect(try values("testcase") { $0.values("classname", "name", "file", "line") } == [place])
        #expect(try values("error") { $0.values("message") + [$0.stringValue ?? ""] } == [[line, line]])
    }

    @Test("contains no control characters")
    func printable() throws {
        let tool = try Self.folder()
        defer { tool.cleanUp() }
        _ = try tool.write("schema: 1\nname: x\n\"fl\\u009bow\": []\n", to: "noisy.yaml")
        try tool.line("run noisy.yaml --format junit --output st.xml")
        let report = try String(contentsOf: tool.home.appending(path: "st.xml"), encoding: .utf8)
        #expect(report.contains("noisy.yaml:3:1: the profile has no key 'fl\\u{9B}ow'"), "\(report)")
        #expect(!report.unicodeScalars.contains { $0 != "\n" && $0.properties.generalCategory == .control })
    }

    /// Commands that report an error only on standard error, with their exit status.
    static let unreported =
        [
            ("bad.yaml --format junit", 65), ("bad.yaml --format junit --output -", 65),
            ("bad.yaml --format junit --output bad.yaml", 65), ("bad.yaml --format junit --output link.yaml", 65),
            ("bad.yaml --format junit --output set", 65), ("bad.yaml --format junit --output nowhere/st.xml", 65),
            ("elsewhere/x.yaml set --format junit --output set/one.yaml", 66),
            ("bad.yaml --format json --output st.xml", 65), ("bad.yaml --output st.xml", 65),
            ("- - --format junit --output st.xml", 64),
        ] as [(String, Int32)]

    @Test("is written only to a file, never over an input, and hides no error", arguments: unreported)
    func standardError(arguments: String, status: Int32) throws {
        let tool = try Self.folder()
        defer { tool.cleanUp() }
        func files() throws -> [String] { try ["st.xml", "bad.yaml", "set/one.yaml"].map(tool.read) }
        let before = try files()
        let outcome = try tool.line("run \(arguments)")
        #expect(outcome.status == status && outcome.output == "" && outcome.errorLines.count == 1, "\(outcome)")
        #expect(try files() == before)
        let link = tool.home.appending(path: "link.yaml").path
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "bad.yaml")
    }
}

extension RefusedRunTests {
    @Suite("as a program")
    struct ProgramTests {
        @Test("is not written to standard output or to a pipe", arguments: ["/dev/stdout", "pipe"])
        func standardError(output: String) throws {
            let tool = try RefusedRunTests.folder()
            defer { tool.cleanUp() }
            let script = """
                mkfifo pipe
                timeout 20 tvsim run bad.yaml --format junit --output \(output) 2>errors; echo $?; wc -l <errors
                """
            #expect(try tool.shell(script, in: tool.home) == "65\n1\n")
        }
    }
}
