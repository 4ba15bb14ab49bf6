package import TVSimEntitlementAPI
package import TVSimRules
import TVSimWorld

extension Simulator {
    /// Returns the transport to the world, which notes the requests for the rules about clients.
    ///
    /// - Parameter origin: Who sends the requests.
    /// - Returns: The transport.
    package func transport(from origin: Origin) -> any EntitlementTransport {
        ObservingTransport(WorldTransport(world), noting: evidence, keeping: exchanges, from: origin)
    }
}
