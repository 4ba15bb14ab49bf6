package import Identifiers

/// What a service provider has configured: the MVPDs that it integrates, in order.
package struct ConfigurationResponse: Codable, Hashable, Sendable {
    /// The service provider (requestor).
    package struct Requestor: Codable, Hashable, Sendable {
        /// A domain that the service provider uses.
        package struct Domain: Codable, Hashable, Sendable {
            /// The domain's name.
            package var name: String
            /// Whether an MVPD may begin a sign-in there.
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
        /// The domains that it uses.
        package var domains: [Domain]
        /// The MVPDs that it integrates, in order.
        package var mvpds: [ConfiguredMVPD]

        /// Creates a requestor.
        package init(id: RequestorID, name: String, domains: [Domain] = [], mvpds: [ConfiguredMVPD]) {
            self.id = id
            self.name = name
            self.domains = domains
            self.mvpds = mvpds
        }
    }

    /// The kind of device that asked, where known.
    package var device: String?
    /// The kind of client that asked, where known.
    package var clientType: String?
    /// The operating system that asked, where known.
    package var os: String?
    /// How errors are reported to the SDK, where it is not the usual way: ``originalErrorReporting``, a word of ours.
    package var errorReporting: String?
    /// The service's time: milliseconds since 1970.
    package var time: Milliseconds?
    /// The service provider.
    package var requestor: Requestor

    /// Decisions in advance tell no more than whether a resource may be watched.
    package static let originalErrorReporting = "original"

    /// The domain that a client names when it begins a sign-in: the requestor's first, or else the vendor's own.
    package var domainName: String { requestor.domains.first?.name ?? "adobe.com" }

    /// Creates the answer.
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
    /// Asks for a service provider's configuration; `profile` names a variant of it.
    package static func configuration(
        of serviceProvider: RequestorID, profile: String? = nil, headers: RequestHeaders
    ) -> EntitlementCall {
        EntitlementCall(
            Endpoint.configuration.route(serviceProvider), headers: headers,
            query: profile.map { [("profile", $0)] } ?? [])
    }
}
