package import HTTPTypes

/// What a request's method and target mean.
package enum RouteMatch: Sendable, Hashable {
    /// An endpoint, with its parameters.
    case route(Route)
    /// A path of the service with a method that it does not take.
    case wrongMethod(allowed: [HTTPRequest.Method])
    /// No path of the service.
    case unknown

    /// Reads a request's method and target; the query plays no part.
    ///
    /// A segment that is empty, or that does not decode as percent-encoded UTF-8, matches nothing. One trailing slash is
    /// passed over, because the vendor's own sample of the configuration request has one.
    package init(method: HTTPRequest.Method, target: String) {
        let path = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)[0]
        var segments = path.split(separator: "/", omittingEmptySubsequences: false)
        guard segments.first?.isEmpty == true, segments.count > 1 else {
            self = .unknown
            return
        }
        segments.removeFirst()
        if segments.last?.isEmpty == true { segments.removeLast() }

        var allowed: [HTTPRequest.Method] = []
        for endpoint in Self.endpoints(ofLength: segments.count) {
            guard let parameters = Self.parameters(of: endpoint, in: segments) else { continue }
            if endpoint.method == method {
                self = .route(Route(endpoint, parameters))
                return
            }
            allowed.append(endpoint.method)
        }
        self = allowed.isEmpty ? .unknown : .wrongMethod(allowed: allowed)
    }

    /// The endpoints by the number of their segments: most are told apart from a path by that alone.
    private static let byLength = Dictionary(grouping: Endpoint.all, by: \.segments.count)

    private static func endpoints(ofLength length: Int) -> [Endpoint] { byLength[length] ?? [] }

    private static func parameters(of endpoint: Endpoint, in segments: [Substring]) -> [String: String]? {
        var parameters: [String: String] = [:]
        for (pattern, segment) in zip(endpoint.segments, segments) {
            switch pattern {
            case .literal(let text):
                guard segment == text else { return nil }
            case .parameter(let name):
                guard let value = PercentCoding.decode(segment, plusIsBlank: false), !value.isEmpty else { return nil }
                parameters[name] = value
            }
        }
        return parameters
    }
}
