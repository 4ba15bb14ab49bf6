import TVSimScenario
import Testing

@Suite("A suite of JUnit")
struct JUnitSuiteTests {
    private static func problem(_ kind: JUnitCase.Problem.Kind, _ lines: String...) -> JUnitCase.Problem {
        JUnitCase.Problem(kind, lines[0], lines: lines)
    }

    @Test("counts its cases by what came of them, and adds the times of those that ran")
    func whole() {
        let suite = JUnitSuite(
            "a <b>", file: "run.yaml",
            cases: [
                JUnitCase(
                    className: "c", name: "1. passes", place: ("run.yaml", 3), duration: .milliseconds(1500),
                    output: ["because: a & b"]),
                JUnitCase(
                    className: "c", name: "2. fails", duration: .microseconds(20_999),
                    problem: Self.problem(.failure, "one \"line\"", "a < b")),
                JUnitCase(className: "c", name: "3. cannot run", problem: Self.problem(.error, "no tool")),
                JUnitCase(className: "c", name: "4. is left out", problem: Self.problem(.skipped, "not here")),
                JUnitCase(className: "c", name: "5. passes"),
            ])
        let expected = """
            <?xml version="1.0" encoding="UTF-8"?>
            <testsuites name="tvsim run">
            <testsuite name="a &lt;b&gt;" file="run.yaml" tests="5" failures="1" errors="1" skipped="1" time="1.520">
              <testcase classname="c" name="1. passes" file="run.yaml" line="3" time="1.500">
                <system-out>because: a &amp; b</system-out>
              </testcase>
              <testcase classname="c" name="2. fails" time="0.020">
                <failure message="one &quot;line&quot;">one &quot;line&quot;&#10;a &lt; b</failure>
              </testcase>
              <testcase classname="c" name="3. cannot run">
                <error message="no tool">no tool</error>
              </testcase>
              <testcase classname="c" name="4. is left out">
                <skipped message="not here">not here</skipped>
              </testcase>
              <testcase classname="c" name="5. passes"/>
            </testsuite>
            </testsuites>

            """
        #expect(suite.report(of: "tvsim run") == expected)
    }

    @Test("has no time if no case ran, and none for no cases")
    func times() {
        let idle = JUnitSuite("s", cases: [JUnitCase(className: "c", name: "n")])
        #expect(idle.xml.hasPrefix(#"<testsuite name="s" tests="1" failures="0" errors="0" skipped="0">"#))
        let empty = JUnitSuite("s", cases: []).xml
        #expect(empty.hasPrefix(#"<testsuite name="s" tests="0" failures="0" errors="0" skipped="0" time="0.000">"#))
    }

    @Test("of a profile has a case for each step, with its failures, its place, its notes and its reasons")
    func profile() async throws {
        let text = """
            schema: 1
            name: two
            flow:
              - checkAuthentication
              - {setRequestor: REF30, expect: [setRequestorComplete(0)]}
            """
        let profile = try #require(try ProfileDecoder.decode(text: text, source: "two.yaml").first)
        for isExplained in [false, true] {
            let record = try await ProfileRunner(explaining: isExplained).run(profile)
            let suite = JUnitSuite(record, className: "mine")
            #expect(suite.name == "two" && suite.file == "two.yaml")
            #expect(suite.cases.map(\.name) == ["1. checkAuthentication", "2. setRequestor REF30"])
            #expect(suite.cases.allSatisfy { $0.className == "mine" && $0.duration != nil })
            #expect(suite.cases.map(\.place?.source) == ["two.yaml", "two.yaml"])
            #expect(suite.cases.map(\.place?.line) == [4, 5])
            #expect(suite.cases[0].problem == nil)
            #expect(suite.cases[0].output.first == "note: the calls wait for setRequestor")
            #expect(suite.cases[1].output.contains { $0.hasPrefix("because: ") } == isExplained)
            let xml = suite.xml
            #expect(xml.contains("failures=\"1\" errors=\"0\" skipped=\"0\""))
            #expect(xml.contains(">two.yaml:5: callback "), "\(xml)")
        }
    }

    @Test("has the profile's name as the class of its cases, with the place where several have the same name")
    func classNames() throws {
        let text = "schema: 1\nname: a\n---\nschema: 1\nname: a\n---\nschema: 1\nname: b\n"
        let profiles = try ProfileDecoder.decode(text: text, source: "p.yaml")
        #expect(JUnitSuite.classNames(of: profiles) == ["a (p.yaml:1)", "a (p.yaml:4)", "b"])
        // The same file as an argument twice.
        #expect(
            JUnitSuite.classNames(of: profiles + profiles)
                == [
                    "a (p.yaml:1)", "a (p.yaml:4)", "b (p.yaml:7)", "a (p.yaml:1) 2", "a (p.yaml:4) 2",
                    "b (p.yaml:7) 2",
                ])
    }
}
