package import EntitlementAPI
package import Foundation
package import Identifiers
package import Settings
import StructuredText

/// One service provider's integration with one MVPD.
package struct Integration: Sendable, Hashable {
    /// The MVPD's identifier.
    package let mvpd: MVPDID
    /// The TV provider that stands behind the MVPD: the platform mapping id; `nil` where Apple does not know the MVPD.
    package var provider: ProviderID?
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
    package init(mvpd: MVPDID) {
        self.mvpd = mvpd
        provider = ProviderID(mvpd.rawValue)
        displayName = mvpd.rawValue
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
    package var platformMappingID: ProviderID? { contract.platformMappingID }

    /// The identity provider whose SAML responses are believed; `nil` where none is.
    package var identityProvider: TrustedIdentityProvider? { externalIdentityProvider ?? contract.identityProvider }
}

extension Integration: Named {
    package var name: String { mvpd.rawValue }

    package init(named name: String) { self.init(mvpd: MVPDID(name)) }

    package static let fields = ObjectFormat<Integration>(
        title: "an integration", defaults: Integration(mvpd: "example"),
        fields: [
            Field(
                "provider",
                "The platform mapping id, a key of providers; null: Apple does not know the MVPD. "
                    + "Absent: the provider of the same key, if there is one.",
                Formats.line.referring(to: .provider).naming(ProviderID.self).orNull, documentsDefault: false,
                into: \.provider),
            Field(
                "displayName", "The name that people see; else the MVPD's id.", Formats.line,
                documentsDefault: false, into: \.displayName),
            Field("enabled", "Whether the integration is enabled.", Formats.boolean, into: \.enabled),
            Field(
                "singleSignOn", "Whether single sign-on is enabled for the platform.", Formats.boolean,
                into: \.singleSignOn),
            Field(
                "boardingStatus", "SUPPORTED, PICKER or null; absent: what the provider's boarding implies.",
                IntegrationFormat.boardingStatus,
                from: { integration in
                    guard case .chosen(let status) = integration.boarding else { return nil }
                    return .some(status)
                }
            ) { (status, integration, _, _) throws(SourceError) in integration.boarding = .chosen(status) },
            Field(
                "authenticationTTL", "How long an authentication token lives.", Formats.duration,
                into: \.authenticationTTL),
            Field(
                "authorizationTTL", "How long an authorization token lives.", Formats.duration,
                into: \.authorizationTTL),
            Field(
                "mediaTokenTTL", "How long a media token lives.", Formats.duration,
                into: \.mediaTokenTTL),
            Field(
                "authorizationResourceLimit", "The most resources that one request for authorization may name.",
                IntegrationFormat.resourceLimit,
                into: \.authorizationResourceLimit),
            Field(
                "preauthorizationResourceLimit", "The most resources that one request for preauthorization may name.",
                IntegrationFormat.resourceLimit,
                into: \.preauthorizationResourceLimit),
            Field(
                "degradation", "The degradation rule in force.", Formats.choice(Degradation.self), into: \.degradation),
            Field(
                "degradationMessage", "What people are told while the rule denies; null: nothing.",
                Formats.line.orNull, into: \.degradationMessage),
            Field(
                "enforcePlatformPermissions",
                "Whether an app that was refused access may not use what other apps obtained.", Formats.boolean,
                into: \.enforcePlatformPermissions),
            Field(
                "dummyAuthorization", "Whether everybody who is signed in may watch, the MVPD not being asked.",
                Formats.boolean, into: \.dummyAuthorization),
            Field(
                "authenticationPerRequestor", "Whether each requestor needs a sign-in of its own.", Formats.boolean,
                into: \.authenticationPerRequestor),
            Field(
                "passiveAuthentication", "Whether the MVPD can be asked without showing itself.", Formats.boolean,
                into: \.passiveAuthentication),
            Field(
                "homeBasedAuthenticationTTL",
                "How long a token lives that the home's network gave; null: as long as others.",
                Formats.duration.orNull, into: \.homeBasedAuthenticationTTL),
            Field(
                "homeBasedAuthorization", "Whether who was known by their home's network may watch.", Formats.boolean,
                into: \.homeBasedAuthorization),
            Field(
                "safariViewController", "Whether the pages need a Safari view controller.", Formats.boolean,
                into: \.safariViewController),
            Field(
                "logoutEndpoint", "Whether the MVPD has a logout endpoint.", Formats.boolean,
                into: \.logoutEndpoint),
            Field(
                "tempPass", "The trial that this pseudo-MVPD gives.", TempPass.fields.format.orNull, into: \.tempPass),
            Field(
                "identityProvider",
                "A SAML identity provider outside of the simulation where people sign in; null: the simulated provider.",
                TrustedIdentityProvider.external.orNull, into: \.externalIdentityProvider),
        ])
}

private enum IntegrationFormat {
    static let boardingStatus = Formats.choice([ConfiguredMVPD.BoardingStatus.supported, .picker]).orNull
    static let resourceLimit = Formats.count(in: Integration.resourceLimits)
}
