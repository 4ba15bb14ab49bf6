package import Foundation
package import HTTPTypes
import TVSimCore
package import TVSimEntitlementAPI
import TVSimEntitlementService
import TVSimIdentityProvider

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
        do {
            return try world.consistently { world in
                guard request.path.map(ProviderSite.owns) == true else {
                    return try world.service.exchange(request, body: body)
                }
                return try world.site.page(request, body: body, at: .inProcess)
            }
        } catch let failure as TransportFailure {
            throw failure
        } catch {
            // An app must not mistake the simulator's failure for a response of the platform, so this ends the process.
            SimulatorFailure.stop(error)
        }
    }
}
