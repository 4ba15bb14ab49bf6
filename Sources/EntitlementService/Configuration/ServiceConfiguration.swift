import EntitlementAPI
package import Foundation
package import Identifiers
package import SAML
import XMLSecurity

/// The configuration of the service and its service providers, which an operator would edit in a dashboard.
package struct ServiceConfiguration: Sendable {
    /// The service's SAML entity ID: the issuer of its requests and the audience of assertions.
    package let entityID: EntityID = "https://saml.sp.auth.adobe.com"
    /// The address of SAML responses, in requests and in the `Destination` of responses.
    package let assertionConsumer = "https://sp.auth.adobe.com/sp/saml/SAMLAssertionConsumer"
    /// The address of responses to the service's logout requests.
    package let logoutResponseService = "https://sp.auth.adobe.com/sp/saml/LogoutServiceHTTPRedirectResponse"
    /// The rate limit; `nil` if requests are not limited.
    package var throttle: Throttle?
    /// The `ID` of every SAML request for the partner; `nil` for a new `ID` in each request.
    ///
    /// A fixed `ID` lets a prepared response answer the request.
    package var partnerRequestID: String?
    /// Whether an `X-Device-Info` that is not the Base64 of a JSON object is an error (Differences, S-84).
    package var strictDeviceInformation = false
    /// The lifetime of an access token in seconds.
    package var accessTokenTTL: TimeInterval = 21_600
    /// Whether a SAML response with an IssueInstant or AuthnInstant in the future is rejected.
    package var strictSAMLInstants = false
    /// The accepted difference of an identity provider's clock in seconds.
    package var clockSkew: TimeInterval = 0
    /// The deviations from SAML that the service accepts in a response.
    package var allowedSAML: [ResponseRequirements.Relaxation] = []
    /// Whether the service rejects a framework status that the simulated device would not have given.
    package var checksDevice = false
    /// The service providers.
    package var requestors: [Requestor]

    /// Creates a configuration.
    package init(requestors: [Requestor] = []) {
        self.requestors = requestors
    }

    /// Whether a text can be the ID of an XML element; only ASCII names are accepted.
    package static func isXMLIdentifier(_ text: String) -> Bool {
        text.wholeMatch(of: /[A-Za-z_][A-Za-z0-9_.\-]*/) != nil
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
