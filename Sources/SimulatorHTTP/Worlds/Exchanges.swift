import Foundation
import HTTPTypes
import NIOConcurrencyHelpers
import SimulationCore

/// A request to the simulated service and its response.
struct Exchange: Sendable {
    let request: HTTPRequest
    let body: Data
    /// The response; `nil` if the client got none.
    let answer: (response: HTTPResponse, body: Data)?

    /// The number of bytes of both bodies.
    var length: Int { body.count + (answer?.body.count ?? 0) }
}

/// The latest exchanges of a server, by the journal entries that they caused.
///
/// They are in memory only and end with the server.
final class Exchanges: Sendable {
    private struct State {
        var kept: [JournalWitness.Place: Kept] = [:]
        /// The places of each exchange, the oldest first.
        var order: [[JournalWitness.Place]] = []
    }

    /// Few exchanges are ever read, so secrets are removed at that time.
    private enum Kept {
        case exchange(Exchange)
        /// An exchange of large messages, of which only the beginning is kept.
        case record(ExchangeRecord)
    }

    private let most: Int
    private let state = NIOLockedValueBox(State())

    /// Creates an empty ring.
    ///
    /// - Parameter most: The largest number of exchanges; an older one is dropped.
    init(atMost most: Int) { self.most = most }

    /// Keeps an exchange; does nothing if it caused no entry.
    func keep(_ exchange: Exchange, at places: [JournalWitness.Place]) {
        guard !places.isEmpty else { return }
        let isLarge = exchange.length > ExchangeRecord.longestBody
        let kept = isLarge ? Kept.record(ExchangeRecord(exchange)) : .exchange(exchange)
        state.withLockedValue { state in
            for place in places { state.kept[place] = kept }
            state.order.append(places)
            guard state.order.count > most else { return }
            for place in state.order.removeFirst() { state.kept[place] = nil }
        }
    }

    /// Returns the exchange that caused an entry; `nil` if it is not kept.
    func record(at place: JournalWitness.Place) -> ExchangeRecord? {
        switch state.withLockedValue({ $0.kept[place] }) {
        case .exchange(let exchange): ExchangeRecord(exchange)
        case .record(let record): record
        case nil: nil
        }
    }
}
