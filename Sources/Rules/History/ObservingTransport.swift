package import Foundation
package import HTTPTypes
import TVSimCore
package import TVSimEntitlementAPI

/// A transport that keeps the facts of each request that passes.
///
/// The world at its end must be in this process, because the journal entries of a request are those of its task.
package struct ObservingTransport: EntitlementTransport {
    private let transport: any EntitlementTransport
    private let log: EvidenceLog
    private let origin: Origin

    /// Creates a transport.
    ///
    /// - Parameters:
    ///   - transport: The transport to the world.
    ///   - log: The log of the world.
    ///   - origin: Who sends the requests.
    package init(_ transport: any EntitlementTransport, noting log: EvidenceLog, from origin: Origin = .app) {
        self.transport = transport
        self.log = log
        self.origin = origin
    }

    /// Returns a transport that notes the same requests in the name of another sender.
    package func sending(from origin: Origin) -> ObservingTransport {
        ObservingTransport(transport, noting: log, from: origin)
    }

    package func send(
        _ request: HTTPRequest, body: Data
    ) async throws(TransportFailure) -> (response: HTTPResponse, body: Data) {
        let (witness, arrival) = (JournalWitness(), ContinuousClock.now)
        let result: Result<(response: HTTPResponse, body: Data), TransportFailure> =
            await JournalWitness.$current.withValue(witness) {
                do throws(TransportFailure) {
                    return .success(try await transport.send(request, body: body))
                } catch {
                    return .failure(error)
                }
            }
        if let place = witness.places.last, let instant = witness.at {
            let answer = try? result.get()
            log.note(
                HTTPExchange(
                    request: request, body: body, response: answer?.response, responseBody: answer?.body ?? Data()),
                at: place, instant, from: origin, since: arrival)
        }
        return try result.get()
    }
}
