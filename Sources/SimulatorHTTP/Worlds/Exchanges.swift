import NIOConcurrencyHelpers
import SimulationCore

/// The latest exchanges of a server, by the journal entries that they caused.
///
/// They are in memory only and end with the server.
final class Exchanges: Sendable {
    private struct State {
        var records: [JournalWitness.Place: ExchangeRecord] = [:]
        /// The places of each record, the oldest first.
        var order: [[JournalWitness.Place]] = []
    }

    private let most: Int
    private let state = NIOLockedValueBox(State())

    /// Creates an empty ring.
    ///
    /// - Parameter most: The largest number of exchanges; an older one is dropped.
    init(atMost most: Int) { self.most = most }

    /// Keeps an exchange; does nothing if it caused no entry.
    func keep(_ record: ExchangeRecord, at places: [JournalWitness.Place]) {
        guard !places.isEmpty else { return }
        state.withLockedValue { state in
            for place in places { state.records[place] = record }
            state.order.append(places)
            guard state.order.count > most else { return }
            for place in state.order.removeFirst() { state.records[place] = nil }
        }
    }

    /// Returns the exchange that caused an entry; `nil` if it is not kept.
    func record(at place: JournalWitness.Place) -> ExchangeRecord? {
        state.withLockedValue { $0.records[place] }
    }
}
