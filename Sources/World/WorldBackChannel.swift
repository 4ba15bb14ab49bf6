package import Foundation
package import HTTPTypes
import TVSimCore
import TVSimEntitlementAPI
import TVSimEntitlementService
import TVSimIdentityProvider
import TVSimStateStorage

/// The way of the service's own requests to MVPDs: to the site of this world, or out of the world.
///
/// A request to this world is a call, also on a server, so that a server needs no second connection to itself.
struct WorldBackChannel: BackChannel {
    let site: ProviderSite
    let simulation: Simulation

    func send(
        _ request: HTTPRequest, body: Data, at served: ServedAddress
    ) throws -> (response: HTTPResponse, body: Data) {
        let origin = "\(request.scheme ?? "")://\(request.authority ?? "")"
        if origin == ProviderSite.origin { return try site.page(request, body: body, at: served) }
        guard let outside = OutsideChannel.current else {
            throw TransportFailure(
                .unreachable, "'\(origin)' is outside of the simulation, where only a server sends requests")
        }
        // A reading transaction must not wait for a network.
        (simulation.store as? ConsistentStore)?.end()
        return try outside.send(request, body: body)
    }
}

/// The way of requests that leave the simulation.
package protocol OutsideRequests: Sendable {
    /// Sends a request, and returns the response. It blocks its thread.
    ///
    /// - Throws: `TransportFailure` if the response is not complete.
    func send(_ request: HTTPRequest, body: Data) throws -> (response: HTTPResponse, body: Data)
}

/// The way out of the simulation that the current task has.
package enum OutsideChannel {
    /// `nil` for tasks that must not send requests, which is every task but those of a server.
    ///
    /// A server has a channel of its own, unless the task that starts it has one.
    @TaskLocal package static var current: (any OutsideRequests)?
}

extension World {
    /// Returns whether the service may send a request out of the simulation before it answers another.
    ///
    /// - Parameter request: The other, with the documented path.
    /// - Returns: Whether its endpoint asks an MVPD, and the world has one outside.
    /// - Throws: `StateError` if the state cannot be read.
    package func maySendOutside(answering request: HTTPRequest) throws -> Bool {
        let target = RequestTarget(request.path ?? "/")
        guard case .found(let endpoint, _) = RouteMatch(request.method, target.path), endpoint.asksMVPD else {
            return false
        }
        return try simulation.store.read { state in
            try EntitlementService.storedConfiguration(in: state).requestors.contains { requestor in
                requestor.integrations.contains { $0.externalAuthorizationServer != nil }
            }
        }
    }
}

extension ProviderSite {
    /// Returns a page of the site.
    ///
    /// - Throws: `TransportFailure` if a fault suppresses the page.
    func page(
        _ request: HTTPRequest, body: Data, at served: ServedAddress
    ) throws -> (response: HTTPResponse, body: Data) {
        do {
            let (response, content) = try respond(to: request, body: body, at: served)
            return response.carrying(content)
        } catch let silence as PageSilence {
            switch silence {
            case .hang: throw TransportFailure(.timeout, "The provider does not answer.")
            case .connectionClosed:
                throw TransportFailure(
                    .interrupted, "The connection was closed before the page was complete.")
            }
        }
    }
}
