package import TVSimStructuredText

/// The configuration of a service provider: its MVPDs, in order.
package struct ConfigurationResponse: Codable, Hashable, Sendable {
    /// The service provider (requestor).
    package struct Requestor: Codable, Hashable, Sendable {
        /// A domain that the service provider uses.
        package struct Domain: Codable, Hashable, Sendable {
            /// The domain's name.
            package var name: String
            /// Whether an MVPD may start a sign-in there.
            package var mvpdInitiated: Bool

            /// Creates a domain.
            package init(name: String, mvpdInitiated: Bool = false) {
                self.name = name
                self.mvpdInitiated = mvpdInitiated
            }
        }

        /// The service provider's identifier.
        package var id: RequestorID
        /// The service provider's name.
        package var name: String
        /// The service provider's domains.
        package var domains: [Domain]
        /// The integrated MVPDs, in order.
        package var mvpds: [ConfiguredMVPD]

        /// Creates a requestor.
        package init(id: RequestorID, name: String, domains: [Domain] = [], mvpds: [ConfiguredMVPD]) {
            self.id = id
            self.name = name
            self.domains = domains
            self.mvpds = mvpds
        }
    }

    /// The hardware type of the requesting device; `nil` if it is unknown.
    package var device: String?
    /// The client type of the requesting app; `nil` if it is unknown.
    package var clientType: String?
    /// The operating system of the requesting device; `nil` if it is unknown.
    package var os: String?
    /// The error reporting of the SDK: ``originalErrorReporting``, a value of the simulator, or `nil` for the default.
    package var errorReporting: String?
    /// The service's time.
    package var time: Milliseconds?
    /// The service provider.
    package var requestor: Requestor

    /// The value of ``errorReporting`` with which `preauthorize` gives no reasons.
    package static let originalErrorReporting = "original"

    /// The domain name that a client sends with a sign-in: the requestor's first domain, or else the vendor's.
    package var domainName: String { requestor.domains.first?.name ?? "adobe.com" }

    /// Creates a response.
    package init(
        device: String? = nil, clientType: String? = nil, os: String? = nil, errorReporting: String? = nil,
        time: Milliseconds? = nil, requestor: Requestor
    ) {
        self.device = device
        self.clientType = clientType
        self.os = os
        self.errorReporting = errorReporting
        self.time = time
        self.requestor = requestor
    }
}

extension EntitlementCall where Answer == ConfigurationResponse {
    /// Requests a service provider's configuration; `profile` names a variant of it.
    package static func configuration(
        of serviceProvider: RequestorID, profile: String? = nil, headers: RequestHeaders
    ) -> EntitlementCall {
        EntitlementCall(
            Endpoint.configuration.route(serviceProvider), headers: headers,
            query: profile.map { [("profile", $0)] } ?? [])
    }
}
