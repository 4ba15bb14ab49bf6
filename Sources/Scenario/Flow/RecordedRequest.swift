package import Foundation
package import HTTPTypes
package import TVSimEntitlementAPI

/// One request to the entitlement service, and its response.
///
/// Its JSON has only the method, the path and the status, because headers, queries and bodies contain secrets.
package struct RecordedRequest: Sendable, Hashable, Encodable {
    /// The request as the SDK sent it.
    package let request: HTTPRequest
    /// The request's body.
    package let body: Data
    /// The response; `nil` if there was none.
    package let response: HTTPResponse?
    /// The response's body; empty without a response.
    package let responseBody: Data

    /// Creates a request with its response.
    package init(request: HTTPRequest, body: Data, response: HTTPResponse?, responseBody: Data) {
        self.request = request
        self.body = body
        self.response = response
        self.responseBody = responseBody
    }

    /// The HTTP method.
    package var method: HTTPRequest.Method { request.method }
    /// The path, without a query.
    package var path: String { String(RequestTarget(request.path ?? "/").path) }
    /// The status of the response; `nil` if there was no response.
    package var status: Int? { response?.status.code }

    /// The requested endpoint; `nil` if the service has no endpoint with this path.
    package var endpoint: Endpoint? {
        guard case .found(let endpoint, _) = RouteMatch(method, path[...]) else { return nil }
        return endpoint
    }

    private enum CodingKeys: String, CodingKey {
        case method, path, status
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(method.rawValue, forKey: .method)
        try container.encode(path, forKey: .path)
        try container.encodeIfPresent(status, forKey: .status)
    }
}
