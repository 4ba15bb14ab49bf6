import EntitlementAPI
package import Foundation
package import Identifiers
package import SAML
import XMLSecurity

/// What the service knows of its requestors: the state that a dashboard would edit.
package struct ServiceConfiguration: Sendable, Hashable {
    /// The service's SAML entity: the issuer of its requests, and the audience of the answers.
    package let entityID: EntityID = "https://saml.sp.auth.adobe.com"
    /// Where SAML responses are addressed to.
    package let assertionConsumer = "https://sp.auth.adobe.com/sp/saml/SAMLAssertionConsumer"
    /// Where answers to the service's logout requests are addressed to.
    package let logoutResponseService = "https://sp.auth.adobe.com/sp/saml/LogoutServiceHTTPRedirectResponse"
    /// The limit of requests in a time; `nil`: there is none.
    package var throttle: Throttle?
    /// The `ID` of every SAML request for the partner, so that responses written beforehand answer it; `nil`: each has
    /// one of its own.
    package var partnerRequestID: String?
    /// How long an access token holds.
    package var accessTokenTTL: TimeInterval = 21_600
    /// The service providers.
    package var requestors: [Requestor]

    /// Creates a configuration.
    package init(requestors: [Requestor] = []) {
        self.requestors = requestors
    }

    /// Whether a text can be the ID of an XML element, without the letters beyond ASCII.
    package static func isXMLIdentifier(_ text: String) -> Bool {
        text.wholeMatch(of: /[A-Za-z_][A-Za-z0-9_.\-]*/) != nil
    }

    /// Returns the requestor of an identifier.
    package func requestor(_ id: RequestorID) -> Requestor? {
        requestors.first { $0.id == id }
    }

    /// Whether any requestor integrates an MVPD.
    package func knows(mvpd: MVPDID) -> Bool {
        requestors.contains { $0.integration(mvpd) != nil }
    }

    /// The configuration when nothing else is said: one service provider, and an MVPD of each kind.
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
