package import EntitlementAPI
package import Foundation

/// One service provider's integration with one MVPD.
package struct Integration: Codable, Sendable, Hashable {
    /// The MVPD's identifier.
    package var mvpd: String
    /// The MVPD's name for people.
    package var displayName: String
    /// The identifier by which the platform knows the MVPD; `nil`: the platform does not.
    package var platformMappingID: String?
    /// Whether the integration is active.
    package var enabled: Bool
    /// Whether single sign-on is switched on for the platform.
    package var singleSignOn: Bool
    /// How far the MVPD takes part in the platform's single sign-on; `nil`: not at all.
    package var boardingStatus: ConfiguredMVPD.BoardingStatus?
    /// Whether the boarding status was chosen, and does not follow its provider's boarding; `nil`: a configuration that was
    /// kept by an earlier version.
    package var isBoardingStatusChosen: Bool?
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
    /// The simulated provider that stands behind the MVPD, whoever signs people in; `nil`: none, or a configuration that was
    /// kept by an earlier version.
    package var provider: String?
    /// Whose SAML responses are believed; `nil`: nobody's.
    package var identityProvider: TrustedIdentityProvider?
    /// What the MVPD answers when asked whether a user may watch: resources by user identifier.
    ///
    /// A user who is not in it is one whom the MVPD does not recognise.
    package var authorizations: [String: [String]] = [:]
    /// The highest ratings that the MVPD lets users watch, by user identifier and by system of ratings, such as `MPAA`.
    package var maxRatings: [String: [String: String]] = [:]
    /// The attributes that every MVPD is asked for.
    package static let usualAttributes = ["userID", "householdID", "zip", "maxRating", "channelID"]
    /// The attributes that the MVPD is asked for.
    package var requestedAttributes = Integration.usualAttributes
    /// The attributes without which a SAML response is refused.
    package var requiredAttributes = ["userID"]

    /// Creates an integration that is active and switched on for single sign-on, with the usual lifetimes.
    package init(
        mvpd: String, displayName: String, platformMappingID: String? = nil, enabled: Bool = true,
        singleSignOn: Bool = true, boardingStatus: ConfiguredMVPD.BoardingStatus? = nil
    ) {
        self.mvpd = mvpd
        self.displayName = displayName
        self.platformMappingID = platformMappingID
        self.enabled = enabled
        self.singleSignOn = singleSignOn
        self.boardingStatus = boardingStatus
    }
}

/// A rule that is in force while an MVPD is in trouble.
package enum Degradation: String, Codable, Sendable, Hashable, CaseIterable {
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
package struct TempPass: Codable, Sendable, Hashable {
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

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        duration = try container.decode(TimeInterval.self, forKey: .duration)
        resources = try container.decodeIfPresent(Int.self, forKey: .resources)
        // Configurations kept by earlier versions name no key.
        userInformationKey =
            try container.decodeIfPresent(String.self, forKey: .userInformationKey) ?? userInformationKey
    }
}

/// An identity provider whose SAML responses are believed.
package struct TrustedIdentityProvider: Codable, Sendable, Hashable {
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

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        entityID = try container.decode(String.self, forKey: .entityID)
        certificates = try container.decode([String].self, forKey: .certificates)
        singleSignOnService = try container.decodeIfPresent(String.self, forKey: .singleSignOnService)
        // Configurations kept before there was logout have neither of these.
        singleLogoutService = try container.decodeIfPresent(String.self, forKey: .singleLogoutService)
        isElsewhere = try container.decodeIfPresent(Bool.self, forKey: .isElsewhere) ?? false
    }
}
