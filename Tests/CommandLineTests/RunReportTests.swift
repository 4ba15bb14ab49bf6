import Foundation
import FoundationXML
import TestSupport
import Testing

extension RunTests {
    @Test("writes JUnit XML whose counts, names and failures another parser reads")
    func junit() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let file = try tool.write(
            RunTests.denied + "---\n" + RunTests.wrong.replacing("name: wrong", with: "name: '<wrong> & \"x\"'"),
            to: "two.yaml")
        let outcome = try tool.run("run", file, "--format", "junit", "--output", "run.xml")
        #expect(outcome.status == 1)
        #expect(outcome.output == "")
        let report = try tool.read("run.xml")
        let suites = try JUnitReport.elements("testsuite", of: report).map { $0.values("name", "tests", "failures") }
        #expect(suites == [["denied", "1", "0"], ["<wrong> & \"x\"", "1", "1"]])
        let cases = try JUnitReport.elements("testcase", of: report).map { $0.values("name") }
        #expect(cases == [["1. setRequestor REF30"], ["1. setRequestor REF30"]])
        let times = try JUnitReport.elements("testcase", of: report).flatMap { $0.values("time") }
        #expect(times.allSatisfy { $0.wholeMatch(of: /[0-9]+\.[0-9]{3}/) != nil }, "\(times)")
        let failures = try JUnitReport.elements("failure", of: report).map { $0.values("message") }
        #expect(failures == [["callback 1: expected status(VSA403), received status(VSA404)"]])
    }

    @Test(
        "dates the page by SOURCE_DATE_EPOCH, which is a whole number of seconds",
        arguments: [
            ("0", 0), ("1767225600", 0), ("nan", 64), ("inf", 64), ("1e300", 64), ("1.5", 64), ("-1", 64), ("", 64),
            ("9223372036854775807", 64),
        ] as [(String, Int32)])
    func sourceDate(_ epoch: String, _ status: Int32) throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        _ = try tool.write(RunTests.denied, to: "denied.yaml")
        let words = ["run", "denied.yaml", "--format", "html"]
        let outcome = try tool.run(words, adding: ["SOURCE_DATE_EPOCH": epoch])
        #expect(outcome.status == status, "\(outcome.error)")
        if status == 0 {
            let again = try tool.run(words, adding: ["SOURCE_DATE_EPOCH": epoch])
            #expect(
                outcome.output == again.output && outcome.output.contains(epoch == "0" ? "1970-01-01" : "2026-01-01"))
        } else {
            #expect(outcome.error.contains("invalid SOURCE_DATE_EPOCH '\(epoch)'"), "\(outcome.error)")
        }
    }

    @Test("writes the reasons of each step to JUnit with --explain")
    func reasonsInJUnit() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let profiles = RunTests.denied + "---\n" + RunTests.wrong
        #expect(try !tool.run("run", "-", "--format", "junit", input: profiles).output.contains("system-out"))
        let report = try tool.run("run", "-", "--format", "junit", "--explain", input: profiles).output
        let reasons = try JUnitReport.elements("system-out", of: report).map {
            ($0.stringValue ?? "").split(separator: "\n")
        }
        #expect(reasons.count == 2)
        #expect(reasons.allSatisfy { $0.count > 3 && $0.allSatisfy { $0.hasPrefix("because: ") } })
    }

    @Test(
        "runs the files of a folder except hidden files and subfolders, and says that one has no flow",
        arguments: ["", " --quiet"])
    func hidden(_ option: String) throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        _ = try tool.write("schema: 1\nname: seen\nflow: []\n", to: "f/a.yaml")
        _ = try tool.write("broken: [", to: "f/.hidden.yaml")
        _ = try tool.write("", to: "f/z.yaml/x")
        try tool.link("f/.#a.yaml", to: "nowhere")
        #expect(
            try tool.line("run f\(option)")
                == .init(
                    status: 0,
                    output: """
                        PASS  seen  (f/a.yaml)
                          note: the profile has no flow, so nothing was tested
                        1 profile, all passed

                        """, error: ""))
    }
}
