import Foundation
import TestSupport
import Testing

@Suite("A JUnit report of profiles that cannot be read", .waitsForPrograms)
struct RefusedRunTests {
    /// Prints the counts of a JUnit report's suites, and of each case its place and its error.
    private static let reader = """
        import sys, xml.etree.ElementTree as tree
        for suite in tree.parse(sys.argv[1]).getroot():
            print(*[suite.get(key) for key in ("name", "file", "tests", "failures", "errors")], sep="|")
            for case in suite:
                print(*[case.get(key) for key in ("classname", "name", "file", "line")], sep="|")
                for error in case.iter("error"): print(error.get("message"), error.text == error.get("message"))
        """

    /// A folder with a profile that is good, one that is not, and yesterday's report.
    private static func folder() throws -> Tool {
        let tool = try Tool()
        _ = try tool.write("schema: 1\nname: good\nflow: [{setRequestor: REF30}]\n", to: "good.yaml")
        _ = try tool.write("schema: 1\nname: \"<bad> & b\"\nflwo: []\n", to: "bad.yaml")
        _ = try tool.write("schema: 1\nname: one\n", to: "set/one.yaml")
        try tool.line("run good.yaml --format junit --output st.xml")
        return tool
    }

    /// What is run, and what the file then holds.
    static let refused = [
        (
            "good.yaml bad.yaml", 65, "bad.yaml:3:1: the profile has no key 'flwo'; did you mean 'flow'?",
            "bad.yaml|bad.yaml|1|0|1\nbad.yaml|profile check|bad.yaml|3\n"
        ),
        (
            "good.yaml elsewhere/x.yaml", 66, "there is no file 'elsewhere/x.yaml'",
            "tvsim run|None|1|0|1\ntvsim run|profile check|None|None\n"
        ),
        (
            "l1", 74, "'l1' cannot be read: Too many levels of symbolic links",
            "tvsim run|None|1|0|1\ntvsim run|profile check|None|None\n"
        ),
    ]

    @Test("holds no character that a terminal obeys")
    func printable() throws {
        let tool = try Self.folder()
        defer { tool.cleanUp() }
        _ = try tool.write("schema: 1\nname: x\n\"fl\\u009bow\": []\n", to: "noisy.yaml")
        try tool.line("run noisy.yaml --format junit --output st.xml")
        let report = try String(contentsOf: tool.home.appending(path: "st.xml"), encoding: .utf8)
        #expect(report.contains("noisy.yaml:3:1: the profile has no key 'fl\\u{9B}ow'"), "\(report)")
        #expect(!report.unicodeScalars.contains { $0 != "\n" && $0.properties.generalCategory == .control })
    }

    /// What says what is wrong on standard error alone, and with which status.
    static let unreported = [
        ("bad.yaml --format junit", 65), ("bad.yaml --format junit --output -", 65),
        ("bad.yaml --format junit --output /dev/stdout", 65), ("bad.yaml --format junit --output pipe", 65),
        ("bad.yaml --format junit --output bad.yaml", 65), ("bad.yaml --format junit --output link.yaml", 65),
        ("bad.yaml --format junit --output set", 65), ("bad.yaml --format junit --output nowhere/st.xml", 65),
        ("elsewhere/x.yaml set --format junit --output set/one.yaml", 66),
        ("bad.yaml --format json --output st.xml", 65), ("bad.yaml --output st.xml", 65),
        ("- - --format junit --output st.xml", 64),
    ]
}

extension RefusedRunTests {
    @Suite("as a program")
    struct ProgramTests {
        @Test("takes the place of an earlier one, and says what is wrong and where", arguments: refused)
        func report(profiles: String, status: Int, line: String, told: String) throws {
            let tool = try RefusedRunTests.folder()
            defer { tool.cleanUp() }
            let script = """
                ln -s l2 l1; ln -s l1 l2
                tvsim run \(profiles) --format junit --output st.xml; echo $?
                python3 -c '\(RefusedRunTests.reader)' st.xml
                """
            #expect(
                try tool.shell(script, in: tool.home) == """
                    tvsim: \(line)
                    \(status)
                    \(told)\(line) True

                    """)
        }

        @Test("is written to a file alone, over nothing that is read, and hides no trouble", arguments: unreported)
        func standardError(arguments: String, status: Int) throws {
            let tool = try RefusedRunTests.folder()
            defer { tool.cleanUp() }
            let script = """
                mkfifo pipe; ln -s bad.yaml link.yaml; cat st.xml bad.yaml set/one.yaml | cksum >before
                timeout 20 tvsim run \(arguments) 2>errors; echo $?; wc -l <errors
                cat st.xml bad.yaml set/one.yaml | cksum | cmp - before; test -L link.yaml || echo replaced
                """
            #expect(try tool.shell(script, in: tool.home) == "\(status)\n1\n")
        }
    }
}
