package import Foundation
package import HTTPTypes

/// A request to the entitlement service or to a page, and its response, as they were sent.
///
/// It has secrets, and is not `Encodable` on purpose, so that no answer and no file can contain it. People, files and
/// clients get a `RedactedExchange`.
package struct HTTPExchange: Hashable, Sendable {
    /// The request, with the documented path: without the prefix of a world.
    package var request: HTTPRequest
    /// The request's body.
    package var body: Data
    /// The response; `nil` if the client got none.
    package var response: HTTPResponse?
    /// The response's body; empty without a response.
    package var responseBody: Data
    /// What the client sent before the path: `/s/NAME` for a world of a server, or nothing.
    package var prefix = ""
    /// Whether the request had a body that is not known, because an archive does not have it.
    package var lacksBody = false

    /// Creates an exchange.
    package init(request: HTTPRequest, body: Data, response: HTTPResponse?, responseBody: Data = Data()) {
        self.request = request
        self.body = body
        self.response = response
        self.responseBody = responseBody
    }

    /// The HTTP method.
    package var method: HTTPRequest.Method { request.method }
    /// The documented path, without a query.
    package var path: String { String(RequestTarget(request.path ?? "/").path) }
    /// The documented path and the query.
    package var target: String { request.path ?? "/" }
    /// The status of the response; `nil` if there was no response.
    package var status: Int? { response?.status.code }
    /// The number of bytes of both bodies.
    package var length: Int { body.count + responseBody.count }

    /// The requested endpoint; `nil` if the service has no endpoint with this path.
    package var endpoint: Endpoint? {
        guard case .found(let endpoint, _) = RouteMatch(method, RequestTarget(request.path ?? "/").path) else {
            return nil
        }
        return endpoint
    }
}
