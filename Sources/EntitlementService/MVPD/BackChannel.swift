package import Foundation
package import HTTPTypes
package import TVSimCore
import TVSimEntitlementAPI

/// The service's own requests to MVPDs, which no browser carries.
///
/// The service does not know the simulated MVPDs, so the world supplies the channel. A request must not be sent inside
/// a transaction: a writing closure may run twice, and an MVPD of the world writes to the same store.
package protocol BackChannel: Sendable {
    /// Sends a request, and returns the response.
    ///
    /// - Parameters:
    ///   - request: The request with its whole address.
    ///   - body: The body.
    ///   - served: The address at which the browser or the app has reached the service.
    /// - Returns: The response, of any status.
    /// - Throws: ``TransportFailure`` if the response is not complete. Another error for a failure of the simulator.
    func send(
        _ request: HTTPRequest, body: Data, at served: ServedAddress
    ) throws -> (response: HTTPResponse, body: Data)
}

/// The channel of a service without MVPDs.
package struct NoBackChannel: BackChannel {
    /// Creates the channel.
    package init() {}

    package func send(
        _ request: HTTPRequest, body: Data, at served: ServedAddress
    ) throws -> (response: HTTPResponse, body: Data) {
        throw TransportFailure(.unreachable, "The service reaches no MVPD.")
    }
}
