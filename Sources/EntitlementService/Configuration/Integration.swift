package import Foundation
package import TVSimEntitlementAPI
package import TVSimStructuredText

/// One service provider's integration with one MVPD.
package struct Integration: Sendable {
    /// The MVPD's identifier.
    package let mvpd: MVPDID
    /// The identifier of the MVPD's TV provider in Apple's framework (platform mapping id); `nil` if Apple does not
    /// know the MVPD.
    package var provider: ProviderID?
    /// The MVPD's display name.
    package var displayName: String
    /// The URL of the MVPD's logo; `nil` for a logo with the display name, which the service serves.
    package var logoURL: String?
    /// Whether the integration is active.
    package var enabled = true
    /// Whether single sign-on is enabled for the platform.
    package var singleSignOn = true
    /// The MVPD's boarding status in the platform's single sign-on.
    package var boarding = Boarding.followsProvider
    /// The lifetime of a profile in seconds.
    package var authenticationTTL: TimeInterval = 30 * 86_400
    /// The lifetime of a decision in seconds.
    package var authorizationTTL: TimeInterval = 86_400
    /// The lifetime of a media token in seconds.
    package var mediaTokenTTL: TimeInterval = 7 * 60
    /// The maximum number of resources in one authorization request.
    package var authorizationResourceLimit = 1
    /// The maximum number of resources in one preauthorization request.
    package var preauthorizationResourceLimit = 5
    /// The valid values of both resource limits.
    package static let resourceLimits = 1...1000
    /// The resources that the MVPD does not gate, which preauthorization omits (Differences, S-102).
    package var ungatedResources: [ResourceID] = []
    /// The degradation rule in force.
    package var degradation = Degradation.none
    /// The message to the user while the rule denies; `nil` for no message.
    package var degradationMessage: String?
    /// Whether the MVPD's sign-in page needs a Safari view controller.
    package var safariViewController = false
    /// Whether the MVPD has a logout endpoint.
    package var logoutEndpoint = true
    /// Whether every signed-in user may watch every resource; the service then does not ask the MVPD.
    package var dummyAuthorization = false
    /// Whether an app without access to the TV provider account may not use profiles that other apps obtained.
    package var enforcePlatformPermissions = false
    /// Whether each service provider needs its own sign-in; a profile of one is then not visible to another.
    package var authenticationPerRequestor = false
    /// Whether the MVPD supports passive authentication, which shows no page.
    package var passiveAuthentication = false
    /// The lifetime in seconds of a profile from home-based authentication; `nil` for the usual lifetime.
    package var homeBasedAuthenticationTTL: TimeInterval?
    /// Whether a user who was authenticated by the home network may watch.
    package var homeBasedAuthorization = true
    /// Whether `householdID` of a profile is the user's identifier where the MVPD sends none.
    package var householdIDFromUserID = true
    /// The limits of temporary access; `nil` if the MVPD is an ordinary one.
    package var tempPass: TempPass?
    /// An external SAML identity provider where users sign in; `nil` for the simulated provider.
    package var externalIdentityProvider: TrustedIdentityProvider?
    /// An external OAuth 2 authorization server where users sign in; `nil` for the simulated provider.
    package var externalAuthorizationServer: OAuth2Trust?
    /// The identifier of the proxy MVPD that authenticates the users; `nil` if the MVPD has its own integration.
    ///
    /// Adobe Pass, Proxy MVPD SAML Integration.
    package var proxy: MVPDID?
    /// The settings that differ on a platform.
    package var platforms: [PlatformSettings] = []

    /// The MVPD's contract with the service.
    ///
    /// It is not a setting: it is derived from the TV provider (``MVPDMetadataSource``).
    package var contract = MVPDMetadata()

    /// Creates an integration with the default settings and a TV provider of the same identifier.
    package init(mvpd: MVPDID) {
        self.mvpd = mvpd
        provider = ProviderID(mvpd.rawValue)
        displayName = mvpd.rawValue
    }

    /// The source of the boarding status.
    package enum Boarding: Sendable, Hashable {
        /// The status follows from the TV provider.
        case followsProvider
        /// This status; `nil` if the MVPD does not take part in single sign-on.
        case chosen(ConfiguredMVPD.BoardingStatus?)
    }

    /// The MVPD's boarding status in the platform's single sign-on; `nil` if the MVPD does not take part.
    package var boardingStatus: ConfiguredMVPD.BoardingStatus? {
        switch boarding {
        case .followsProvider: contract.boardingStatus
        case .chosen(let status): status
        }
    }

    /// The identifier by which the platform knows the MVPD; `nil` if the platform does not know it.
    package var platformMappingID: ProviderID? { contract.platformMappingID }

    /// The identity provider whose SAML responses the service accepts; `nil` if the service accepts none.
    package var identityProvider: TrustedIdentityProvider? { externalIdentityProvider ?? contract.identityProvider }

    /// The authorization server of sessions with OAuth 2; `nil` if the service knows none.
    package var authorizationServer: OAuth2Trust? { externalAuthorizationServer ?? contract.authorizationServer }

    /// The authorization server where users sign in now; `nil` if they sign in with SAML.
    package var signInServer: OAuth2Trust? {
        if let externalAuthorizationServer { return externalAuthorizationServer }
        return externalIdentityProvider == nil && contract.signsInWithOAuth2 ? contract.authorizationServer : nil
    }
}

extension Integration: Named {
    package var name: String { mvpd.rawValue }

    package init(named name: String) { self.init(mvpd: MVPDID(name)) }

    /// All settings.
    ///
    /// Settings that describe the MVPD itself cannot differ between platforms and application profiles.
    package static let fields = ObjectFormat<Integration>(
        title: "an integration", defaults: Integration(mvpd: "example"),
        fields: [
            Field(
                "provider",
                "The platform mapping id, a key of providers; null if Apple does not know the MVPD. "
                    + "Default: the provider with the MVPD's key, if it exists.",
                Formats.line.referring(to: .provider).naming(ProviderID.self).orNull, documentsDefault: false,
                into: \.provider)
        ] + variantFields.fields + [
            Field(
                "tempPass", "The limits of the temporary pass; null for an ordinary MVPD.",
                TempPass.fields.format.orNull, into: \.tempPass),
            Field(
                "identityProvider",
                "An external SAML identity provider where users sign in; null for the simulated provider.",
                TrustedIdentityProvider.external.orNull, into: \.externalIdentityProvider),
            Field(
                "authorizationServer",
                "An external OAuth 2 authorization server where users sign in, before identityProvider; null for the "
                    + "simulated provider. Only a server of the simulation asks it.",
                OAuth2Trust.external.orNull, from: { $0.externalAuthorizationServer.map(Optional.some) }
            ) { (server, integration, _, _) throws(SourceError) in integration.externalAuthorizationServer = server },
            Field(
                "proxy",
                "The proxy MVPD that authenticates the users of this proxied MVPD; null for an MVPD with its own "
                    + "integration.", Formats.line.naming(MVPDID.self).orNull, into: \.proxy),
            Field(
                "platforms", "The settings that differ on a platform, by platform. null removes them.",
                PlatformSettings.format, from: { $0.platforms.isEmpty ? nil : $0.platforms }
            ) { (platforms, integration, cursor, notes) throws(SourceError) in
                if notes.isChange, cursor.value != .null {
                    integration.change(platforms)
                } else {
                    integration.platforms = platforms
                }
            },
        ])

    /// The settings that may differ on a platform or in an application profile.
    static let variantFields = ObjectFormat<Integration>(
        title: "a variant of an integration", defaults: Integration(mvpd: "example"),
        fields: [
            Field(
                "displayName", "The display name. Default: the MVPD's id.", Formats.line,
                documentsDefault: false, into: \.displayName),
            Field(
                "logoURL", "The URL of the logo; null for a picture of the display name, which the service serves.",
                Formats.address.orNull, into: \.logoURL),
            Field(
                "ungatedResources",
                "The resources that the MVPD does not gate. A preauthorization omits them; an authorization decides as "
                    + "for any resource.", Formats.list(Formats.line.naming(ResourceID.self), of: "resources"),
                into: \.ungatedResources),
            Field("enabled", "Whether the integration is enabled.", Formats.boolean, into: \.enabled),
            Field(
                "singleSignOn", "Whether single sign-on is enabled for the platform.", Formats.boolean,
                into: \.singleSignOn),
            Field(
                "boardingStatus", "SUPPORTED, PICKER or null. Default: derived from the provider's boarding.",
                IntegrationFormat.boardingStatus,
                from: { integration in
                    guard case .chosen(let status) = integration.boarding else { return nil }
                    return .some(status)
                }
            ) { (status, integration, _, _) throws(SourceError) in integration.boarding = .chosen(status) },
            Field(
                "authenticationTTL", "The lifetime of an authentication token.", Formats.duration,
                into: \.authenticationTTL),
            Field(
                "authorizationTTL", "The lifetime of an authorization token.", Formats.duration,
                into: \.authorizationTTL),
            Field(
                "mediaTokenTTL", "The lifetime of a media token.", Formats.duration,
                into: \.mediaTokenTTL),
            Field(
                "authorizationResourceLimit", "The maximum number of resources in an authorization request.",
                IntegrationFormat.resourceLimit,
                into: \.authorizationResourceLimit),
            Field(
                "preauthorizationResourceLimit", "The maximum number of resources in a preauthorization request.",
                IntegrationFormat.resourceLimit,
                into: \.preauthorizationResourceLimit),
            Field(
                "degradation", "The degradation rule in force.", Formats.choice(Degradation.self), into: \.degradation),
            Field(
                "degradationMessage", "The message to the user while the rule denies; null for no message.",
                Formats.line.orNull, into: \.degradationMessage),
            Field(
                "enforcePlatformPermissions",
                "Whether an app without access to the TV provider account may not use profiles of other apps.",
                Formats.boolean,
                into: \.enforcePlatformPermissions),
            Field(
                "dummyAuthorization",
                "Whether every signed-in user may watch every resource, without a request to the MVPD.",
                Formats.boolean, into: \.dummyAuthorization),
            Field(
                "authenticationPerRequestor", "Whether each requestor needs its own sign-in.", Formats.boolean,
                into: \.authenticationPerRequestor),
            Field(
                "passiveAuthentication", "Whether the MVPD supports passive authentication.", Formats.boolean,
                into: \.passiveAuthentication),
            Field(
                "homeBasedAuthenticationTTL",
                "The lifetime of a token from home-based authentication; null for the usual lifetime.",
                Formats.duration.orNull, into: \.homeBasedAuthenticationTTL),
            Field(
                "homeBasedAuthorization", "Whether users authenticated by their home network may watch.",
                Formats.boolean,
                into: \.homeBasedAuthorization),
            Field(
                "householdIDFromUserID",
                "Whether the metadata householdID equals userID where the MVPD sends no householdID.",
                Formats.boolean, into: \.householdIDFromUserID),
            Field(
                "safariViewController", "Whether the pages need a Safari view controller.", Formats.boolean,
                into: \.safariViewController),
            Field(
                "logoutEndpoint", "Whether the MVPD has a logout endpoint.", Formats.boolean,
                into: \.logoutEndpoint),
        ])
}

private enum IntegrationFormat {
    static let boardingStatus = Formats.choice([ConfiguredMVPD.BoardingStatus.supported, .picker]).orNull
    static let resourceLimit = Formats.count(in: Integration.resourceLimits)
}
