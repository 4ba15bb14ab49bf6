import Foundation
import TestSupport
import Testing

@Suite("Rules of clients beside a command", .waitsForPrograms)
struct ExecRulesProgramTests {
    /// A command that breaks a mandatory rule in a world that it removes.
    private static let breaking = """
        curl -s -o /dev/null "$TVSIM_URL/s/mine/api/v2/REF30/profiles"
        curl -s -X DELETE "$TVSIM_URL/s/mine/_sim/v1/world"
        """

    @Test(
        "a broken rule, or none exercised, fails the command only if it must keep some, and after its own failure",
        arguments: [
            ([], breaking, 0), (["--fail-on", "mandatory"], breaking, 1), ([], "true", 0),
            (["--fail-on", "mandatory"], "true", 1),
            (["--fail-on", "mandatory"], breaking + "\nexit 7", 7),
        ] as [([String], String, Int32)])
    func status(_ options: [String], _ script: String, _ status: Int32) throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let outcome = try tool.run(
            ["exec", "--fresh", "--worlds", "open", "--rules", "rules.txt"] + options + ["--", "sh", "-c", script])
        #expect(outcome.status == status, "\(outcome.error)")
        #expect(outcome.error.contains("tvsim: rules: "))
    }

    @Test("the extension of a report chooses its format, and a removed world is in each")
    func formats() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let reports = ["rules.txt", "rules.json", "rules.xml", "rules.md"]
        let outcome = try tool.run(
            ["exec", "--fresh", "--worlds", "open"] + reports.flatMap { ["--rules", $0] } + [
                "--", "sh", "-c", Self.breaking,
            ])
        #expect(outcome.status == 0, "\(outcome.error)")
        let shown = try reports.map { try String(contentsOf: tool.home.appending(path: $0), encoding: .utf8) }.joined()
        #expect(shown.contains("s/mine: entry 1: GET /api/v2/REF30/profiles has no bearer token"))
        #expect(shown.contains(#""id":"bearer""#))
        #expect(shown.contains(#"<testcase classname="rules.mandatory" name="bearer">"#))
        #expect(shown.contains("| `bearer` | mandatory | s/mine: entry 1"))
        #expect(shown.contains("<skipped message=\"not exercised\""))
    }

    @Test("a report that is not a page has a case for each rule; on standard output it follows what the command prints")
    func reports() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let files = ["-:github", "rules.xml", "points:tap", "issues:gitlab", "page.html", "traffic.har", "other.page"]
        let outcome = try tool.run(
            ["exec", "--fresh", "--worlds", "open"] + files.flatMap { ["--report", $0] } + [
                "--", "sh", "-c", "echo own; \(Self.breaking)",
            ])
        #expect(outcome.status == 0, "\(outcome.error)")
        #expect(outcome.output.hasPrefix("own\n::"), "\(outcome.output)")
        #expect(outcome.output.contains("title=rules.mandatory%3A bearer::BROKEN  bearer  M  "))
        #expect(outcome.error.contains(" (-, rules.xml, points, issues)\n"), "\(outcome.error)")
        #expect(try tool.read("rules.xml").contains(#"<testcase classname="rules.mandatory" name="bearer">"#))
        #expect(try tool.read("points").contains(" - rules.mandatory: bearer\n  ---\n"))
        #expect(try tool.read("issues").contains(#""check_name":"rules.mandatory","description":"bearer: "#))
        #expect(try tool.read("traffic.har").contains("/s/mine/api/v2/REF30/profiles"))
        for page in ["page.html", "other.page"] {
            #expect(try tool.read(page).contains("<title>tvsim exec: 1 world</title>"), "\(page)")
        }
    }

    @Test("a severity alone judges the worlds and fails the command")
    func severityAlone() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let outcome = try tool.run([
            "exec", "--fresh", "--worlds", "open", "--fail-on", "mandatory", "--", "sh", "-c", Self.breaking,
        ])
        #expect(outcome.status == 1)
        #expect(outcome.error.contains("not observable\nBROKEN  "), "\(outcome.error)")
    }

    @Test("the examples for pytest and for curl break no rule but those that they waive")
    func examples() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        for command in [
            "--profile Examples/pytest/rules.yaml -- pytest -q -p no:cacheprovider Examples/pytest",
            "-- sh docs/rest-v2.sh", "--fresh -- sh docs/partner-sso.sh", "--fresh -- sh docs/sso-service.sh",
        ] {
            let report = tool.home.appending(path: "rules.txt").path
            let line = "tvsim exec --rules '\(report)' --fail-on recommended \(command); echo \"status $?\""
            let output = try tool.shell(line, in: Repository.root)
            #expect(output.hasSuffix("status 0\n"), "\(output)")
            #expect(output.contains(" 0 broken,"))
        }
    }

    @Test("an isolated world that a situation removes is judged, is in the report, and stays as evidence")
    func isolatedWorlds() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let profile = try tool.write("schema: 1\nname: n\nmatrix: {access: [granted, denied]}\n", to: "profile.yaml")
        let outcome = try tool.run([
            "exec", "--matrix", profile, "--worlds", "open", "--rules", "rules.txt", "--fail-on", "mandatory",
            "--keep-on-failure", "kept", "--", "sh", "-c", Self.breaking,
        ])
        #expect(outcome.status == 1)
        for access in ["granted", "denied"] {
            #expect(
                outcome.output.contains("FAIL  access=\(access): exit status 1, broken bearer"), "\(outcome.output)")
            #expect(
                try tool.read("rules.txt").contains("access=\(access): s/mine: entry 1: GET /api/v2/REF30/profiles"))
            #expect(try tool.read("kept/access=\(access)/s/mine/evidence.json").contains("has no bearer token"))
        }
        let checked = try tool.run("rules", "check", "kept", "--fail-on", "mandatory")
        #expect(checked.status == 1)
        #expect(
            checked.output.contains("access=denied/s/mine: entry 1: GET /api/v2/REF30/profiles has no bearer token"))
        let one = try tool.run("rules", "check", "kept/access=denied/s/mine")
        #expect(one.status == 0 && one.output.contains("        s/mine: entry 1: GET /api/v2/REF30/profiles has no"))
        let waiving = try tool.write(
            "schema: 1\nname: n\nrules: {waive: {bearer: an experiment}}\n", to: "waiving.yaml")
        let waived = try tool.run("rules", "check", "kept/access=denied/s/mine", "--profile", waiving)
        #expect(waived.output.contains("waived  bearer  M  1 times: an experiment"), "\(waived.output)")
    }

    @Test("an archive that was kept of a client breaks no rule that the client kept, although it has no secret")
    func keptArchives() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let kept = tool.home.appending(path: "kept")
        let tests = "Examples/pytest/test_silent_sign_in.py Examples/pytest/test_sign_in.py"
        let output = try tool.shell(
            "pytest -q -p no:cacheprovider --tvsim-keep=all -o tvsim_evidence='\(kept.path)' \(tests)",
            in: Repository.root)
        let folders = try FileManager.default.contentsOfDirectory(at: kept, includingPropertiesForKeys: nil)
        try #require(folders.count > 5, "\(output)")
        var judged = 0
        for folder in folders {
            let archive = folder.appending(path: "requests.har")
            let har = try JSONDecoder().decode(Archive.self, from: Data(contentsOf: archive))
            guard let url = har.log.entries.first.flatMap({ URL(string: $0.request.url) }), let port = url.port else {
                continue
            }
            let live = try JSONDecoder().decode(
                Evidence.self, from: Data(contentsOf: folder.appending(path: "evidence.json"))
            ).rules
            let checked = try tool.run(
                "rules", "check", archive.path, "--host", "127.0.0.1:\(port)", "--format", "json")
            let report = try JSONDecoder().decode(Rules.self, from: Data(checked.output.utf8))
            #expect(report.broken.subtracting(live.broken) == [], "\(folder.lastPathComponent)")
            let again = try tool.run("rules", "check", folder.path, "--format", "json")
            let kept = try JSONDecoder().decode(Rules.self, from: Data(again.output.utf8))
            #expect(kept.rules == live.rules, "\(folder.lastPathComponent): \(again.error)")
            judged += 1
        }
        #expect(judged > 5)
    }

    private struct Archive: Decodable {
        struct Log: Decodable { let entries: [Entry] }
        struct Entry: Decodable { let request: Request }
        struct Request: Decodable { let url: String }
        let log: Log
    }

    private struct Evidence: Decodable { let rules: Rules }

    private struct Rules: Decodable {
        let rules: [MatrixReport.Rule]
        var broken: Set<String> { Set(rules.filter { $0.verdict == "broken" }.map(\.id)) }
    }

    private struct MatrixReport: Decodable {
        struct Rule: Decodable, Equatable {
            let id: String
            let verdict: String
        }
        struct InSituation: Decodable {
            let situation: String
            let verdicts: [String: String]
        }
        let rules: [Rule]
        let situations: [InSituation]
    }

    @Test("a matrix is judged situation by situation, and the report names the situation of each finding")
    func matrix() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let profile = try tool.write(
            "schema: 1\nname: n\nmatrix: {access: [granted, denied], account: [signedOut]}\n", to: "profile.yaml")
        let script = """
            case $TVSIM_SITUATION in access=denied*) set -- -H "Authorization: Bearer mine";; esac
            curl -s -o /dev/null "$@" "$TVSIM_URL/api/v2/REF30/profiles"
            """
        let reports = ["rules.txt", "rules.json", "rules.xml"]
        func judged(_ options: String...) throws -> Tool.Outcome {
            try tool.run(
                ["exec", "--matrix", profile] + reports.flatMap { ["--rules", $0] } + options + [
                    "--", "sh", "-c", script,
                ])
        }
        let outcome = try judged()
        #expect(outcome.status == 0, "\(outcome.error)")
        #expect(outcome.error.components(separatedBy: "tvsim: rules: ").count == 2, "\(outcome.error)")
        let (text, xml) = try (tool.read("rules.txt"), tool.read("rules.xml"))
        let report = try JSONDecoder().decode(MatrixReport.self, from: Data(try tool.read("rules.json").utf8))
        #expect(text.contains("access=granted/account=signedOut: entry 3: GET /api/v2/REF30/profiles has no bearer"))
        #expect(!text.contains("access=denied/account=signedOut: entry 3: GET /api/v2/REF30/profiles has no bearer"))
        #expect(text.contains("\n  access=denied/account=signedOut: "))
        #expect(report.situations.map { $0.verdicts["bearer"] } == ["broken", "held"])
        #expect(report.rules.first { $0.id == "bearer" }?.verdict == "broken")
        let cases = xml.components(separatedBy: "<testcase ").filter { $0.contains("name=\"bearer [") }
        #expect(cases.map { $0.contains("<failure") } == [true, false])
        let strict = try judged("--fail-on", "mandatory")
        #expect(strict.status == 1)
        #expect(
            strict.output.contains("FAIL  access=granted/account=signedOut: exit status 1, broken bearer, device-id"))
        #expect(strict.output.contains("BROKEN  bearer"))
        // A report of the matrix has the situations, and the rules because they are judged.
        let both = try judged("--report", "both.xml", "--report", "both:json", "--junit", "old.xml")
        #expect(both.status == 0, "\(both.error)")
        for file in ["both.xml", "old.xml"] {
            let suites = try tool.read(file).matches(of: /<testsuite name="([^"]*)"/).map { String($0.1) }
            #expect(suites == ["n", "client rules"], "\(file)")
        }
        let lines = try tool.read("both").split(separator: "\n")
        #expect(lines.count == 2 && lines[0].hasPrefix(#"{"situations":[{"situation":"access=granted/"#))
    }

    @Test("a profile that waives an unknown rule is refused before the command starts")
    func unknownRule() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let profile = try tool.write("schema: 1\nname: n\nrules: {waive: {pol-gap: a slip}}\n", to: "profile.yaml")
        let outcome = try tool.run("exec", "--profile", profile, "--rules", "rules.txt", "--", "touch", "ran")
        #expect(outcome.status == 65)
        #expect(outcome.error.contains("unknown rule 'pol-gap'") && outcome.error.contains("poll-gap"))
        #expect(!FileManager.default.fileExists(atPath: tool.home.appending(path: "ran").path))
    }

    @Test("calls of Apple's framework over HTTP are judged with their arguments, and a media token is not kept")
    func framework() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let asking = """
            post() { curl -s -d "$2" "$TVSIM_ADMIN_URL/$1"; }
            post commands '{"permission": "granted"}'
            post framework/account-metadata '{"isInterruptionAllowed": true, "delegate": false}'
            post commands '{"mark": {"event": "tokenVerified", "token": "c2VjcmV0IG9mIGEgdXNlcg=="}}'
            curl -s "$TVSIM_ADMIN_URL/journal"
            """
        let outcome = try tool.run(["exec", "--fresh", "--rules", "rules.txt", "--", "sh", "-c", asking])
        #expect(outcome.status == 0, "\(outcome.error)")
        #expect(outcome.output.contains("tokenVerified") && !outcome.output.contains("c2VjcmV0"))
        let report = try String(contentsOf: tool.home.appending(path: "rules.txt"), encoding: .utf8)
        for broken in ["vsa-delegate", "vsa-silent", "vsa-access-first"] {
            let lines = report.components(separatedBy: "\n").drop { !$0.hasPrefix("BROKEN  \(broken) ") }
            #expect(lines.dropFirst().first?.contains("entry 2: ") == true, "\(report)")
        }
    }

    @Test("an archive is judged, and fails with --fail-on and not without")
    func archive() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        let file = Repository.root.appending(path: "Examples/session.har").path
        #expect(try tool.run("rules", "check", file).status == 0)
        let strict = try tool.run("rules", "check", file, "--fail-on", "mandatory")
        #expect(strict.status == 1 && strict.output.contains("BROKEN  logout-page"), "\(strict.error)")
        let profile = try tool.write("schema: 1\nname: n\nrules: {browser: false}\n", to: "profile.yaml")
        #expect(try tool.run("rules", "check", file, "--profile", profile, "--fail-on", "mandatory").status == 0)
    }
}
