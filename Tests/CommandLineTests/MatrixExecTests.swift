import Foundation
import FoundationXML
import TestSupport
import Testing

/// Tests `tvsim exec --matrix`, which runs a command in each situation of a profile.
@Suite("tvsim exec --matrix", .waitsForPrograms)
struct MatrixExecProgramTests {
    private static let profile = """
        schema: 1
        name: my client
        device: {account: {provider: Cablevision, subscriber: alice}}
        matrix:
          access: [granted, denied]
          account: [signedIn, signedOut]
        """

    /// Creates a tool with the profile in its home.
    private static func tool() throws -> Tool {
        let tool = try Tool()
        try Data(profile.utf8).write(to: tool.home.appending(path: "profile.yaml"))
        return tool
    }

    @Test("runs the command once in each situation, with a server and a device in that situation", arguments: [1, 3])
    func situations(jobs: Int) throws {
        let tool = try Self.tool()
        defer { tool.cleanUp() }
        let script = """
            tvsim exec --matrix profile.yaml --jobs \(jobs) -- sh -c '
              curl -sf "$TVSIM_ADMIN_URL/health" >/dev/null || exit 9
              echo "$TVSIM_SITUATION: $(tvsim permission show) $(tvsim account show | grep -c alice)" >>seen'
            echo $?
            sort seen; tvsim device list
            """
        #expect(
            try tool.shell(script, in: tool.home) == """
                PASS  access=granted/account=signedIn
                PASS  access=granted/account=signedOut
                PASS  access=denied/account=signedIn
                PASS  access=denied/account=signedOut
                4 situations, all passed
                0
                access=denied/account=signedIn: com.example.stream  denied 1
                access=denied/account=signedOut: com.example.stream  denied 0
                access=granted/account=signedIn: com.example.stream  granted 1
                access=granted/account=signedOut: com.example.stream  granted 0
                no devices

                """)
    }

    @Test("fails if a command fails, and writes one JUnit report with its output")
    func failure() throws {
        let tool = try Self.tool()
        defer { tool.cleanUp() }
        let script = """
            tvsim exec --matrix profile.yaml --junit report.xml --keep-on-failure failed -- sh -c '
              case $TVSIM_SITUATION in access=denied/account=signedOut)
                printf "\\033[31m<no\\taccess>\\033[0m\\n"; exit 3; esac' | tail -3
            find failed -type f | sort
            """
        #expect(
            try tool.shell(script, in: tool.home) == """
                FAIL  access=denied/account=signedOut: exit status 3
                  <no    access>
                4 situations, 1 failed
                failed/access=denied,account=signedOut/device.json
                failed/access=denied,account=signedOut/evidence.json
                failed/access=denied,account=signedOut/explain.json
                failed/access=denied,account=signedOut/flows.json
                failed/access=denied,account=signedOut/journal.json
                failed/access=denied,account=signedOut/journal.txt
                failed/access=denied,account=signedOut/report.html
                failed/access=denied,account=signedOut/report.txt
                failed/access=denied,account=signedOut/requests.har

                """)
        let report = try String(contentsOf: tool.home.appending(path: "report.xml"), encoding: .utf8)
        #expect(
            try JUnitReport.elements("testsuite", of: report).map { $0.values("name", "tests", "failures") } == [
                ["my client", "4", "1"]
            ])
        #expect(
            try JUnitReport.elements("testcase", of: report).map { $0.values("classname", "name") } == [
                ["my client", "access=granted/account=signedIn"], ["my client", "access=granted/account=signedOut"],
                ["my client", "access=denied/account=signedIn"], ["my client", "access=denied/account=signedOut"],
            ])
        let failures = try JUnitReport.elements("failure", of: report)
        #expect(failures.map { $0.values("message") } == [["exit status 3"]])
        #expect(failures.map(\.stringValue) == ["<no    access>"])
    }

    @Test("keeps the isolated world of a failed test in each situation, although the test has removed it")
    func removedWorlds() throws {
        let tool = try Self.tool()
        defer { tool.cleanUp() }
        let script = """
            tvsim exec --matrix profile.yaml --keep-on-failure failed -- sh -c '
              url=$(curl -s "$TVSIM_ADMIN_URL/worlds" -d "{\\"name\\": \\"mine\\"}" | sed "s/.*\\"url\\":\\"\\([^\\"]*\\).*/\\1/")
              status=passed
              curl -s "$url/_sim/v1/framework/access-status" -d "{}" | grep -q denied && status=failed
              curl -s -X PUT "$url/_sim/v1/world/outcome" -d "{\\"status\\": \\"$status\\"}"
              curl -s -X DELETE "$url/_sim/v1/world"
              test $status = passed' | tail -1
            find failed -path "*/s/mine/journal.txt" | sort
            cat "failed/access=denied,account=signedIn/s/mine/journal.txt" | grep -c "checkAccessStatus.*denied"
            """
        let lines = try tool.shell(script, in: tool.home).split(separator: "\n").map(String.init)
        let expected = [
            "4 situations, 2 failed", "failed/access=denied,account=signedIn/s/mine/journal.txt",
            "failed/access=denied,account=signedOut/s/mine/journal.txt",
        ]
        #expect(Array(lines.dropLast()) == expected, "\(lines)")
        #expect(lines.last.flatMap { Int($0) } ?? 0 > 0, "\(lines)")
    }

    @Test("ends its commands and removes their devices if a signal ends it")
    func signal() throws {
        let tool = try Self.tool()
        defer { tool.cleanUp() }
        let script = """
            mkfifo started
            tvsim exec --matrix profile.yaml -- sh -c 'echo >started; exec sleep 600' & matrix=$!
            read x <started; kill -TERM $matrix; wait $matrix; echo $?; tvsim device list
            """
        #expect(
            try tool.shell(script, in: tool.home)
                == "FAIL  access=granted/account=signedIn: exit status 143\n143\nno devices\n")
    }

    @Test(
        "is refused with one line",
        arguments: [
            (
                "--matrix profile.yaml --fresh", 64,
                "--matrix cannot be used together with --profile, --fresh or --device"
            ),
            ("--matrix profile.yaml --port 8080", 64, "--matrix cannot be used together with --port"),
            ("--matrix profile.yaml --jobs 0", 64, "--jobs must be from 1 to 256"),
            ("--junit report.xml", 64, "--jobs and --junit require --matrix"),
            ("--rules rules.HTML", 64, "invalid --rules 'rules.HTML': expected a file name that ends"),
            ("--rules rules.har", 64, "invalid --rules 'rules.har'"), ("--rules -", 64, "invalid --rules '-'"),
            ("--report -", 64, "invalid --report '-'"), ("--report x:mermaid", 64, "invalid --report 'x:mermaid'"),
            ("--report x.xml --rules x.xml", 64, "two reports have the file 'x.xml'"),
            ("--matrix profile.yaml --report page.html", 64, "invalid --report 'page.html'"),
            ("--matrix profile.yaml --report page", 64, "invalid --report 'page'"),
            ("--matrix missing.yaml", 66, "file 'missing.yaml' not found"),
            ("--matrix once.yaml", 65, "once.yaml:1:1: the profile needs the key 'matrix'"),
        ] as [(String, Int32, String)])
    func refusals(options: String, status: Int32, message: String) throws {
        let tool = try Self.tool()
        defer { tool.cleanUp() }
        try Data("schema: 1\nname: once\n".utf8).write(to: tool.home.appending(path: "once.yaml"))
        let text = try tool.shell("tvsim exec \(options) -- true 2>&1; echo $?", in: tool.home)
        #expect(text.hasPrefix("tvsim: \(message)"), "\(text)")
        #expect(text.hasSuffix("\n\(status)\n"), "\(text)")
    }
}
