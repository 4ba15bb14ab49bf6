package import HTTPTypes

/// What a request's method and target mean.
package enum RouteMatch: Sendable, Hashable {
    /// An endpoint, with its parameters.
    case route(Route)
    /// A path of the service with a method that it does not take: the endpoints there take others.
    case wrongMethod(of: [Endpoint])
    /// No path of the service.
    case unknown

    /// Reads a request's method and target; the query plays no part.
    ///
    /// A segment that is empty, or that does not decode as percent-encoded UTF-8, matches nothing. One trailing slash is
    /// passed over, because the vendor's own sample of the configuration request has one.
    package init(method: HTTPRequest.Method, target: String) {
        var segments = RequestTarget(target).segments
        guard segments.first?.isEmpty == true, segments.count > 1 else {
            self = .unknown
            return
        }
        segments.removeFirst()
        if segments.last?.isEmpty == true { segments.removeLast() }

        var others: [Endpoint] = []
        let endpoints = Self.byLength[segments.count] ?? []
        for index in endpoints.indices {
            // Only an endpoint that fits is taken out of the list: copying one costs more than comparing it.
            guard let parameters = Self.parameters(of: endpoints[index].segments, in: segments) else { continue }
            let endpoint = endpoints[index]
            if endpoint.method == method {
                self = .route(Route(endpoint, parameters))
                return
            }
            others.append(endpoint)
        }
        self = others.isEmpty ? .unknown : .wrongMethod(of: others)
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
