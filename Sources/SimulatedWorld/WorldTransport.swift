package import EntitlementAPI
import EntitlementService
package import Foundation
package import HTTPTypes
import IdentityProvider
import SimulationCore

/// Carries requests to a world in the same process.
///
/// Requests below the path of the providers' site go to that site; all others go to the entitlement service.
package struct WorldTransport: EntitlementTransport {
    private let world: World

    /// Creates the transport of a world.
    package init(_ world: World) {
        self.world = world
    }

    package func send(
        _ request: HTTPRequest, body: Data
    ) async throws(TransportFailure) -> (response: HTTPResponse, body: Data) {
        if request.path?.hasPrefix(ProviderSite.pathPrefix) == true {
            do {
                return try world.site.respond(to: request, body: body, at: .inProcess)
            } catch {
                // The state cannot be read. The client must not mistake this error for an answer of a provider.
                SimulationTrouble.stop(error)
            }
        }
        return try await InProcessTransport(service: world.service).send(request, body: body)
    }
}
