package import TVSimStructuredText

/// An endpoint with the parameters of its path.
package struct Route: Sendable, Hashable {
    /// The endpoint.
    package let endpoint: Endpoint
    /// The decoded path parameters by name.
    package let parameters: [String: String]

    /// Creates a route from the parameters of the endpoint's path.
    package init(_ endpoint: Endpoint, _ parameters: [String: String]) {
        self.endpoint = endpoint
        self.parameters = parameters
    }

    /// The percent-encoded path.
    package var path: String { endpoint.path.path(with: parameters) }

    /// The service provider (requestor) in the path; empty if the path has none.
    package var serviceProvider: RequestorID { RequestorID(parameters["serviceProvider"] ?? "") }
    /// The MVPD in the path; empty if the path has none.
    package var mvpd: MVPDID { MVPDID(parameters["mvpd"] ?? "") }
    /// The authentication code in the path; empty if the path has none.
    package var code: String { parameters["code"] ?? "" }
    /// The partner in the path; empty if the path has none.
    package var partner: String { parameters["partner"] ?? "" }
}

extension Endpoint {
    /// Returns the endpoint's route with the parameters of its path.
    ///
    /// - Precondition: Every parameter of the path has a value.
    package func route(
        _ serviceProvider: RequestorID? = nil, mvpd: MVPDID? = nil, code: String? = nil,
        partner: String = Partner.apple
    ) -> Route {
        let given = [
            "serviceProvider": serviceProvider?.rawValue, "mvpd": mvpd?.rawValue, "code": code, "partner": partner,
        ]
        return Route(
            self,
            Dictionary(
                uniqueKeysWithValues: path.parameters.map { name in
                    guard let value = given[name] ?? nil else {
                        preconditionFailure("The path \(template) needs a value of '\(name)'.")
                    }
                    return (name, value)
                }))
    }
}

/// The partners that can vouch for a sign-in, by their names in paths.
package enum Partner {
    /// Apple's Video Subscriber Account framework.
    package static let apple = "Apple"
}
