import EntitlementService
package import Foundation
import NIOConcurrencyHelpers
package import SimulationCore

/// The evidence of one world, beside its journal: the facts of its requests, and the decisions that the journal lost.
///
/// It is in memory, and keeps as many requests as a journal keeps entries.
package final class EvidenceLog: Sendable {
    /// The largest number of requests.
    package static let most = 10_000

    private struct State: Sendable {
        var reader = FactReader()
        var facts: [JournalWitness.Place: Observation] = [:]
        var order: [JournalWitness.Place] = []
        /// The journals of the world, in the order of their appearance.
        var openings: [Int] = []
        /// The decisions of journals that were removed.
        var absorbed: [JournalWitness.Place: JournalEntry] = [:]
        var isWhole = true

        mutating func opened(_ opening: Int) { if !openings.contains(opening) { openings.append(opening) } }
    }

    private let state = NIOLockedValueBox(State())
    private let began = ContinuousClock.now

    /// Creates an empty log.
    package init() {}

    /// Keeps the facts of a request.
    ///
    /// - Parameters:
    ///   - exchange: The request and its answer.
    ///   - place: The journal entry of the answer.
    ///   - instant: The simulated time of the entry.
    ///   - origin: Who sent the request.
    ///   - arrival: When the request arrived.
    /// - Returns: The facts.
    @discardableResult
    package func note(
        _ exchange: Exchanged, at place: JournalWitness.Place, _ instant: Date, from origin: Origin = .app,
        since arrival: ContinuousClock.Instant? = nil
    ) -> RequestFact {
        let elapsed = Self.seconds(.now - began)
        let arrived = arrival.map { Self.seconds($0 - began) }
        return state.withLockedValue { state in
            let fact = state.reader.fact(of: exchange, number: place.number, at: instant)
            state.opened(place.opening)
            state.facts[place] = Observation(
                number: place.number, at: instant, elapsed: elapsed, arrived: arrived, origin: origin,
                event: .request(fact))
            state.order.append(place)
            if state.order.count > Self.most {
                state.facts[state.order.removeFirst()] = nil
                state.isWhole = false
            }
            return fact
        }
    }

    /// Returns a duration in seconds, in steps of a millisecond.
    private static func seconds(_ duration: Duration) -> Double { ((duration / .milliseconds(1)).rounded()) / 1000 }

    /// Keeps the decisions of a journal that is about to be removed.
    package func absorb(_ entries: [(number: Int, entry: JournalEntry)], opening: Int) {
        state.withLockedValue { state in
            state.opened(opening)
            for (number, entry) in entries where !(entry.decision is RequestDecision) {
                state.absorbed[.init(opening: opening, number: number)] = entry
            }
        }
    }

    /// Returns what the world was seen to do.
    ///
    /// - Parameters:
    ///   - entries: The entries of its journal, with their numbers.
    ///   - opening: The number of the journal.
    /// - Returns: The history.
    package func history(with entries: [(number: Int, entry: JournalEntry)], opening: Int) -> History {
        let (facts, absorbed, openings, isWhole) = state.withLockedValue { state in
            state.opened(opening)
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
        history.isWhole = isWhole && (entries.first.map { $0.number <= 1 } ?? true || openings.count > 1)
        var last = openings.first
        for place in places {
            if place.opening != last { history.begin() }
            last = place.opening
            if let fact = facts[place] {
                history.add(fact)
            } else if let entry = all[place] {
                history.add(Observation(number: place.number, at: entry.at, event: .decision(entry.decision)))
            }
        }
        return history
    }

    /// The requests that are kept, in order, of one journal.
    package func requests(of opening: Int) -> [Observation] {
        state.withLockedValue { state in
            state.order.filter { $0.opening == opening }.sorted { $0.number < $1.number }.compactMap { state.facts[$0] }
        }
    }
}
