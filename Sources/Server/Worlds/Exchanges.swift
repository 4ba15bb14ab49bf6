import TVSimCore
import TVSimEntitlementAPI
import TVSimStructuredText
import TVSimWorld

/// The latest exchanges of a server, by the journal entries that they caused.
///
/// They are in memory only and end with the server.
final class Exchanges: Sendable {
    /// An exchange, and the entries that it caused.
    struct Kept: Sendable {
        /// Few exchanges are ever read, so secrets are removed at that time.
        private enum Form: Sendable {
            case sent(HTTPExchange)
            /// An exchange of large messages, of which only the beginning is kept.
            case shown(RedactedExchange)
        }

        /// The entries, in order.
        ///
        /// Two values with the same entries are one exchange.
        let places: [JournalWitness.Place]
        private let form: Form

        fileprivate init(_ exchange: HTTPExchange, at places: [JournalWitness.Place]) {
            self.places = places
            let isLarge = exchange.length > RedactedExchange.longestBody
            form = isLarge ? .shown(RedactedExchange(exchange)) : .sent(exchange)
        }

        /// Returns the messages; of large ones, only the part without secrets is kept.
        func shown(_ secrets: RedactedExchange.Secrets = .hidden) -> RedactedExchange {
            switch form {
            case .sent(let exchange): RedactedExchange(exchange, secrets: secrets)
            case .shown(let exchange): exchange
            }
        }

        /// About how many bytes of bodies it has.
        var length: Int {
            switch form {
            case .sent(let exchange): exchange.length
            case .shown(let exchange):
                (exchange.request.body?.utf8.count ?? 0) + (exchange.response?.body?.utf8.count ?? 0)
            }
        }
    }

    private struct State {
        var kept: [JournalWitness.Place: Kept] = [:]
        /// The exchanges, the oldest first.
        var order: [Kept] = []
    }

    private let most: Int
    private let state = Locked(State())

    /// Creates an empty ring.
    ///
    /// - Parameter most: The largest number of exchanges; an older one is dropped.
    init(atMost most: Int) { self.most = most }

    /// Keeps an exchange; does nothing if it caused no entry.
    func keep(_ exchange: HTTPExchange, at places: [JournalWitness.Place]) {
        guard !places.isEmpty else { return }
        let kept = Kept(exchange, at: places)
        state.withLockedValue { state in
            for place in places { state.kept[place] = kept }
            state.order.append(kept)
            guard state.order.count > most else { return }
            for place in state.order.removeFirst().places { state.kept[place] = nil }
        }
    }

    /// Returns the exchange that caused an entry; `nil` if it is not kept.
    func exchange(at place: JournalWitness.Place) -> Kept? { state.withLockedValue { $0.kept[place] } }

    /// Returns the exchanges of a journal, in order.
    func exchanges(of opening: Int) -> [Kept] {
        state.withLockedValue(\.order).filter { $0.places.last?.opening == opening }
    }
}
