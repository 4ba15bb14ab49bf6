package import Foundation
package import HTTPTypes
import TVSimCore
package import TVSimEntitlementAPI
package import TVSimWorld

/// A transport that keeps the facts of each request that passes, and the latest requests themselves.
///
/// The world at its end must be in this process, because the journal entries of a request are those of its task.
package struct ObservingTransport: EntitlementTransport {
    private let transport: any EntitlementTransport
    private let log: EvidenceLog
    private let exchanges: HTTPExchangeLog?
    private let origin: Origin

    /// Creates a transport.
    ///
    /// - Parameters:
    ///   - transport: The transport to the world.
    ///   - log: The log of the world.
    ///   - exchanges: What keeps the requests; `nil` if only the facts are needed.
    ///   - origin: Who sends the requests.
    package init(
        _ transport: any EntitlementTransport, noting log: EvidenceLog, keeping exchanges: HTTPExchangeLog? = nil,
        from origin: Origin = .app
    ) {
        self.transport = transport
        self.log = log
        self.exchanges = exchanges
        self.origin = origin
    }

    /// Returns a transport that notes the same requests in the name of another sender.
    package func sending(from origin: Origin) -> ObservingTransport {
        ObservingTransport(transport, noting: log, keeping: exchanges, from: origin)
    }

    package func send(
        _ request: HTTPRequest, body: Data
    ) async throws(TransportFailure) -> (response: HTTPResponse, body: Data) {
        let (witness, arrival) = (JournalScope(), ContinuousClock.now)
        let result: Result<(response: HTTPResponse, body: Data), TransportFailure> =
            await JournalScope.$current.withValue(witness) {
                do throws(TransportFailure) {
                    return .success(try await transport.send(request, body: body))
                } catch {
                    return .failure(error)
                }
            }
        if let place = witness.places.last, let instant = witness.at {
            let answer = try? result.get()
            let exchange = HTTPExchange(
                request: request, body: body, response: answer?.response, responseBody: answer?.body ?? Data())
            log.note(exchange, at: place, instant, from: origin, since: arrival)
            exchanges?.keep(exchange, at: witness.places)
        }
        return try result.get()
    }
}
