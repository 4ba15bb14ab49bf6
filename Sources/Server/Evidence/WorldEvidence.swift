import Foundation
import HTTPTypes
import TVSimCore
import TVSimDevice
import TVSimEntitlementAPI
import TVSimRules
import TVSimScenario
import TVSimStateStorage
import TVSimStructuredText
import TVSimWorld

/// What the simulator knows about a world, for a person who looks for the cause of a failure.
///
/// It stays when the world is removed.
struct WorldEvidence: Sendable {
    /// The evidence as a file.
    struct File: Sendable {
        let name: String
        let content: SpooledText
    }

    /// The name of the isolated world; `nil` for the served world.
    let name: String?
    /// What became of its test; `nil` if no client has said it.
    let outcome: WorldOutcome?
    private var world: World
    let journal: JournalPage
    private let exchanges: [Int: HTTPExchangeLog.Kept]
    private let state: SpooledText
    private let rules: WorldRules
    private let sdk: any SDKRunner
    /// What of the system's waits for a person; `nil` if nothing does.
    private let waiting: String?
    /// What explains that no request reached the world.
    private let silence: [String]

    /// Reads a world.
    ///
    /// - Parameters:
    ///   - name: The name of the isolated world; `nil` for the served world.
    ///   - world: The world, which stays as it is.
    ///   - ring: The latest exchanges of the server.
    ///   - rules: What the rules about clients need.
    ///   - outcome: What became of its test.
    ///   - sdk: Explains what the app's first call would do.
    ///   - elsewhere: Says which requests reached the server and no isolated world.
    /// - Throws: `StateError` if the world cannot be read; `CommandError` if a large state cannot be kept.
    init(
        of name: String?, _ world: World, _ ring: HTTPExchangeLog, _ rules: RuleEvidence, _ outcome: WorldOutcome?,
        explainedBy sdk: any SDKRunner, elsewhere: () throws -> [String] = { [] }
    ) throws {
        (self.name, self.world, self.outcome, self.sdk) = (name, world, outcome, sdk)
        self.rules = WorldRules(of: world, named: name, in: rules)
        waiting = world.device.screen.presented?.page?.told
        let journal = try SelectedDevice(of: world, name: nil, title: "world").journal(after: 0, contains: nil)
        self.journal = journal
        silence = try journal.entries.contains { $0.entry.requestStatus != nil } ? [] : elsewhere()
        exchanges = ring.exchanges(of: journal)
        state = try DeviceExport.of(world.simulation.store)
    }

    /// Returns the same evidence with another store of the same state, which stays when the world is removed.
    func apart(from store: MemoryStateStore) -> WorldEvidence {
        var evidence = self
        evidence.world = World(store: store, recorder: nil)
        return evidence
    }

    /// About how many bytes the evidence takes.
    var size: Int {
        state.length + rules.size + exchanges.values.reduce(0) { $0 + $1.length } + 400 * journal.entries.count
    }

    /// Returns the files.
    ///
    /// - Parameter stateName: The name of the file with the state.
    /// - Returns: The files.
    /// - Throws: An error if one of them cannot be written.
    func files(stateNamed stateName: String) async throws -> [File] {
        let run = run()
        let explained = try await explanation()
        var files = [
            try Self.file("report.txt", text(explained)),
            try Self.file("journal.txt", journal.text + "\n"),
            try Self.file("journal.json", JSONText.line(journal) + "\n"),
            try Self.file("flows.json", JSONText.line(FlowListing(of: journal, .all)) + "\n"),
            try Self.file("requests.har", JSONText.pretty(HTTPArchive([run], withReasons: true))),
            File(name: stateName, content: state),
            try Self.file("evidence.json", JSONText.pretty(rules.document(of: world, journal)) + "\n"),
        ]
        if let explained { files.append(try Self.file("explain.json", JSONText.line(explained) + "\n")) }
        let judged = try judgedRun()
        files.append(
            try Self.file(
                "report.html", RunReport.page([judged], title: "tvsim: \(run.name)", headline: headline(of: judged))))
        return files
    }

    /// Returns the text that a client prints below a failed test.
    func text() async throws -> String { try text(await explanation()) }

    private func text(_ explanation: ExplanationListing?) throws -> String {
        let told = outcome.map {
            FailureText.Outcome(
                test: $0.test ?? name.map { "the test of world \($0)" } ?? "the test", status: $0.status.rawValue,
                place: $0.place, message: $0.message)
        }
        var text = FailureText(
            of: name.map { "the world '\($0)'" } ?? "the served world", told, at: try .init(world.simulation.clock),
            journal, exchanges, .success(try rules.report(about: world, journal)))
        (text.outlook, text.waiting, text.silence) = (explanation?.outlook, waiting, silence)
        return text.text
    }

    private static func file(_ name: String, _ text: String) throws -> File {
        File(name: name, content: try SpooledText { try $0.append(text) })
    }

    /// Returns what the app's first call would do; `nil` in a world without the app that calls.
    private func explanation() async throws -> ExplanationListing? {
        do {
            return try await sdk.explanation(
                of: .setRequestor, in: world, named: name ?? "served", for: .adminAPI)
        } catch is CommandError {
            return nil
        } catch is SourceError {
            return nil
        }
    }

    /// Returns the requests and the commands as the steps of a run, for an archive.
    ///
    /// - Parameter selected: The numbers of the entries that the run has; `nil` for all.
    /// - Returns: The run.
    func run(of selected: JournalNumbers? = nil) -> ReportedRun {
        let steps = journal.steps(with: exchanges) { selected?.contains($0) ?? true }
        return reported(
            steps.map { step in
                ReportedRun.Step(
                    title: step.decisions.last?.text.event ?? "", isCallOfApp: step.exchange != nil, place: nil,
                    began: step.decisions.last?.at ?? SimulatedClock.defaultStart, expected: nil,
                    exchanges: step.exchange.map { [$0] } ?? [], decisions: step.decisions, failures: [])
            })
    }

    /// Returns the attempts of apps and the commands as the steps of a run, for a report.
    ///
    /// - Parameter selected: The numbers of the entries that the run has; `nil` for all.
    /// - Returns: The run.
    func flows(of selected: JournalNumbers? = nil) -> ReportedRun {
        var flows = JournalFlows()
        var entries: [Int: [JournalPage.Entry]] = [:]
        for entry in journal.entries where selected?.contains(entry.number) ?? true {
            entries[flows.add(entry.number, entry.entry), default: []].append(entry)
        }
        let steps = flows.flows.enumerated().map { place, flow in
            let own = entries[place] ?? []
            let shown = own.enumerated().compactMap { index, entry -> RedactedExchange? in
                guard let exchange = exchanges[entry.number] else { return nil }
                // Entries of the same request follow one another; the last one says how it ended.
                let next = index + 1 < own.count ? exchanges[own[index + 1].number] : nil
                return next?.places == exchange.places ? nil : exchange.shown()
            }
            return ReportedRun.Step(
                title: flow.title, isCallOfApp: flow.call != nil, place: Self.place(of: flow), began: flow.began,
                expected: nil, exchanges: shown, decisions: own.map(\.entry), failures: [],
                outcome: flow.kind == .command
                    ? nil : FlowOutcome(flow.outcome, cause: flow.cause, waiting: flow.waiting))
        }
        return reported(steps)
    }

    /// Returns the numbers of a flow's entries, by which a reader finds it in the journal.
    private static func place(of flow: JournalFlow) -> String {
        flow.first == flow.last ? "entry \(flow.first)" : "entries \(flow.first)–\(flow.last)"
    }

    private func reported(_ steps: [ReportedRun.Step]) -> ReportedRun {
        ReportedRun(
            name: outcome?.test ?? name ?? "the served world", source: name.map { "world \($0)" } ?? "", steps: steps,
            isComplete: outcome?.status == .passed, hasFailed: outcome?.status == .failed)
    }

    /// Returns the attempts and commands of the whole world, with what came of the rules about clients.
    ///
    /// - Throws: `StateError` if the world cannot be read.
    func judgedRun() throws -> ReportedRun {
        var run = flows()
        let report = try rules.report(about: world, journal)
        run.sections = RulePage.section(of: report).map { [$0] } ?? []
        run.brokenRules = report.rules.filter { $0.verdict == .broken }.map(\.id)
        run.assertion = .init(at: outcome?.place, outcome?.message)
        return run
    }

    /// Returns the first line of a page about the world.
    ///
    /// - Parameter run: The world's run.
    /// - Returns: The line.
    func headline(of run: ReportedRun) -> String {
        RunReport.headline([run.name, outcome?.status.rawValue].compactMap(\.self).joined(separator: " "), of: [run])
    }
}
