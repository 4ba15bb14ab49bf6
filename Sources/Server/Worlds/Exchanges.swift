import Foundation
import HTTPTypes
import TVSimCore
import TVSimScenario
import TVSimStructuredText

/// A request to the simulated service and its response.
struct Exchange: Sendable {
    let request: HTTPRequest
    let body: Data
    /// The response; `nil` if the client got none.
    let answer: (response: HTTPResponse, body: Data)?
    /// The scheme of the server, `http` or `https`.
    let scheme: String
    /// The prefix of the world's paths: `/s/{name}`, or empty.
    let pathPrefix: String
    /// A number that no other exchange of this process has.
    private let identifier: Int

    init(
        request: HTTPRequest, body: Data, answer: (response: HTTPResponse, body: Data)?, scheme: String = "http",
        pathPrefix: String = ""
    ) {
        self.request = request
        self.body = body
        self.answer = answer
        self.scheme = scheme
        self.pathPrefix = pathPrefix
        identifier = ExchangeNumber.next()
    }

    /// The number of bytes of both bodies.
    var length: Int { body.count + (answer?.body.count ?? 0) }

    /// Whether two values are one exchange.
    func isSame(as other: Exchange) -> Bool { identifier == other.identifier }

    /// The exchange with the addresses that the client used.
    var recorded: RecordedRequest {
        var request = request
        request.scheme = scheme
        request.path = pathPrefix + (request.path ?? "/")
        return RecordedRequest(
            request: request, body: body, response: answer?.response, responseBody: answer?.body ?? Data())
    }

    /// The exchange without its bodies, which are too large to be kept.
    fileprivate var withoutBodies: Exchange {
        Exchange(
            request: request, body: Data(), answer: answer.map { ($0.response, Data()) }, scheme: scheme,
            pathPrefix: pathPrefix)
    }
}

/// Numbers of exchanges.
private enum ExchangeNumber {
    private static let last = Locked(0)

    static func next() -> Int {
        last.withLockedValue { last in
            last += 1
            return last
        }
    }
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
        case record(ExchangeRecord, Exchange)
    }

    private let most: Int
    private let state = Locked(State())

    /// Creates an empty ring.
    ///
    /// - Parameter most: The largest number of exchanges; an older one is dropped.
    init(atMost most: Int) { self.most = most }

    /// Keeps an exchange; does nothing if it caused no entry.
    func keep(_ exchange: Exchange, at places: [JournalWitness.Place]) {
        guard !places.isEmpty else { return }
        let isLarge = exchange.length > ExchangeRecord.longestBody
        let kept = isLarge ? Kept.record(ExchangeRecord(exchange), exchange.withoutBodies) : .exchange(exchange)
        state.withLockedValue { state in
            for place in places { state.kept[place] = kept }
            state.order.append(places)
            guard state.order.count > most else { return }
            for place in state.order.removeFirst() { state.kept[place] = nil }
        }
    }

    /// Returns the messages that caused an entry, without large bodies; `nil` if they are not kept.
    func exchange(at place: JournalWitness.Place) -> Exchange? {
        switch state.withLockedValue({ $0.kept[place] }) {
        case .exchange(let exchange), .record(_, let exchange): exchange
        case nil: nil
        }
    }

    /// Returns the exchange that caused an entry; `nil` if it is not kept.
    ///
    /// - Parameters:
    ///   - place: The entry.
    ///   - showsSecrets: Whether the messages are as they were sent; of large ones, only the part without secrets is kept.
    /// - Returns: The exchange.
    func record(at place: JournalWitness.Place, showsSecrets: Bool = false) -> ExchangeRecord? {
        switch state.withLockedValue({ $0.kept[place] }) {
        case .exchange(let exchange): ExchangeRecord(exchange, showsSecrets: showsSecrets)
        case .record(let record, _): record
        case nil: nil
        }
    }
}
