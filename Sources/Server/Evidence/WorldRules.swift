import TVSimCore
import TVSimDevice
import TVSimRules
import TVSimWorld

/// What the rules about clients need of one world beside its journal; it stays when the world is removed.
struct WorldRules: Sendable {
    /// The file of a failed world.
    struct Document: Codable {
        /// The build that has judged.
        let build: String
        /// What came of each rule.
        let rules: RuleReport
        /// What clients have sent.
        let requests: [RequestsAnswer.Request]
        /// What was judged, so that it can be judged again.
        let history: KeptHistory
    }

    private let name: String?
    private let log: EvidenceLog
    private let calls: FrameworkCallLog.Kept

    /// Keeps what is known of a world.
    init(of world: World, named name: String?, in evidence: RuleEvidence) {
        self.name = name
        log = evidence.log(of: name)
        calls = world.device.session.calls.kept
    }

    /// About how many bytes it takes.
    var size: Int { log.size }

    /// Returns what the world was seen to do, and what its profile says about the app.
    ///
    /// - Parameters:
    ///   - world: The world, or a copy of its state.
    ///   - journal: Its journal.
    /// - Returns: The history and the settings.
    /// - Throws: `StateError` if the world cannot be read.
    private func evidence(of world: World, _ journal: JournalPage) throws -> (History, RuleSettings) {
        let entries = journal.entries.map { (number: $0.number, entry: $0.entry) }
        let history = try log.history(of: world, with: entries, opening: journal.opening, calls: calls)
        return (history, try world.origin().description.rules)
    }

    /// Judges the world.
    ///
    /// - Parameters:
    ///   - world: The world, or a copy of its state.
    ///   - journal: Its journal.
    /// - Returns: The verdicts.
    /// - Throws: `StateError` if the world cannot be read.
    func report(about world: World, _ journal: JournalPage) throws -> RuleReport {
        let (history, settings) = try evidence(of: world, journal)
        return report(about: history, settings)
    }

    private func report(about history: History, _ settings: RuleSettings) -> RuleReport {
        var judge = RuleJudge()
        judge.judge(history, named: name, by: settings)
        return judge.report
    }

    /// Returns the file of the world.
    ///
    /// - Parameters:
    ///   - world: The world, or a copy of its state.
    ///   - journal: Its journal.
    /// - Returns: The verdicts, the requests and what was judged.
    /// - Throws: `StateError` if the world cannot be read.
    func document(of world: World, _ journal: JournalPage) throws -> Document {
        let (history, settings) = try evidence(of: world, journal)
        let entries = journal.entries.map { (number: $0.number, entry: $0.entry) }
        let requests = log.requests(of: journal.opening, with: entries).compactMap { observation in
            observation.fact.map { RequestsAnswer.Request(observation, $0) }
        }
        return Document(
            build: SimulatorVersion.build, rules: report(about: history, settings), requests: requests,
            history: try KeptHistory(history, of: name, settings))
    }
}
