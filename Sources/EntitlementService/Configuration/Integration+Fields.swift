import EntitlementAPI
import SAML
package import Settings
import StructuredText

extension Integration: Named {
    package var name: String { mvpd }

    package init(named name: String) { self.init(mvpd: name) }

    package static let fields = ObjectFormat<Integration>(
        title: "an integration", defaults: Integration(mvpd: "example"),
        fields: [
            Field(
                "provider",
                "The platform mapping id, a key of providers; null: Apple does not know the MVPD. "
                    + "Absent: the provider of the same key, if there is one.",
                Formats.line.referring(to: .provider).orNull, documentsDefault: false, into: \.provider),
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

extension TempPass: Described {
    package static let fields = ObjectFormat<TempPass>(
        title: "tempPass", defaults: TempPass(duration: 0),
        fields: [
            Field("duration", "How long the trial lasts.", Formats.duration, required: true, into: \.duration),
            Field(
                "resources", "How many resources a promotional trial opens.", Formats.count(in: TempPass.counts).orNull,
                documentsDefault: false, into: \.resources),
            Field(
                "userInformationKey", "The key under which an app says who uses a promotional trial.", Formats.line,
                into: \.userInformationKey),
        ])
}

extension TrustedIdentityProvider {
    /// An identity provider outside of the simulation.
    static let external = ObjectFormat<TrustedIdentityProvider>(
        title: "identityProvider",
        defaults: TrustedIdentityProvider(entityID: "", certificates: [], isElsewhere: true),
        fields: [
            Field(
                "entityID", "Its entity id: the issuer of its answers.", Formats.line, required: true, into: \.entityID),
            Field(
                "singleSignOnService", "Where browsers are sent to sign in, by HTTP-Redirect.", Formats.redirectService,
                required: true, from: \.singleSignOnService
            ) { (address, provider, _, _) throws(SourceError) in provider.singleSignOnService = address },
            Field(
                "singleLogoutService", "Where browsers are sent to sign out, by HTTP-Redirect; null: nowhere.",
                Formats.redirectService.orNull, into: \.singleLogoutService),
            Field(
                "certificates", "The certificates of its signatures; PEM.",
                Formats.list(Formats.certificate, of: "certificates"), required: true, into: \.certificates),
        ]
    ).format
}
