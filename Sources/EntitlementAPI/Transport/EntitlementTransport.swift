package import Foundation
package import HTTPTypes

/// The words of the wire between an app and the entitlement service: paths, headers, requests, responses, error codes,
/// and the transport seam.
///
/// One message is a real HTTP request with its body, answered by a real HTTP response with its body, whether it crosses
/// a socket or stays in the process. This room does not know how either side works.
package protocol EntitlementTransport: Sendable {
    /// Carries one request to the service and its response back.
    ///
    /// - Throws: ``TransportFailure`` when no response came. A response with an error status is not a failure.
    func send(
        _ request: HTTPRequest, body: Data
    ) async throws(TransportFailure) -> (response: HTTPResponse, body: Data)
}
