package import Foundation
package import HTTPTypes
package import TVSimStructuredText

/// A request to the service, with the type of its response.
///
/// Each endpoint has a factory method beside its types, such as `EntitlementCall.configuration(of:headers:)`.
package struct EntitlementCall<Answer: Decodable & Sendable>: Sendable {
    /// The endpoint and its path parameters.
    package var route: Route
    /// The query parameters, in order.
    package var query: [(name: String, value: String)] = []
    /// The request's headers.
    package var headers: RequestHeaders
    /// The request's body.
    package var body: RequestBody = .none

    init(
        _ route: Route, headers: RequestHeaders, query: [(name: String, value: String)] = [], body: RequestBody = .none
    ) {
        self.route = route
        self.headers = headers
        self.query = query
        self.body = body
    }

    /// Returns the HTTP request without its body.
    package func request(authority: String = EntitlementWire.defaultAuthority) -> HTTPRequest {
        var path = route.path
        if !query.isEmpty { path += "?" + FormCoding.encode(query) }
        var fields = headers.fields()
        fields[.accept] = "application/json"
        fields[.contentType] = body.contentType
        return HTTPRequest(
            method: route.endpoint.method, scheme: "https", authority: authority, path: path, headerFields: fields)
    }

    /// Sends the request and decodes the response.
    ///
    /// - Parameter transport: The transport.
    /// - Returns: The decoded response. Error responses and malformed responses are replies too.
    /// - Throws: ``TransportFailure`` if no response was received.
    package func send(over transport: any EntitlementTransport) async throws(TransportFailure) -> Reply<Answer> {
        let (response, body) = try await transport.send(request(), body: body.data)
        return Reply(response: response, body: body)
    }
}

/// A request body and its format.
package enum RequestBody: Sendable, Hashable {
    /// No body.
    case none
    /// Encoded JSON.
    case json(Data)
    /// Form fields, in order.
    case form([FormField])

    /// The body's bytes.
    package var data: Data {
        switch self {
        case .none: Data()
        case .json(let data): data
        case .form(let fields): Data(FormCoding.encode(fields.map { ($0.name, $0.value) }).utf8)
        }
    }

    var contentType: String? {
        switch self {
        case .none: nil
        case .json: "application/json;charset=utf-8"
        case .form: "application/x-www-form-urlencoded"
        }
    }
}
