package import EntitlementAPI
package import Foundation
package import HTTPTypes

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
        try await service.exchange(request, body: body)
    }
}
