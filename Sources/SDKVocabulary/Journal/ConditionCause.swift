package import TVSimCore
package import TVSimStructuredText

/// Why a condition of the silent exchange holds, or does not.
package enum ConditionCause: Codable, Hashable, Sendable {
    /// The framework's status of the app's access.
    case access(String)
    /// Access was withdrawn after the app had asked for it.
    case accessWithdrawn
    /// The framework answered this error.
    case frameworkFailed(String)

    /// A user is signed in at system level.
    case signedIn
    /// No user is signed in at system level.
    case signedOut
    /// The authentication expired at this time (ISO 8601).
    case expired(at: String)
    /// The authentication has expired; its provider, if the framework names it.
    case hasExpired(provider: JournalText?)
    /// The system's picker was closed without a choice, by its user or by the script.
    case pickerCancelled
    /// The user chose a TV provider that the picker does not list.
    case otherProvider
    /// The user chose this provider, but is not signed in with it.
    case notSignedIn(provider: JournalText)

    /// The framework names this provider.
    case provider(JournalText)
    /// The framework names no provider.
    case noProvider

    /// The requestor integrates this MVPD; without a requestor's identifier, the one that is set.
    case integrates(MVPDID, requestor: RequestorID?)
    /// The requestor has no enabled integration with this provider.
    case noIntegration(provider: JournalText, requestor: RequestorID?)

    /// Single sign-on is on for this MVPD.
    case singleSignOn(MVPDID)
    /// Single sign-on is off for this MVPD.
    case singleSignOnOff(MVPDID)
    /// The MVPD is only listed, and signs in at its own page.
    case onlyListed(MVPDID)
    /// The MVPD does not take part in single sign-on.
    case takesNoPart(MVPDID)
    /// The MVPD does not answer by SAML.
    case noSAML(MVPDID)
    /// The service has switched single sign-on off since the SAML request.
    case switchedOffSinceRequest
    /// The service has switched single sign-on off since the app read the configuration.
    case switchedOffSinceConfiguration

    /// The MVPD is not degraded; whether the service has a profile already.
    case healthy(MVPDID, hasProfile: Bool)
    /// The MVPD is degraded.
    case degraded(MVPDID)

    /// The provider answered; whether with a SAML response.
    case answered(provider: JournalText, withResponse: Bool)
}

extension ConditionCause: CustomStringConvertible {
    /// The cause as one sentence.
    package var description: String {
        func name(_ requestor: RequestorID?) -> String { requestor.map { "'\($0)'" } ?? "the requestor" }
        return switch self {
        case .access(let status): "access is \(status)"
        case .accessWithdrawn: "access was withdrawn meanwhile"
        case .frameworkFailed(let error): "the framework failed: \(error)"
        case .signedIn: "a user is signed in at system level"
        case .signedOut: "no user is signed in at system level"
        case .expired(let end): "the authentication expired at \(end)"
        case .hasExpired(let provider?): "the authentication with '\(provider)' has expired"
        case .hasExpired(nil): "the authentication has expired"
        case .pickerCancelled: "the system's picker was closed without a choice"
        case .otherProvider: "another TV provider was chosen"
        case .notSignedIn(let provider): "'\(provider)' was chosen, but no user is signed in with it"
        case .provider(let provider): "the provider is '\(provider)'"
        case .noProvider: "the framework named no provider"
        case .integrates(let mvpd, let requestor): "\(name(requestor)) integrates '\(mvpd)'"
        case .noIntegration(let provider, let requestor):
            "\(name(requestor)) has no enabled integration with '\(provider)'"
        case .singleSignOn(let mvpd): "it is on for '\(mvpd)'"
        case .singleSignOnOff(let mvpd): "it is off for '\(mvpd)'"
        case .onlyListed(let mvpd): "'\(mvpd)' is only listed: it signs in at its own page"
        case .takesNoPart(let mvpd): "'\(mvpd)' does not take part"
        case .noSAML(let mvpd): "'\(mvpd)' does not answer by SAML"
        case .switchedOffSinceRequest: "the service has switched it off since the SAML request"
        case .switchedOffSinceConfiguration: "the service has switched it off since the app read the configuration"
        case .healthy(let mvpd, let hasProfile):
            "'\(mvpd)' is not degraded" + (hasProfile ? "; the service has a profile already" : "")
        case .degraded(let mvpd): "'\(mvpd)' is degraded"
        case .answered(let provider, let withResponse):
            "'\(provider)' answered" + (withResponse ? "" : " without a SAML response")
        }
    }
}

extension ConditionCause {
    /// The framework names a provider with this identifier.
    package static func provider(_ provider: ProviderID) -> Self { .provider(JournalText(provider.rawValue)) }
}

extension ConditionCause {
    /// The setting because of which a condition does not hold; `nil` if the cause does not name one.
    var setting: DecidingSetting? {
        switch self {
        case .access(let status): .permission(of: nil, status)
        case .signedOut: .account("signedOut")
        case .expired, .hasExpired: .account("expired")
        case .singleSignOnOff(let mvpd):
            .integration(requestor: nil, mvpd: mvpd.rawValue, "singleSignOn", .bool(false))
        case .degraded(let mvpd):
            // The SDK learns of the one rule under which every user counts as signed in.
            .integration(requestor: nil, mvpd: mvpd.rawValue, "degradation", "AuthNAll")
        default: nil
        }
    }
}
