package import Foundation
package import HTTPTypes

/// The transport between an app and the entitlement service.
///
/// A message is an HTTP request with its body and an HTTP response with its body, over a socket or within the process.
/// The protocol does not depend on the implementation of either side.
package protocol EntitlementTransport: Sendable {
    /// Sends a request to the service and returns the response.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - body: The request's body.
    /// - Returns: The response and its body. An error status is a response too.
    /// - Throws: ``TransportFailure`` if no response was received.
    func send(
        _ request: HTTPRequest, body: Data
    ) async throws(TransportFailure) -> (response: HTTPResponse, body: Data)
}
