package import EntitlementAPI
package import Foundation
package import HTTPTypes
import SimulationCore

/// Sends requests to a service in the same process, with the messages that a socket would carry.
package struct InProcessTransport: EntitlementTransport {
    private let service: EntitlementService

    /// Creates a transport to a service.
    package init(service: EntitlementService) {
        self.service = service
    }

    package func send(
        _ request: HTTPRequest, body: Data
    ) async throws(TransportFailure) -> (response: HTTPResponse, body: Data) {
        do {
            return try service.exchange(request, body: body)
        } catch let failure as TransportFailure {
            throw failure
        } catch {
            // An app must not mistake the simulator's failure for a response of the platform, so this ends the process.
            SimulationTrouble.stop(error)
        }
    }
}
