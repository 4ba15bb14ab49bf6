package import EntitlementAPI
package import EntitlementService
package import Foundation
import SimulatedDevice

extension Profile {
    /// The entitlement service: its requestors and what is integrated with each.
    package struct Service: Sendable, Hashable {
        /// The requestors.
        package var requestors: [Requestor] = []
        /// The limit of requests in a time; `nil`: there is none.
        package var throttling: Throttle?
        /// The `ID` of every SAML request for the partner; `nil`: each has one of its own.
        package var partnerRequestID: String?
        /// How long an access token lives, in seconds.
        package var accessTokenTTL = ServiceConfiguration.default.accessTokenTTL

        /// Creates a service without requestors.
        package init() {}

        /// Returns the requestor with a key.
        package func requestor(_ id: String) -> Requestor? {
            requestors.first { $0.id == id }
        }
    }

    /// One requestor.
    package struct Requestor: Sendable, Hashable {
        /// The key, which apps give to `setRequestor`.
        package var id: String
        /// Its MVPDs, in the order in which dialogs show them.
        package var integrations: [Integration] = []
        /// The certificate for whose key user metadata is encrypted, PEM; `nil`: none was uploaded.
        package var certificate: String?
        /// The keys of user metadata that are encrypted; `nil`: those that the documentation demands it for, which are
        /// left out without a certificate.
        package var encryptedMetadata: [String]?
        /// The certificate of the identity service whose service tokens are believed, PEM; `nil`: none are.
        package var serviceTokenCertificate: String?
        /// Whether the SDK's `preauthorize` tells why a resource may not be watched.
        package var enhancedErrors = true
        /// The domains that it uses; none: any.
        package var domains: [String] = []

        /// Returns the integration with an MVPD.
        package func integration(_ mvpd: String) -> Integration? {
            integrations.first { $0.mvpd == mvpd }
        }
    }

    /// One MVPD as it is set up for one requestor.
    package struct Integration: Sendable, Hashable {
        /// The MVPD's id.
        package var mvpd: String
        /// The platform mapping id; `nil`: Apple does not know the MVPD.
        package var provider: String?
        /// The name that people see; the MVPD's id where none is given.
        package var displayName: String
        /// Whether the integration is enabled.
        package var enabled = true
        /// Whether single sign-on is enabled for the platform.
        package var singleSignOn = true
        /// How far the MVPD takes part in Apple's single sign-on.
        package var boardingStatus = BoardingChoice.followsProvider
        /// How long an authentication token lives, in seconds.
        package var authenticationTTL: TimeInterval = 30 * 86_400
        /// How long an authorization token lives, in seconds.
        package var authorizationTTL: TimeInterval = 86_400
        /// How long a media token lives, in seconds.
        package var mediaTokenTTL: TimeInterval = 7 * 60
        /// The most resources that one request for authorization may name.
        package var authorizationResourceLimit = 1
        /// The most resources that one request for preauthorization may name.
        package var preauthorizationResourceLimit = 5
        /// The degradation rule that is in force.
        package var degradation = Degradation.none
        /// What people are told while the rule denies; `nil`: nothing.
        package var degradationMessage: String?
        /// Whether everybody who is signed in may watch everything, without the MVPD being asked.
        package var dummyAuthorization = false
        /// Whether an app that was refused access may not use what other apps obtained.
        package var enforcePlatformPermissions = false
        /// Whether each requestor needs a sign-in of its own.
        package var authenticationPerRequestor = false
        /// Whether the MVPD can be asked without showing itself.
        package var passiveAuthentication = false
        /// How long an authentication token lives that the home's network gave, in seconds; `nil`: as long as others.
        package var homeBasedAuthenticationTTL: TimeInterval?
        /// Whether who was known by their home's network may watch.
        package var homeBasedAuthorization = true
        /// Whether the MVPD's pages need a Safari view controller.
        package var safariViewController = false
        /// Whether the MVPD has a logout endpoint.
        package var logoutEndpoint = true
        /// The trial that this pseudo-MVPD gives; `nil`: it is a real MVPD.
        package var tempPass: TempPass?
        /// An identity provider outside of the simulation where people sign in instead; `nil`: the simulated provider.
        package var identityProvider: TrustedIdentityProvider?

        /// Creates an integration with the defaults; its provider has the same id.
        package init(mvpd: String) {
            self.mvpd = mvpd
            provider = mvpd
            displayName = mvpd
        }

        /// Returns the boarding status: the one that was chosen, else what the provider's boarding implies.
        package func boardingStatus(among providers: [Provider]) -> ConfiguredMVPD.BoardingStatus? {
            switch boardingStatus {
            case .fixed(let status): status
            case .followsProvider: providers.first { $0.id == provider }?.boarding.status
            }
        }
    }

    /// Whether a boarding status was chosen.
    package enum BoardingChoice: Sendable, Hashable {
        case followsProvider
        case fixed(ConfiguredMVPD.BoardingStatus?)
    }
}
