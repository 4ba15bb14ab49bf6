import Foundation
import HTTPTypes
import TVSimCore
import TVSimEntitlementAPI

@testable import TVSimEntitlementService

/// Sends requests to a service without the rest of a world.
struct InProcessTransport: EntitlementTransport {
    let service: EntitlementService

    func send(
        _ request: HTTPRequest, body: Data
    ) async throws(TransportFailure) -> (response: HTTPResponse, body: Data) {
        do {
            return try service.exchange(request, body: body)
        } catch let failure as TransportFailure {
            throw failure
        } catch {
            SimulatorFailure.stop(error)
        }
    }
}
