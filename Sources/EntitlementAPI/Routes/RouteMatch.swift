package import HTTPTypes

/// What a request's method and target mean.
package enum RouteMatch: Sendable, Hashable {
    /// An endpoint, with its parameters.
    case route(Route)
    /// A path of the service with a method that it does not take: the endpoints there take others.
    case wrongMethod(of: [Endpoint])
    /// No path of the service.
    case unknown

    /// Chooses by a request's method among the routes of its path.
    package init(method: HTTPRequest.Method, among routes: [Route]) {
        if let route = routes.first(where: { $0.endpoint.method == method }) {
            self = .route(route)
        } else {
            self = routes.isEmpty ? .unknown : .wrongMethod(of: routes.map(\.endpoint))
        }
    }

    /// Returns the routes of a path, whatever the method: one of each endpoint there.
    ///
    /// A segment that is empty, or that does not decode as percent-encoded UTF-8, matches nothing. One trailing slash is
    /// passed over, because the vendor's own sample of the configuration request has one.
    package static func routes(of path: Substring) -> [Route] {
        var segments = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard segments.first?.isEmpty == true, segments.count > 1 else { return [] }
        segments.removeFirst()
        if segments.last?.isEmpty == true { segments.removeLast() }
        return (byLength[segments.count] ?? []).compactMap { endpoint in
            parameters(of: endpoint.segments, in: segments).map { Route(endpoint, $0) }
        }
    }

    /// The endpoints by the number of their segments: most are told apart from a path by that alone.
    private static let byLength = Dictionary(grouping: Endpoint.all, by: \.segments.count)

    /// Fills in as many segments as there are in the path.
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
