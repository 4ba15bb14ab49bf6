import Foundation
import TestSupport
import Testing

extension RunTests {
    @Suite("as a program")
    struct ProgramTests {
        @Test("writes JUnit XML whose counts, names and failures another parser reads")
        func junit() throws {
            let tool = try Tool()
            defer { tool.cleanUp() }
            let file = try tool.write(
                RunTests.denied + "---\n" + RunTests.wrong.replacing("name: wrong", with: "name: '<wrong> & \"x\"'"),
                to: "two.yaml"
            )
            let outcome = try tool.run("run", file, "--format", "junit", "--output", "run.xml")
            #expect(outcome.status == 1)
            #expect(outcome.output == "")
            let script = """
                import sys, xml.etree.ElementTree as tree
                for suite in tree.parse(sys.argv[1]).getroot():
                    print(suite.get("name"), suite.get("tests"), suite.get("failures"))
                    for case in suite:
                        print(" ", case.get("name"), *[f.get("message") for f in case])
                """
            let told = try tool.shell("python3 -c '\(script)' run.xml", in: tool.home)
            #expect(
                told == """
                    denied 1 0
                      1. setRequestor REF30
                    <wrong> & "x" 1 1
                      1. setRequestor REF30 callback 1 must be status(VSA403), but was status(VSA404)

                    """)
        }

        @Test("gives JUnit the reasons of each step when they are asked for")
        func reasonsInJUnit() throws {
            let tool = try Tool()
            defer { tool.cleanUp() }
            let plain = try tool.run("run", "-", "--format", "junit", input: RunTests.denied + "---\n" + RunTests.wrong)
                .output
            #expect(!plain.contains("system-out"))
            let file = try tool.write(RunTests.denied + "---\n" + RunTests.wrong, to: "two.yaml")
            try tool.run("run", file, "--format", "junit", "--explain", "--output", "run.xml")
            let script = """
                import sys, xml.etree.ElementTree as tree
                for case in tree.parse(sys.argv[1]).iter("testcase"):
                    lines = case.find("system-out").text.split("\\n")
                    print(len(lines) > 3, all(line.startswith("because: ") for line in lines))
                """
            #expect(try tool.shell("python3 -c '\(script)' run.xml", in: tool.home) == "True True\nTrue True\n")
        }

        @Test("takes of a folder what a shell would take: no hidden files, and no folders")
        func hidden() throws {
            let tool = try Tool()
            defer { tool.cleanUp() }
            _ = try tool.write("schema: 1\nname: seen\nflow: []\n", to: "f/a.yaml")
            _ = try tool.write("broken: [", to: "f/.hidden.yaml")
            let line = "cd f && ln -s nowhere .#a.yaml && mkdir z.yaml && cd .. && tvsim run f; echo $?"
            #expect(try tool.shell(line, in: tool.home) == "PASS  seen  (f/a.yaml)\n1 profile, all passed\n0\n")
        }
    }
}
