import Foundation
import HTTPTypes
import TVSimCore
import TVSimDevice
import TVSimEntitlementAPI
import TVSimIdentityProvider
import TVSimRules
import TVSimStateStorage
import TVSimStructuredText
import TVSimWorld

/// What the worlds of a server were seen to do, for the judge of client rules.
///
/// The facts of requests are in memory and end with the server. Those of a removed world end with it, unless a command
/// runs beside the server with `--rules`: its worlds are judged when they are removed.
final class RuleEvidence: Sendable {
    private struct State: Sendable {
        var logs: [String: EvidenceLog] = [:]
        /// The names of worlds in the order of their first request.
        var order: [String] = []
        /// What clients have walked in each world, for coverage.
        var flows: [String: ClientCoverage] = [:]
        var judge = RuleJudge()
        /// The worlds whose rules a client has asked for: they are judged when they are removed.
        var asked: Set<String> = []
        var removals = 0

        mutating func forget(_ name: String) {
            logs[name] = nil
            flows[name] = nil
        }
    }

    /// The largest number of worlds whose requests are kept; those of the world that began first are dropped.
    private static let most = 2_000

    private let state = Locked(State())
    private let keepsRemoved: Bool
    /// The lowest severity of a broken rule that makes a world evidence; `nil` if none does.
    let failsOn: Rule.Severity?

    /// Creates evidence of nothing.
    ///
    /// - Parameters:
    ///   - keepsRemoved: Whether a removed world is judged.
    ///   - failsOn: The lowest severity of a broken rule that makes a world evidence; `nil` if none does.
    init(keepingRemoved keepsRemoved: Bool, failingOn failsOn: Rule.Severity? = nil) {
        self.keepsRemoved = keepsRemoved
        self.failsOn = failsOn
    }

    /// The number of worlds that were removed.
    var removals: Int { state.withLockedValue(\.removals) }

    /// Returns the log of a world; `nil` names the served world.
    func log(of name: String?) -> EvidenceLog {
        state.withLockedValue { state in
            let key = name ?? ""
            if let log = state.logs[key] { return log }
            let log = EvidenceLog(keepingAll: keepsRemoved)
            state.logs[key] = log
            if name != nil { state.order.append(key) }
            if state.order.count > Self.most { state.forget(state.order.removeFirst()) }
            return log
        }
    }

    /// Keeps the facts of a request to the service.
    func note(
        _ exchange: HTTPExchange, from origin: Origin, to name: String?, seen witness: JournalScope,
        since arrival: ContinuousClock.Instant
    ) {
        // Pages of providers belong to the user's browser, and to no rule.
        guard let place = witness.places.last, let instant = witness.at,
            !ProviderSite.owns(exchange.path)
        else { return }
        let recorder = origin == .app ? CoverageRecorder.current : nil
        let fact = log(of: name).note(
            exchange, at: place, instant, from: origin, since: arrival, readingNow: recorder != nil)
        guard let fact, let recorder else { return }
        let items = state.withLockedValue { state in
            state.flows[name ?? "", default: ClientCoverage()].visited(by: fact, at: instant)
        }
        for item in items { recorder.visit(item) }
    }

    /// Keeps the decisions of a world whose journal is about to be removed.
    ///
    /// - Throws: `StateError` if the journal cannot be read.
    func absorb(_ world: World, named name: String?) throws {
        try log(of: name).absorb(world)
    }

    /// Returns what a world was seen to do.
    ///
    /// - Throws: `StateError` if the journal cannot be read.
    func history(of world: World, named name: String?) throws -> History {
        try log(of: name).history(of: world)
    }

    /// Judges a world that is about to be removed, if a command or a client wants it or its test has failed, and forgets
    /// it.
    ///
    /// A client asks for the rules of a test that has passed; the evidence of one that has failed has them already.
    ///
    /// - Throws: `StateError` if the journal cannot be read.
    func remove(_ name: String, _ world: World, _ outcome: WorldOutcome?) throws {
        if keepsRemoved || outcome?.status == .failed || isAsked(name) {
            let (history, settings) = (try history(of: world, named: name), try world.origin().description.rules)
            state.withLockedValue { $0.judge.judge(history, named: name, by: settings, of: outcome?.ruledTest) }
        }
        state.withLockedValue { state in
            state.asked.remove(name)
            state.removals += 1
            state.forget(name)
            state.order.removeAll { $0 == name }
        }
    }

    /// Returns the report about one world.
    ///
    /// - Throws: `StateError` if the world cannot be read.
    func report(of world: World, named name: String?, _ outcome: WorldOutcome?) throws -> RuleReport {
        _ = state.withLockedValue { $0.asked.insert(name ?? "") }
        var judge = RuleJudge()
        judge.judge(
            try history(of: world, named: name), named: name,
            by: try world.origin().description.rules, of: outcome?.ruledTest)
        return judge.report
    }

    /// Returns whether a client has asked for the rules of a world.
    func isAsked(_ name: String?) -> Bool { state.withLockedValue { $0.asked.contains(name ?? "") } }

    /// Returns whether the app has broken a rule in a world that a command must keep.
    ///
    /// - Throws: `StateError` if the journal cannot be read.
    func breaks(_ name: String, _ world: World) throws -> Bool {
        guard let severity = failsOn else { return false }
        var judge = RuleJudge()
        judge.judge(try history(of: world, named: name), named: name, by: try world.origin().description.rules)
        return judge.report.isBroken(atLeast: severity)
    }

    /// Counts for coverage what the app did that a rule demands.
    private static func count(_ report: RuleReport) {
        for item in report.obeyed { CoverageRecorder.current?.visit(item) }
    }

    /// Returns the report about the removed worlds and the given ones.
    ///
    /// - Parameter worlds: The worlds that are still there, with their names; `nil` names the served world.
    /// - Returns: The report.
    /// - Throws: `StateError` if a world cannot be read.
    func report(including worlds: [(name: String?, world: World, outcome: WorldOutcome?)]) throws -> RuleReport {
        var judge = state.withLockedValue(\.judge)
        for (name, world, outcome) in worlds {
            judge.judge(
                try history(of: world, named: name), named: name, by: try world.origin().description.rules,
                of: outcome?.ruledTest)
        }
        Self.count(judge.report)
        return judge.report
    }
}

extension WorldOutcome {
    /// The test as a finding names it; `nil` if it has no name.
    fileprivate var ruledTest: RuleJudge.Test? { test.map { RuleJudge.Test(name: $0, file: file, line: line) } }
}
