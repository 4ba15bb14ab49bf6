package import EntitlementAPI
package import Foundation
package import HTTPTypes
import SimulationCore

/// Carries requests to a service in the same process: the same messages as over a socket, without one.
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
            return try await service.exchange(request, body: body)
        } catch let failure as TransportFailure {
            throw failure
        } catch {
            // As where the device itself cannot be read: the app must not take it for an answer of the platform.
            SimulationTrouble.stop(error)
        }
    }
}
