package import EntitlementAPI
package import Foundation

/// One service provider's integration with one MVPD.
package struct Integration: Sendable, Hashable {
    /// The MVPD's identifier.
    package let mvpd: String
    /// The TV provider that stands behind the MVPD: the platform mapping id; `nil` where Apple does not know the MVPD.
    package var provider: String?
    /// The MVPD's name for people.
    package var displayName: String
    /// Whether the integration is active.
    package var enabled = true
    /// Whether single sign-on is switched on for the platform.
    package var singleSignOn = true
    /// How far the MVPD takes part in the platform's single sign-on.
    package var boarding = Boarding.followsProvider
    /// How long a profile holds.
    package var authenticationTTL: TimeInterval = 30 * 86_400
    /// How long a decision holds.
    package var authorizationTTL: TimeInterval = 86_400
    /// How long a media token holds.
    package var mediaTokenTTL: TimeInterval = 7 * 60
    /// The most resources that one request for authorization may name.
    package var authorizationResourceLimit = 1
    /// The most resources that one request for preauthorization may name.
    package var preauthorizationResourceLimit = 5
    /// What the two limits can be.
    package static let resourceLimits = 1...1000
    /// The rule that is in force while the MVPD is in trouble.
    package var degradation = Degradation.none
    /// What the service provider says to people while the rule denies; `nil`: nothing.
    package var degradationMessage: String?
    /// Whether the MVPD's sign-in page needs a Safari view controller.
    package var safariViewController = false
    /// Whether the MVPD has an address where it ends its session.
    package var logoutEndpoint = true
    /// Whether everybody who is signed in may watch everything, without the MVPD being asked.
    package var dummyAuthorization = false
    /// Whether an app that was refused access may not use what other apps obtained.
    package var enforcePlatformPermissions = false
    /// Whether each service provider needs a sign-in of its own: what one obtained is not shown to another.
    package var authenticationPerRequestor = false
    /// Whether the MVPD can be asked without showing itself.
    package var passiveAuthentication = false
    /// How long a profile holds that the home's network gave; `nil`: as long as others.
    package var homeBasedAuthenticationTTL: TimeInterval?
    /// Whether who was known by their home's network may watch.
    package var homeBasedAuthorization = true
    /// The limits of temporary access; `nil`: the MVPD is a real one.
    package var tempPass: TempPass?
    /// An identity provider outside of the simulation where people sign in; `nil` for the simulated provider.
    package var externalIdentityProvider: TrustedIdentityProvider?

    /// What the MVPD has agreed with the service; not a setting: it follows from the TV provider (``MVPDContracts``).
    package var contract = MVPDContract()

    /// Creates an integration with the default settings; its TV provider has the same identifier.
    package init(mvpd: String) {
        self.mvpd = mvpd
        provider = mvpd
        displayName = mvpd
    }

    /// Whether a boarding status was chosen.
    package enum Boarding: Sendable, Hashable {
        /// The status that the boarding of the TV provider implies.
        case followsProvider
        /// This status; `nil` where the MVPD takes no part.
        case chosen(ConfiguredMVPD.BoardingStatus?)
    }

    /// How far the MVPD takes part in the platform's single sign-on; `nil` where it takes no part.
    package var boardingStatus: ConfiguredMVPD.BoardingStatus? {
        switch boarding {
        case .followsProvider: contract.boardingStatus
        case .chosen(let status): status
        }
    }

    /// The identifier by which the platform knows the MVPD; `nil` where it does not.
    package var platformMappingID: String? { contract.platformMappingID }

    /// The identity provider whose SAML responses are believed; `nil` where none is.
    package var identityProvider: TrustedIdentityProvider? { externalIdentityProvider ?? contract.identityProvider }
}

/// A rule that is in force while an MVPD is in trouble.
package enum Degradation: String, Sendable, CaseIterable {
    /// No rule.
    case none
    /// Everybody counts as signed in, and may watch everything.
    case authenticateAll = "AuthNAll"
    /// Everybody may watch everything, signed in or not.
    case authorizeAll = "AuthZAll"
    /// Nobody may watch anything.
    case authorizeNone = "AuthZNone"
}

/// The limits of temporary access.
package struct TempPass: Sendable, Hashable {
    /// How long it lasts from the first authorization on.
    package var duration: TimeInterval
    /// How many resources it opens; `nil`: any number (basic).
    package var resources: Int?
    /// What that number can be.
    package static let counts = 1...Int(Int32.max)
    /// The key under which an app says who uses a promotional pass.
    package var userInformationKey = "email"

    /// Creates limits.
    package init(duration: TimeInterval, resources: Int? = nil) {
        self.duration = duration
        self.resources = resources
    }
}

/// An identity provider whose SAML responses are believed.
package struct TrustedIdentityProvider: Sendable, Hashable {
    /// The issuer of its responses.
    package var entityID: String
    /// The certificates that its signatures must verify with, as PEM.
    package var certificates: [String]
    /// Where a browser is sent with a request; `nil`: nobody can sign in there.
    package var singleSignOnService: String?
    /// Where a browser is sent to end a session; `nil`: sessions cannot be ended there.
    package var singleLogoutService: String?
    /// Whether it is no part of the simulation: its addresses mean themselves.
    package var isElsewhere = false

    /// Creates a trusted provider.
    package init(
        entityID: String, certificates: [String], singleSignOnService: String? = nil,
        singleLogoutService: String? = nil, isElsewhere: Bool = false
    ) {
        self.entityID = entityID
        self.certificates = certificates
        self.singleSignOnService = singleSignOnService
        self.singleLogoutService = singleLogoutService
        self.isElsewhere = isElsewhere
    }
}
