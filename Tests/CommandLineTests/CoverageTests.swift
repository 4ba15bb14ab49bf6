import Foundation
import TestSupport
import Testing

@Suite("tvsim coverage", .waitsForPrograms)
struct CoverageCommandTests {
    private let tool: Tool

    init() throws { tool = try Tool() }

    private func folder(_ files: String...) throws {
        for (index, text) in files.enumerated() {
            _ = try tool.write("tvsim coverage 1\n" + text, to: "runs/\(index).coverage")
        }
    }

    @Test("merges the files of several processes, and names what was visited and what was not")
    func merges() throws {
        defer { tool.cleanUp() }
        try folder("condition signedIn holds\ncell baseline\n", "condition signedIn holds\ncondition signedIn fails\n")
        _ = try tool.write("not a file of coverage", to: "runs/notes.txt")
        let outcome = try tool.run("coverage", "runs", "--area", "condition", "--area", "cell")
        #expect(outcome.status == 0)
        let lines = outcome.output.split(separator: "\n")
        #expect(lines[0] == "conditions of the silent exchange: 2 of 14, 14.2 %")
        #expect(lines.contains("  + condition signedIn holds"))
        #expect(lines.contains("  - condition permissionGranted fails  (profile: access=denied)"))
        #expect(lines.contains("  + cell baseline"))
        #expect(lines.contains("  - and 2492 more, which --format json lists"))
        #expect(
            lines.suffix(3) == [
                "condition  2 of 14    14.2 %", "cell       1 of 2496  0.0 %", "mean                  7.1 %",
            ])
        let summary = try tool.run("coverage", "runs", "--area", "condition", "--area", "cell", "--format", "summary")
        #expect(summary.output.split(separator: "\n") == lines.suffix(3))
    }

    @Test("takes the folder of the environment, and prints one page of HTML")
    func page() throws {
        defer { tool.cleanUp() }
        try folder("callback setToken\n")
        let outcome = try tool.run(["coverage", "--format", "html"], adding: ["TVSIM_COVERAGE": "runs"])
        #expect(outcome.status == 0)
        for part in ["<script", "src=", "<link", "url("] { #expect(!outcome.output.contains(part)) }
        for part in [
            "<h1>tvsim coverage: 1.0 %</h1>", "callback setToken", "1 of 13, 7.6 %",
            "<code>tvsim coverage --write-profile &#39;condition signedIn fails&#39;</code> (account=signedOut)",
            "no profile: none of the profiles that tvsim tries visits it",
        ] {
            #expect(outcome.output.contains(part), "\(part)")
        }
    }

    @Test(
        "fails if the figure is below the limit",
        arguments: [("14.2", Int32(0), ""), ("14.3", 1, "14.3"), ("80", 1, "80.0")])
    func failUnder(limit: String, status: Int32, told: String) throws {
        defer { tool.cleanUp() }
        try folder("condition signedIn holds\ncondition signedIn fails\n")
        let outcome = try tool.run(
            "coverage", "runs", "--area", "condition", "--format", "summary", "--fail-under", limit)
        #expect(outcome.status == status)
        #expect(outcome.error == (told.isEmpty ? "" : "tvsim: the coverage of 14.2 % is below \(told) %\n"))
    }

    @Test("writes the profile of a gap, which 'tvsim run' runs")
    func writesProfiles() throws {
        defer { tool.cleanUp() }
        try folder("condition signedIn holds\n")
        let one = try tool.run("coverage", "--write-profile", "condition signedIn fails", "--output", "gap.yaml")
        #expect(one == Tool.Outcome(status: 0, output: "", error: ""))
        #expect(
            try tool.run("run", "gap.yaml").output.hasPrefix(
                "PASS  account=signedOut [account=signedOut]  (gap.yaml)\n"))
        let all = try tool.run(
            "coverage", "runs", "--area", "condition", "--format", "summary", "--write-profiles", "gaps")
        #expect(all.error == "8 profiles written to 'gaps'\n")
        #expect(try tool.run("run", "gaps").output.hasSuffix("8 profiles, all passed\n"))
    }

    @Test(
        "refuses what it cannot read or write",
        arguments: [
            (
                [], Int32(64),
                "tvsim: Nothing was recorded. Run your tests with TVSIM_COVERAGE=cov, then: tvsim coverage cov\n"
            ),
            (
                ["empty"], 66,
                "tvsim: folder 'empty' not found: run with TVSIM_COVERAGE=empty first\n"
            ),
            (
                ["broken"], 65,
                "tvsim: broken/1.coverage:1:1: expected 'tvsim coverage 1', found 'x': remove the file, and run again with "
                    + "this version of tvsim\n"
            ),
            (["broken/1.coverage"], 66, "tvsim: 'broken/1.coverage' is a file, not a folder\n"),
            (
                ["--write-profile", "callback setTokens"], 64,
                "tvsim: unknown item 'callback setTokens'; did you mean 'callback setToken'?\n"
            ),
            (
                ["--write-profile", "row 0 notEntitled"], 66,
                "tvsim: no profile for 'row 0 notEntitled': none of the profiles that tvsim tries visits it\n"
            ),
            (
                ["x", "--write-profile", "callback setToken"], 64,
                "tvsim: --write-profile can be used only with --output (see 'tvsim coverage --help')\n"
            ),
            (
                ["x", "--fail-under", "101"], 64,
                "tvsim: --fail-under must be from 0 to 100 (see 'tvsim coverage --help')\n"
            ),
        ] as [([String], Int32, String)])
    func refusals(arguments: [String], status: Int32, error: String) throws {
        defer { tool.cleanUp() }
        _ = try tool.write("x\n", to: "broken/1.coverage")
        let outcome = try tool.run(["coverage"] + arguments)
        #expect(outcome == Tool.Outcome(status: status, output: "", error: error))
    }
}

@Suite("Coverage of programs", .waitsForPrograms)
struct CoverageProgramTests {
    @Test(
        "counts a situation of a matrix only if an app has reached a world in it",
        arguments: [
            ("true", 0), (#"curl -s "$TVSIM_ADMIN_URL/device""#, 0), ("tvsim permission deny", 0),
            (#"curl -s "$TVSIM_URL/s/mine/_sim/v1/health""#, 0),
            (#"curl -s "$TVSIM_URL/s/mine/api/v2/REF30/configuration""#, 1), (#"curl -s "$TVSIM_URL/none""#, 1),
            (#"curl -s -d "{}" "$TVSIM_ADMIN_URL/framework/access-status""#, 1),
        ])
    func reached(_ command: String, _ count: Int) throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        _ = try tool.write("schema: 1\nname: x\nmatrix: {access: [denied]}\n", to: "profile.yaml")
        let script = """
            export TVSIM_COVERAGE=$PWD/runs; mkdir runs
            tvsim exec --matrix profile.yaml -- sh -c '\(command)' >/dev/null 2>&1
            cat runs/* 2>/dev/null | grep -c "^cell access=denied"
            """
        #expect(try tool.shell(script, in: tool.home) == "\(count)\n")
    }

    @Test("is recorded by the processes of a run, of a matrix and of 'tvsim exec', in one folder")
    func recorded() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        _ = try tool.write(
            "schema: 1\nname: x\ndevice: {account: {provider: Cablevision, subscriber: alice}}\n"
                + "matrix: {access: [granted, denied]}\nflow: [{setRequestor: REF30}]\n", to: "profile.yaml")
        let script = """
            export TVSIM_COVERAGE=$PWD/runs
            tvsim run profile.yaml >/dev/null & tvsim matrix run --axis account >/dev/null & wait
            tvsim exec --fresh -- sh -c 'curl -s "$TVSIM_URL/api/v2/REF30/configuration" >/dev/null'
            tvsim exec --matrix profile.yaml -- sh -c 'curl -s "$TVSIM_URL/s/mine/none" >/dev/null' >/dev/null
            tvsim coverage --format summary --area cell --area condition
            ls runs | wc -l
            grep -h "cell\\|configuration\\|client_app" runs/* | LC_ALL=C sort | uniq -c | sed 's/^ *//'
            """
        #expect(
            try tool.shell(script, in: tool.home) == """
                condition  9 of 14    64.2 %
                cell       4 of 2496  0.1 %
                mean                  32.2 %
                5
                2 cell access=denied
                1 cell account=expired
                1 cell account=signedOut
                3 cell baseline
                3 endpoint GET /api/v2/{serviceProvider}/configuration
                1 error-code invalid_access_token_client_application

                """)
    }

    @Test("is recorded up to the moment at which a process is killed")
    func killed() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let script = """
            export TVSIM_COVERAGE=$PWD/runs
            tvsim exec --fresh -- sh -c 'curl -s "$TVSIM_URL/api/v2/REF30/configuration" >/dev/null; kill -9 $PPID'
            tvsim coverage --area endpoint --format summary | head -1
            """
        #expect(try tool.shell(script, in: tool.home).hasSuffix("endpoint  1 of 22  4.5 %\n"))
    }

    @Test("that cannot be recorded is told once, and the run goes on")
    func unwritable() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        _ = try tool.write("", to: "file")
        let run = try tool.start(
            ["matrix", "run", "--axis", "access"], adding: ["TVSIM_COVERAGE": "file"]
        ).wait()
        #expect(run.status == 0)
        #expect(run.error == "tvsim: coverage cannot be recorded in 'file': Not a directory\n")
    }
}
