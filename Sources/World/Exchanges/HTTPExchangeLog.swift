package import TVSimCore
package import TVSimEntitlementAPI
import TVSimStructuredText

/// The latest exchanges of a server or of a test, by the journal entries that they caused.
///
/// They are in memory only and end with the process.
package final class HTTPExchangeLog: Sendable {
    /// An exchange, and the entries that it caused.
    package struct Kept: Sendable {
        /// Few exchanges are ever read, so secrets are removed at that time.
        private enum Form: Sendable {
            case sent(HTTPExchange)
            /// An exchange of large messages, of which only the beginning is kept.
            case shown(RedactedExchange)
        }

        /// The entries, in order.
        ///
        /// Two values with the same entries are one exchange.
        package let places: [JournalScope.Place]
        private let form: Form

        fileprivate init(_ exchange: HTTPExchange, at places: [JournalScope.Place]) {
            self.places = places
            let isLarge = exchange.length > RedactedExchange.longestBody
            form = isLarge ? .shown(RedactedExchange(exchange)) : .sent(exchange)
        }

        /// Returns the messages; of large ones, only the part without secrets is kept.
        package func shown(_ secrets: RedactedExchange.Secrets = .hidden) -> RedactedExchange {
            switch form {
            case .sent(let exchange): RedactedExchange(exchange, secrets: secrets)
            case .shown(let exchange): exchange
            }
        }

        /// About how many bytes of bodies it has.
        package var length: Int {
            switch form {
            case .sent(let exchange): exchange.length
            case .shown(let exchange):
                (exchange.request.body?.utf8.count ?? 0) + (exchange.response?.body?.utf8.count ?? 0)
            }
        }
    }

    private struct State {
        var kept: [JournalScope.Place: Kept] = [:]
        /// The exchanges, the oldest first.
        var order: [Kept] = []
    }

    private let most: Int
    private let state = Locked(State())

    /// Creates an empty ring.
    ///
    /// - Parameter most: The largest number of exchanges; an older one is dropped.
    package init(atMost most: Int) { self.most = most }

    /// Keeps an exchange; does nothing if it caused no entry.
    package func keep(_ exchange: HTTPExchange, at places: [JournalScope.Place]) {
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
    package func exchange(at place: JournalScope.Place) -> Kept? { state.withLockedValue { $0.kept[place] } }

    /// Returns the exchanges of a journal, in order.
    package func exchanges(of opening: Int) -> [Kept] {
        state.withLockedValue(\.order).filter { $0.places.last?.opening == opening }
    }

    /// Returns the exchanges that caused the entries of a journal, by the numbers of the entries.
    package func exchanges(of journal: JournalPage) -> [Int: Kept] {
        let found = journal.entries.compactMap { entry in
            exchange(at: .init(opening: journal.opening, number: entry.number)).map { (entry.number, $0) }
        }
        return Dictionary(found) { first, _ in first }
    }
}

extension JournalPage {
    /// What the journal has of one request, of one command of the test, or after the last of both.
    package struct Step: Sendable {
        /// The decisions since the previous step, in order.
        package let decisions: [JournalEntry]
        /// The request that led to them, without secrets; `nil` if it is not kept, or there was none.
        package let exchange: RedactedExchange?
    }

    /// Returns the requests and the commands of a journal, in order.
    ///
    /// - Parameters:
    ///   - exchanges: The exchanges, by the numbers of the entries that they caused.
    ///   - isSelected: Whether an entry counts.
    /// - Returns: The steps.
    package func steps(
        with exchanges: [Int: HTTPExchangeLog.Kept], of isSelected: (Int) -> Bool = { _ in true }
    ) -> [Step] {
        var steps: [Step] = []
        var decisions: [JournalEntry] = []
        for entry in entries where isSelected(entry.number) {
            decisions.append(entry.entry)
            let exchange = exchanges[entry.number]
            if let exchange {
                // Entries of the same request follow one another; the last one says how it ended.
                if exchanges[entry.number + 1]?.places == exchange.places { continue }
            } else if entry.entry.verdict != .changed {
                continue
            }
            steps.append(Step(decisions: decisions, exchange: exchange?.shown()))
            decisions = []
        }
        if !decisions.isEmpty { steps.append(Step(decisions: decisions, exchange: nil)) }
        return steps
    }
}
