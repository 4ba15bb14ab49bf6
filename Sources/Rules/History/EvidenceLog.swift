package import Foundation
package import TVSimCore
package import TVSimDevice
package import TVSimEntitlementAPI
import TVSimEntitlementService
import TVSimStructuredText

/// The evidence of one world, beside its journal: the facts of its requests, and the decisions that the journal lost.
///
/// It is in memory, and keeps as many requests as a journal keeps entries. Facts are read when they are asked for, because
/// few servers are ever asked. Requests that came and went unread are lost, unless the log keeps everything.
package final class EvidenceLog: Sendable {
    /// The largest number of requests.
    package static let most = 10_000

    /// The largest sum of the bodies of requests that were not read yet, in bytes.
    private static let mostBytes = 4 * 1024 * 1024

    /// A request that was not read yet.
    private struct Unread: Sendable {
        let exchange: HTTPExchange
        let place: JournalScope.Place
        let instant: Date
        let elapsed: Double
        let arrived: Double?
        let origin: Origin
    }

    private struct State: Sendable {
        var unread: [Unread] = []
        var unreadBytes = 0
        var reader = FactReader()
        var facts: [JournalScope.Place: Observation] = [:]
        var order: [JournalScope.Place] = []
        /// The journals of the world, in the order of their appearance.
        var openings: [Int] = []
        /// The decisions of journals that were removed.
        var absorbed: [JournalScope.Place: JournalEntry] = [:]
        var isWhole = true

        /// Reads the facts of all requests that were not read yet.
        mutating func readAll() {
            for noted in unread {
                let fact = reader.fact(of: noted.exchange, number: noted.place.number, at: noted.instant)
                facts[noted.place] = Observation(
                    number: noted.place.number, at: noted.instant, elapsed: noted.elapsed, arrived: noted.arrived,
                    origin: noted.origin, event: .request(fact))
                order.append(noted.place)
            }
            (unread, unreadBytes) = ([], 0)
            let extra = order.count - EvidenceLog.most
            guard extra > 0 else { return }
            for place in order.prefix(extra) { facts[place] = nil }
            order.removeFirst(extra)
            isWhole = false
        }

        mutating func opened(_ opening: Int) { if !openings.contains(opening) { openings.append(opening) } }
    }

    private let state = Locked(State())
    private let began = ContinuousClock.now
    private let keepsAll: Bool

    /// Creates an empty log.
    ///
    /// - Parameter keepsAll: Whether no request is lost unread, because the world is judged in the end.
    package init(keepingAll keepsAll: Bool = true) { self.keepsAll = keepsAll }

    /// Keeps a request.
    ///
    /// - Parameters:
    ///   - exchange: The request and its answer.
    ///   - place: The journal entry of the answer.
    ///   - instant: The simulated time of the entry.
    ///   - origin: Who sent the request.
    ///   - arrival: When the request arrived.
    ///   - readsNow: Whether the facts are read at once, because coverage counts them.
    /// - Returns: The facts; `nil` if they are read later.
    @discardableResult package func note(
        _ exchange: HTTPExchange, at place: JournalScope.Place, _ instant: Date, from origin: Origin = .app,
        since arrival: ContinuousClock.Instant? = nil, readingNow readsNow: Bool = false
    ) -> RequestFact? {
        let noted = Unread(
            exchange: exchange, place: place, instant: instant, elapsed: Self.seconds(.now - began),
            arrived: arrival.map { Self.seconds($0 - began) }, origin: origin)
        return state.withLockedValue { state in
            state.opened(place.opening)
            state.unread.append(noted)
            state.unreadBytes += exchange.length
            if readsNow {
                state.readAll()
                return state.facts[place]?.fact
            }
            guard state.unread.count > Self.most || state.unreadBytes > Self.mostBytes else { return nil }
            if keepsAll {
                state.readAll()
                return nil
            }
            // The older half is lost.
            state.unread.removeFirst((state.unread.count + 1) / 2)
            state.unreadBytes = state.unread.reduce(0) { $0 + $1.exchange.length }
            state.isWhole = false
            return nil
        }
    }

    /// About how many bytes the log takes.
    package var size: Int { state.withLockedValue { $0.unreadBytes + 1_000 * $0.order.count } }

    /// Returns a duration in seconds, in steps of a millisecond.
    private static func seconds(_ duration: Duration) -> Double { ((duration / .milliseconds(1)).rounded()) / 1000 }

    /// Keeps the decisions of a journal that is about to be removed; of its requests, those without facts.
    package func absorb(_ entries: [(number: Int, entry: JournalEntry)], opening: Int) {
        state.withLockedValue { state in
            state.opened(opening)
            let seen = Set(state.facts.keys).union(state.unread.map(\.place))
            for (number, entry) in entries {
                let place = JournalScope.Place(opening: opening, number: number)
                guard !(entry.decision is RequestDecision) || !seen.contains(place) else { continue }
                state.absorbed[place] = entry
            }
        }
    }

    /// Returns what the world was seen to do.
    ///
    /// - Parameters:
    ///   - entries: The entries of its journal, with their numbers.
    ///   - opening: The number of the journal.
    ///   - calls: The calls of the framework.
    /// - Returns: The history.
    package func history(
        with entries: [(number: Int, entry: JournalEntry)], opening: Int, calls: FrameworkCallLog.Kept = .init()
    ) -> History {
        let (facts, absorbed, openings, isWhole) = state.withLockedValue { state in
            state.opened(opening)
            state.readAll()
            return (state.facts, state.absorbed, state.openings, state.isWhole)
        }
        var all = absorbed
        for (number, entry) in entries { all[.init(opening: opening, number: number)] = entry }
        let rank = Dictionary(uniqueKeysWithValues: openings.enumerated().map { ($1, $0) })
        let places = Set(all.keys).union(facts.keys).sorted { one, other in
            (rank[one.opening] ?? 0, one.number) < (rank[other.opening] ?? 0, other.number)
        }
        var history = History()
        // The journal keeps its newest entries only.
        history.isWhole =
            isWhole && calls.isWhole && (entries.first.map { $0.number <= 1 } ?? true || openings.count > 1)
        var waiting = Dictionary(grouping: calls.calls, by: \.opening).mapValues { $0[...] }
        func addCalls(of opening: Int?, before number: Int = .max) {
            guard let opening, var rest = waiting[opening] else { return }
            while let call = rest.first, call.after < number {
                // The call leads to the next entry.
                history.add(Observation(number: call.after + 1, at: call.at, event: .call(call)))
                rest.removeFirst()
            }
            waiting[opening] = rest
        }
        var last = openings.first
        for place in places {
            if place.opening != last {
                addCalls(of: last)
                history.begin()
            }
            last = place.opening
            addCalls(of: last, before: place.number)
            if var fact = facts[place] {
                fact.inputs = (all[place]?.decision as? RequestDecision)?.inputs
                history.add(fact)
            } else if let entry = all[place] {
                history.add(Observation(number: place.number, at: entry.at, event: .decision(entry.decision)))
            }
        }
        addCalls(of: last)
        return history
    }

    /// Returns the requests that are kept, in order, of one journal.
    ///
    /// - Parameters:
    ///   - opening: The number of the journal.
    ///   - entries: The entries of the journal, with their numbers.
    /// - Returns: The requests, with what became of their inputs.
    package func requests(
        of opening: Int, with entries: [(number: Int, entry: JournalEntry)] = []
    ) -> [Observation] {
        let inputs = entries.reduce(into: [Int: [InputFate]]()) { found, numbered in
            found[numbered.number] = (numbered.entry.decision as? RequestDecision)?.inputs
        }
        return state.withLockedValue { state in
            state.readAll()
            return state.order.filter { $0.opening == opening }.sorted { $0.number < $1.number }.compactMap {
                var found = state.facts[$0]
                found?.inputs = inputs[$0.number]
                return found
            }
        }
    }
}
