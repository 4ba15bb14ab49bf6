/// An endpoint with the parameters of its path filled in.
package struct Route: Sendable, Hashable {
    /// The endpoint.
    package let endpoint: Endpoint
    /// The path's parameters by name, decoded.
    package let parameters: [String: String]

    init(_ endpoint: Endpoint, _ parameters: [String: String] = [:]) {
        self.endpoint = endpoint
        self.parameters = parameters
    }

    /// The path, percent-encoded.
    package var path: String {
        endpoint.segments.reduce(into: "") { path, segment in
            switch segment {
            case .literal(let text): path += "/" + text
            case .parameter(let name): path += "/" + PercentCoding.encode(parameters[name] ?? "")
            }
        }
    }

    /// The service provider (requestor) in the path; empty where the path has none.
    package var serviceProvider: String { parameters["serviceProvider"] ?? "" }
    /// The MVPD in the path; empty where the path has none.
    package var mvpd: String { parameters["mvpd"] ?? "" }
    /// The authentication code in the path; empty where the path has none.
    package var code: String { parameters["code"] ?? "" }
    /// The partner in the path; empty where the path has none.
    package var partner: String { parameters["partner"] ?? "" }
}

extension Route {
    /// The route of client registration.
    package static let register = Route(.register)
    /// The route of access tokens.
    package static let token = Route(.token)

    /// The route of a service provider's configuration.
    package static func configuration(_ serviceProvider: String) -> Route {
        Route(.configuration, ["serviceProvider": serviceProvider])
    }

    /// The route of sign-in sessions.
    package static func session(_ serviceProvider: String) -> Route {
        Route(.session, ["serviceProvider": serviceProvider])
    }

    /// The route of a session's content.
    package static func sessionInformation(_ serviceProvider: String, code: String) -> Route {
        Route(.sessionInformation, ["serviceProvider": serviceProvider, "code": code])
    }

    /// The route of a partner's sign-in sessions.
    package static func partnerSession(_ serviceProvider: String, partner: String = Partner.apple) -> Route {
        Route(.partnerSession, ["serviceProvider": serviceProvider, "partner": partner])
    }

    /// The route of a partner's profiles.
    package static func partnerProfile(_ serviceProvider: String, partner: String = Partner.apple) -> Route {
        Route(.partnerProfile, ["serviceProvider": serviceProvider, "partner": partner])
    }

    /// The route of a device's profiles.
    package static func profiles(_ serviceProvider: String) -> Route {
        Route(.profiles, ["serviceProvider": serviceProvider])
    }

    /// The route of a device's profiles with one MVPD.
    package static func profile(_ serviceProvider: String, mvpd: String) -> Route {
        Route(.profile, ["serviceProvider": serviceProvider, "mvpd": mvpd])
    }

    /// The route of the profile that a code has led to.
    package static func profileByCode(_ serviceProvider: String, code: String) -> Route {
        Route(.profileByCode, ["serviceProvider": serviceProvider, "code": code])
    }

    /// The route of decisions in advance with one MVPD.
    package static func preauthorize(_ serviceProvider: String, mvpd: String) -> Route {
        Route(.preauthorize, ["serviceProvider": serviceProvider, "mvpd": mvpd])
    }

    /// The route of authorization decisions with one MVPD.
    package static func authorize(_ serviceProvider: String, mvpd: String) -> Route {
        Route(.authorize, ["serviceProvider": serviceProvider, "mvpd": mvpd])
    }

    /// The route of a code's sign-in page.
    package static func authenticate(_ serviceProvider: String, code: String) -> Route {
        Route(.authenticate, ["serviceProvider": serviceProvider, "code": code])
    }

    /// The route where a session's missing parameters are supplied.
    package static func resume(_ serviceProvider: String, code: String) -> Route {
        Route(.resume, ["serviceProvider": serviceProvider, "code": code])
    }

    /// The route of logout from one MVPD.
    package static func logout(_ serviceProvider: String, mvpd: String) -> Route {
        Route(.logout, ["serviceProvider": serviceProvider, "mvpd": mvpd])
    }
}

/// The partners whose frameworks can vouch for a sign-in, as paths name them.
package enum Partner {
    /// Apple's Video Subscriber Account framework.
    package static let apple = "Apple"
}
