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

    /// Creates evidence of nothing.
    ///
    /// - Parameter keepsRemoved: Whether a removed world is judged.
    init(keepingRemoved keepsRemoved: Bool) { self.keepsRemoved = keepsRemoved }

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
        _ exchange: Exchange, from origin: Origin, to name: String?, seen witness: JournalWitness,
        since arrival: ContinuousClock.Instant
    ) {
        // Pages of providers belong to the user's browser, and to no rule.
        guard let place = witness.places.last, let instant = witness.at,
            exchange.request.path?.hasPrefix(ProviderSite.pathPrefix) == false
        else { return }
        let exchanged = Exchanged(
            request: exchange.request, body: exchange.body, response: exchange.answer?.response,
            answer: exchange.answer?.body ?? Data())
        log(of: name).note(exchanged, at: place, instant, from: origin, since: arrival)
        guard origin == .app, let recorder = CoverageRecorder.current else { return }
        let items = state.withLockedValue { state in
            state.flows[name ?? "", default: ClientCoverage()].visited(exchanged, number: place.number, at: instant)
        }
        for item in items { recorder.visit(item) }
    }

    /// Keeps the decisions of a world whose journal is about to be removed.
    ///
    /// - Throws: `StateError` if the journal cannot be read.
    func absorb(_ world: World, named name: String?) throws {
        let (entries, opening) = try Self.journal(of: world)
        log(of: name).absorb(entries, opening: opening)
    }

    /// Returns what a world was seen to do.
    ///
    /// - Throws: `StateError` if the journal cannot be read.
    func history(of world: World, named name: String?) throws -> History {
        let (entries, opening) = try Self.journal(of: world)
        var history = log(of: name).history(
            with: entries, opening: opening, calls: world.device.session.calls.kept
        ).only([.app])
        history.platform = try world.device.settings().platform
        return history
    }

    private static func journal(of world: World) throws -> ([(number: Int, entry: JournalEntry)], Int) {
        let (lines, opening) = try world.simulation.store.read { (try $0.log(from: 1), $0.opening) }
        return (try lines.map { ($0.number, try world.simulation.journal.entry($0)) }, opening)
    }

    /// Judges a world that is about to be removed, if a command wants it, and forgets it.
    ///
    /// - Throws: `StateError` if the journal cannot be read.
    func remove(_ name: String, _ world: World) throws {
        if keepsRemoved {
            let (history, settings) = (try history(of: world, named: name), try world.origin().description.rules)
            state.withLockedValue { $0.judge.judge(history, named: name, by: settings) }
        }
        state.withLockedValue { state in
            state.removals += 1
            state.forget(name)
            state.order.removeAll { $0 == name }
        }
    }

    /// Returns the report about one world.
    ///
    /// - Throws: `StateError` if the world cannot be read; `CommandError` if its profile waives an unknown rule.
    func report(of world: World, named name: String?) throws -> RuleReport {
        let settings = try world.origin().description.rules
        try RuleJudge.check(settings)
        var judge = RuleJudge()
        judge.judge(try history(of: world, named: name), named: name, by: settings)
        return judge.report
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
    func report(including worlds: [(name: String?, world: World)]) throws -> RuleReport {
        var judge = state.withLockedValue(\.judge)
        for (name, world) in worlds {
            judge.judge(
                try history(of: world, named: name), named: name, by: try world.origin().description.rules)
        }
        Self.count(judge.report)
        return judge.report
    }
}
