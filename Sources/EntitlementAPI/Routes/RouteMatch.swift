package import HTTPTypes

/// The result of routing a request.
package enum RouteMatch: Sendable, Hashable {
    /// An endpoint, with its parameters.
    case route(Route)
    /// A known path with an unsupported method, and the endpoints that the path has.
    case wrongMethod(of: [Endpoint])
    /// An unknown path.
    case unknown

    /// Chooses the route of a method among the routes of a path.
    package init(method: HTTPRequest.Method, among routes: [Route]) {
        if let route = routes.first(where: { $0.endpoint.method == method }) {
            self = .route(route)
        } else {
            self = routes.isEmpty ? .unknown : .wrongMethod(of: routes.map(\.endpoint))
        }
    }

    /// Returns the routes of a path, one for each endpoint that the path matches.
    ///
    /// An empty segment matches nothing, nor does a segment that is not percent-encoded UTF-8. One trailing slash is ignored,
    /// because Adobe's sample of the configuration request has one.
    package static func routes(of path: Substring) -> [Route] {
        var segments = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard segments.first?.isEmpty == true, segments.count > 1 else { return [] }
        segments.removeFirst()
        if segments.last?.isEmpty == true { segments.removeLast() }
        return (byLength[segments.count] ?? []).compactMap { endpoint in
            parameters(of: endpoint.segments, in: segments).map { Route(endpoint, $0) }
        }
    }

    /// The endpoints by the number of their segments, which rules out most of them.
    private static let byLength = Dictionary(grouping: Endpoint.all, by: \.segments.count)

    /// Returns the parameters of a path; `nil` if the path does not match.
    private static func parameters(of patterns: [Endpoint.Segment], in segments: [Substring.UTF8View])
        -> [String: String]?
    {
        var parameters: [String: String] = [:]
        for (pattern, segment) in zip(patterns, segments) {
            switch pattern {
            case .literal(let text):
                guard segment.elementsEqual(text.utf8) else { return nil }
            case .parameter(let name):
                guard let value = PercentCoding.decode(segment, plusIsBlank: false), !value.isEmpty else {
                    return nil
                }
                parameters[name] = value
            }
        }
        return parameters
    }
}
