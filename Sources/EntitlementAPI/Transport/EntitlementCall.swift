package import Foundation
package import HTTPTypes

/// One request to the service, with the type of its answer.
///
/// Each endpoint has one factory beside its words, such as `EntitlementCall.configuration(of:headers:)`.
package struct EntitlementCall<Answer: Decodable & Sendable>: Sendable {
    /// Where the request goes.
    package var route: Route
    /// The query of the request's target, in order.
    package var query: [(name: String, value: String)] = []
    /// Who asks, from which device.
    package var headers: RequestHeaders
    /// What the request carries.
    package var body: RequestBody = .none

    init(
        _ route: Route, headers: RequestHeaders, query: [(name: String, value: String)] = [], body: RequestBody = .none
    ) {
        self.route = route
        self.headers = headers
        self.query = query
        self.body = body
    }

    /// Returns the HTTP request, without its body.
    package func request(authority: String = EntitlementWire.defaultAuthority) -> HTTPRequest {
        var path = route.path
        if !query.isEmpty { path += "?" + FormCoding.encode(query) }
        var fields = headers.fields()
        fields[.accept] = "application/json"
        fields[.contentType] = body.contentType
        return HTTPRequest(
            method: route.endpoint.method, scheme: "https", authority: authority, path: path, headerFields: fields)
    }

    /// Sends the request and reads the answer.
    ///
    /// - Throws: ``TransportFailure`` when no response came. A refusal by the service, or an answer that cannot be
    ///   understood, is a ``Reply`` and not thrown.
    package func send(over transport: any EntitlementTransport) async throws(TransportFailure) -> Reply<Answer> {
        let (response, body) = try await transport.send(request(), body: body.data)
        return Reply(response: response, body: body)
    }
}

/// What a request carries, and how it is written.
package enum RequestBody: Sendable, Hashable {
    /// Nothing.
    case none
    /// JSON, already encoded.
    case json(Data)
    /// Form fields, in order.
    case form([FormField])

    /// The bytes on the wire.
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
