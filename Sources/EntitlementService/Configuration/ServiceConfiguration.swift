package import Foundation
import TVSimEntitlementAPI
package import TVSimStructuredText

/// The configuration of the service and its service providers, which an operator would edit in a dashboard.
package struct ServiceConfiguration: Sendable {
    /// The rate limit; `nil` if requests are not limited.
    package var throttle: Throttle?
    /// How the service speaks SAML with MVPDs.
    package var saml = SAMLServiceSettings()
    /// Whether an `X-Device-Info` that is not the Base64 of a JSON object, and a registration without the header, is an
    /// error (Differences, S-84).
    package var strictDeviceInformation = false
    /// The lifetime of an access token in seconds.
    package var accessTokenTTL: TimeInterval = 21_600
    /// Whether the service rejects a framework status that the simulated device would not have given.
    package var checksDevice = false
    /// Whether the domains of a requestor also guard the `domainName` and the `redirectUrl` of its sessions (Differences,
    /// S-48).
    package var checksDomains = false
    /// The apps whose software statements have no scope for REST API V2 (Differences, S-19).
    package var appsWithoutV2: [String] = []
    /// The service providers.
    package var requestors: [Requestor]

    /// Creates a configuration.
    package init(requestors: [Requestor] = []) {
        self.requestors = requestors
    }

    /// Returns the requestor with an identifier; `nil` if it is unknown.
    package func requestor(_ id: RequestorID) -> Requestor? {
        requestors.first { $0.id == id }
    }

    /// Whether any requestor integrates an MVPD.
    package func knows(mvpd: MVPDID) -> Bool {
        requestors.contains { $0.integration(mvpd) != nil }
    }

    /// The default configuration: one service provider with an MVPD of each kind.
    package static let `default`: ServiceConfiguration = {
        func integration(_ mvpd: MVPDID, _ boardingStatus: ConfiguredMVPD.BoardingStatus?) -> Integration {
            var integration = Integration(mvpd: mvpd)
            integration.contract.platformMappingID = boardingStatus == nil ? nil : ProviderID(mvpd.rawValue)
            integration.contract.boardingStatus = boardingStatus
            return integration
        }
        return ServiceConfiguration(requestors: [
            Requestor(
                id: "REF30",
                integrations: [
                    integration("Cablevision", .supported), integration("Dish", .supported),
                    integration("Suddenlink", .picker), integration("Mediacom", nil),
                ])
        ])
    }()
}
