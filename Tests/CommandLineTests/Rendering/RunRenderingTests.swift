import Foundation
import TVSimReports
import TVSimRuns
import TVSimSDKVocabulary
import TVSimScenario
import Testing
import tvsim

@Suite("The output of a run")
struct RunRenderingTests {
    private static func run(_ text: String) async throws -> RunRecord {
        let profile = try #require(try ProfileDecoder.decode(text: text, source: "run.yaml").first)
        return try await ProfileRunner().run(profile)
    }

    @Test("draws the app's calls as messages, and changes of the world as notes")
    func arrows() async throws {
        let record = try await Self.run(
            """
            schema: 1
            name: a television
            device: {platform: tvOS}
            viewer: {appPicker: {choose: Mediacom}}
            flow:
              - setOptions: {applicationProfile: a}
              - setRequestor: REF30
              - getAuthentication
              - advance: 1m
              - relaunch
            """)
        #expect(record.steps[0].callbacks.isEmpty && record.steps[0].effect.requests.isEmpty)
        #expect(!record.steps[3].effect.requests.isEmpty)
        let lines = RunMermaid.diagram(record).split(separator: "\n").map { $0.drop { $0 == " " } }
        #expect(lines.contains { $0.hasPrefix("App->>SDK: setOptions ") })
        #expect(lines.contains("App->>SDK: setRequestor REF30"))
        #expect(lines.contains("Note over App,Service: advance 1m"))
        #expect(lines.contains("Note over App,Service: relaunch"))
    }

    /// What Mermaid or Markdown would obey, and as what it is written.
    static let commands: [(name: String, message: String, heading: String)] = [
        ("a & b's (c) {d}", "a & b's (c) {d}", #"a \& b's (c) {d}"#),
        ("x; SDK->>App: forged", "x#59; SDK-#62;#62;App: forged", #"x; SDK-\>\>App: forged"#),
        ("%%{init: {theme: dark}}%%", "#37;#37;{init: {theme: dark}}#37;#37;", "%%{init: {theme: dark}}%%"),
        ("<img src=x>#lt;", "#60;img src=x#62;#35;lt#59;", ##"\<img src=x\>\#lt;"##),
        (
            "[a](javascript:b) `c` *d* _e_ ~f~ |g", "[a](javascript:b) `c` *d* _e_ ~f~ |g",
            #"\[a\](javascript:b) \`c\` \*d\* \_e\_ \~f\~ \|g"#
        ),
    ]

    @Test("shows names in Markdown and Mermaid as they are, and obeys nothing in them", arguments: commands)
    func escapes(name: String, message: String, heading: String) async throws {
        let quoted = "\"\(name)\""
        let lines = RunMermaid.diagram(
            try await Self.run("schema: 1\nname: \(quoted)\nflow: [{checkAuthorization: \(quoted)}]\n")
        ).split(separator: "\n").map { $0.drop { $0 == " " } }
        #expect(lines.first == "## \(heading)")
        #expect(lines.contains { $0.hasPrefix("App->>SDK: checkAuthorization") && $0.contains(message) }, "\(lines)")
    }

    /// A fault of the silent exchange, and what the trace says of it.
    static let troubles = [
        ("invalid_integration", "the service rejected a request (400)"),
        ("503", "the service rejected a request (503)"),
        ("unreachable", "the service did not respond"),
        ("malformed", "a response of the service cannot be read"),
    ]

    @Test("says that the service did not respond only if it sent no response", arguments: troubles)
    func trouble(error: String, words: String) async throws {
        let record = try await Self.run(
            """
            schema: 1
            name: a fault
            device:
              apps: {com.example.stream: {access: granted}}
              account: {provider: Cablevision, subscriber: alice}
            faults: [{at: service.sessionsSSO, error: \(error)}]
            flow: [{setRequestor: REF30}]
            """)
        let line = RunText.trace(record).split(separator: "\n").first { $0.contains("conditions: ") }
        #expect(line?.hasSuffix(", and \(words)") == true, "\(RunText.trace(record))")
        let isAnswered = error != "unreachable"
        let note = record.steps[0].effect.notes.first?.description ?? ""
        #expect(note.contains("the request to the service failed") != isAnswered)
    }

    @Test("prints any file name in one line")
    func source() {
        let source = "a\nPASS  y  (b).yaml"
        let empty = RunRecord(profile: "x\u{1B}[2J", source: source, steps: [])
        #expect(
            RunText.trace(empty).split(separator: "\n").first == #"PASS  x\u{1B}[2J  (a\u{A}PASS  y  (b).yaml)"#)
        var effect = StepEffect()
        effect.failures = [.appHasEnded]
        let step = StepRecord(.call(.logout), line: 3, began: Date(timeIntervalSince1970: 0), effect: effect)
        let failed = RunRecord(profile: "x", source: source, steps: [step])
        #expect(
            RunText.trace(failed).hasSuffix(
                "\n  FAIL  a\\u{A}PASS  y  (b).yaml:3  logout\n    why: \(step.failures[0])"))
    }

    private static func junit(_ record: RunRecord) throws -> String {
        try Report("tvsim run", groups: [Report.Group(record, className: "x")]).text(in: .junit)
    }

    @Test("has a skipped case for a profile without a flow, which tested nothing")
    func withoutFlow() throws {
        let suite = try Self.junit(RunRecord(profile: "x", source: "x.yaml", steps: []))
        #expect(suite.contains(#"tests="1" failures="0" errors="0" skipped="1""#))
        #expect(suite.contains(#"<skipped message="the profile has no flow, so nothing was tested">"#))
    }

    @Test("gives the real time of each step, and their sum, in seconds")
    func time() throws {
        let instant = Date(timeIntervalSince1970: 0)
        let steps = [Duration.milliseconds(1_234), .microseconds(7_999), .zero].map {
            StepRecord(.call(.logout), began: instant, effect: StepEffect(), duration: $0)
        }
        let suite = try Self.junit(RunRecord(profile: "x", source: "x.yaml", steps: steps))
        let times = suite.matches(of: /time="([^"]*)"/).map { String($0.output.1) }
        #expect(times == ["1.241", "1.234", "0.007", "0.000"])
    }

    @Test("distinguishes profiles with the same name by their position, and no others")
    func classNames() throws {
        func profiles(_ names: [String], in source: String) throws -> [TVSimScenario.Profile] {
            let documents = names.map { "schema: 1\nname: \($0)\n" }
            return try ProfileDecoder.decode(text: documents.joined(separator: "---\n"), source: source)
        }
        let all = try [
            profiles(["one", "two", "one"], in: "a.yaml"), profiles(["two", "three"], in: "b.yaml"),
            // A file that is given again, and a name that looks like what tells others apart.
            profiles(["one"], in: "a.yaml"), profiles(["one (a.yaml:1)"], in: "c.yaml"),
        ].flatMap(\.self)
        #expect(
            Report.Group.classNames(of: all) == [
                "one (a.yaml:1) 2", "two (a.yaml:4)", "one (a.yaml:7)", "two (b.yaml:1)", "three", "one (a.yaml:1) 3",
                "one (a.yaml:1)",
            ])
    }
}
