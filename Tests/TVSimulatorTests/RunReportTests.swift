import EntitlementAPI
import TVSimulator
import Testing

@Suite("The report of a run")
struct RunReportTests {
    private static func run(_ text: String) async throws -> RunReport {
        let profile = try #require(try ProfileDecoder.decode(text: text, source: "run.yaml").first)
        return try await ProfileRunner().run(profile)
    }

    @Test("draws what the app calls as its calls, and what happens to the world as that, whatever came of them")
    func arrows() async throws {
        let report = try await Self.run(
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
        #expect(report.steps[0].callbacks.isEmpty && report.steps[0].requests.isEmpty)
        #expect(!report.steps[3].requests.isEmpty)
        let lines = RunMermaid.diagram(report).split(separator: "\n").map { $0.drop { $0 == " " } }
        #expect(lines.contains { $0.hasPrefix("App->>SDK: setOptions ") })
        #expect(lines.contains("App->>SDK: setRequestor REF30"))
        #expect(lines.contains("Note over App,Service: advance 1m"))
        #expect(lines.contains("Note over App,Service: relaunch"))
    }

    @Test("fails a step that would go past the end of the clock, and goes on")
    func endOfTime() async throws {
        let report = try await Self.run(
            """
            schema: 1
            name: the last minutes
            clock: 9899-12-31T23:50:00Z
            device: {platform: tvOS}
            viewer: {appPicker: {choose: Mediacom}, secondScreen: {as: erin, after: 1h}}
            flow:
              - setRequestor: REF30
              - getAuthentication
              - getSelectedProvider
            """)
        #expect(report.steps.map(\.failures.count) == [0, 1, 0])
        #expect(
            report.steps[1].failures == [
                "this cannot be done here: the clock goes from the year 1970 to the year 9899, and not past them"
            ])
        #expect(report.steps[2].callbacks.map(\.text) == ["selectedProvider(Mediacom)"])
    }

    /// A fault of the silent exchange, and what the trace says of it.
    static let troubles = [
        ("invalid_integration", "the service refused the rest (400)"), ("503", "the service refused the rest (503)"),
        ("unreachable", "the service could not be asked for the rest"),
        ("malformed", "the service's answer to the rest cannot be read"),
    ]

    @Test("says that the service could not be asked only where it gave no answer", arguments: troubles)
    func trouble(error: String, words: String) async throws {
        let report = try await Self.run(
            """
            schema: 1
            name: a fault
            device:
              apps: {com.example.stream: {access: granted}}
              account: {provider: Cablevision, subscriber: alice}
            faults: [{at: service.sessionsSSO, error: \(error)}]
            flow: [{setRequestor: REF30}]
            """)
        let line = RunText.trace(report).split(separator: "\n").first { $0.contains("conditions: ") }
        #expect(line?.hasSuffix(", and \(words)") == true, "\(RunText.trace(report))")
        let isAnswered = error != "unreachable"
        #expect(report.steps[0].notes?.contains { $0.contains("could not be asked") } != isAnswered)
    }

    @Test("names a file in one line, whatever its name is")
    func source() {
        var report = RunReport(profile: "x\u{1B}[2J", source: "a\nPASS  y  (b).yaml", steps: [])
        #expect(RunText.trace(report) == #"PASS  x\u{1B}[2J  (a\u{A}PASS  y  (b).yaml)"#)
        report.steps = [StepReport(call: "logout", arguments: [], line: 3, at: "", failures: ["z"])]
        #expect(RunText.trace(report).hasSuffix("\n  logout\n    FAIL: a\\u{A}PASS  y  (b).yaml:3: z"))
    }

    @Test("tells the cases of profiles of one name apart by where they begin, and leaves all other class names alone")
    func classNames() throws {
        func profiles(_ names: [String], in source: String) throws -> [TVSimulator.Profile] {
            let documents = names.map { "schema: 1\nname: \($0)\n" }
            return try ProfileDecoder.decode(text: documents.joined(separator: "---\n"), source: source)
        }
        let all = try [
            profiles(["one", "two", "one"], in: "a.yaml"), profiles(["two", "three"], in: "b.yaml"),
            // A file that is given again, and a name that looks like what tells others apart.
            profiles(["one"], in: "a.yaml"), profiles(["one (a.yaml:1)"], in: "c.yaml"),
        ].flatMap(\.self)
        #expect(
            RunJUnit.classNames(of: all) == [
                "one (a.yaml:1) 2", "two (a.yaml:4)", "one (a.yaml:7)", "two (b.yaml:1)", "three", "one (a.yaml:1) 3",
                "one (a.yaml:1)",
            ])
    }

    @Test("hands lists and mappings of the app to the SDK as what they are")
    func data() async throws {
        func callbacks(of data: String) async throws -> [String] {
            try await Self.run(
                """
                schema: 1
                name: a promotional pass
                service:
                  requestors:
                    REF30:
                      integrations:
                        TempPass: {provider: null, tempPass: {duration: 1h, resources: 1}}
                flow:
                  - setRequestor: REF30
                  - getAuthentication: {data: {email: \(data)}}
                  - setSelectedProvider: TempPass
                  - getAuthorization: News
                """
            ).steps.last?.callbacks.map(\.text) ?? []
        }
        #expect(try await callbacks(of: "[a@example.com]").contains("setToken(News)"))
        #expect(try await callbacks(of: "{work: a@example.com}").contains("setToken(News)"))
        #expect(try await !callbacks(of: "''").contains("setToken(News)"))
    }
}
