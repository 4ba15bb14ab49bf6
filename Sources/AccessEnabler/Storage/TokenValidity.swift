import Foundation
import TVSimEntitlementAPI
import TVSimSSOBridge

/// Whether the token that an app holds is valid, decided from values.
enum TokenValidity: Equatable {
    case valid
    /// The token is missing or expired, or its MVPD is not integrated any more.
    case invalid
    /// It came from the system-level account, which the app may not use any more: it must be dropped.
    case discard

    /// Decides about a token.
    ///
    /// What the framework answers concerns tokens of the system-level account alone. `checkAuthentication` asks about access
    /// only; `setRequestor` asks for the account too:
    /// - An account that has expired is still the same account: the token keeps its own time.
    /// - An account that is gone, or is another provider's, invalidates the token.
    /// - A token that another app of the team obtained stays if this app cannot see the account, unless the MVPD enforces the
    ///   platform's permissions.
    ///
    /// - Parameters:
    ///   - token: The token.
    ///   - app: The bundle identifier of the app that asks.
    ///   - configuration: The requestor's MVPDs.
    ///   - answer: What the framework answered; `nil` if it was not asked.
    ///   - now: The present instant.
    init(
        of token: StoredToken?, in app: String, configuration: ConfigurationResponse, answer: FrameworkAnswer?,
        now: Date
    ) {
        guard let token, token.isCurrent(at: now),
            let mvpd = configuration.requestor.mvpds.first(where: { $0.id == token.mvpd })
        else {
            self = .invalid
            return
        }
        guard token.source == .apple else {
            self = .valid
            return
        }
        guard mvpd.enablePlatformServices, mvpd.boardingStatus != nil else {
            self = .discard
            return
        }
        let isOwn = token.owner == app
        switch answer {
        case .accessGranted:
            self = .valid
        case .signedIn(let account):
            self = account.provider == token.platformMappingID ? .valid : .discard
        case .expired(let provider, _):
            self = provider == token.platformMappingID ? .valid : .discard
        case .signedOut:
            self = .discard
        case nil, .accessNotGranted, .failed:
            self = isOwn ? .discard : mvpd.enforcePlatformPermissions ? .invalid : .valid
        case .providerNotNamed, .pickerCancelled, .otherProvider, .unsupportedProvider:
            self = isOwn ? .discard : .valid
        }
    }
}
