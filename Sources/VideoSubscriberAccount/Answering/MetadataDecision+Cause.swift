import Foundation
import TVSimDevice
import TVSimProviderMessages
import TVSimStructuredText

extension MetadataDecision.Situation {
    /// Returns the values that decided in a row whose answer is an error or empty; `nil` for another row.
    func cause(of row: MetadataDecision.Row, _ wish: MetadataWish) -> String? {
        let mayNotInterrupt =
            !wish.interruptionAllowed
            ? "isInterruptionAllowed is false" : hasInterrupted ? "the interface has ended" : "the user was not asked"
        switch row {
        case .notEntitled: return "the app has no entitlement for single sign-on"
        case .accessUndetermined: return "access is \(permission.rawValue), and isInterruptionAllowed is false"
        case .accessUndeterminedInterruptible:
            let behaviour = "behaviour.undeterminedAccess is '\(settings.behaviour.undeterminedAccess.rawValue)'"
            return "access is \(permission.rawValue), and \(hasAsked ? "the user was asked" : behaviour)"
        case .accessRefused: return "access is \(permission.rawValue)"
        case .signedOut: return "no user is signed in, and \(mayNotInterrupt)"
        case .withoutDelegate:
            return "\(accountText(wish)), isInterruptionAllowed is true, and the manager has no delegate"
        case .forcedWithoutInterruption: return "forceAuthentication is true, and \(mayNotInterrupt)"
        case .unacceptableProvider: return unacceptable(wish)
        case .expiredWithoutInterruption:
            return "\(accountText(wish)), the request names attributes, and \(mayNotInterrupt)"
        case .unsupportedRegion: return "the device's region is \(settings.region.rawValue)"
        case .picker, .statusOrExchange, .forced, .expiredStatus, .expired: return nil
        }
    }

    /// Says why the user would have to act.
    private func accountText(_ wish: MetadataWish) -> String {
        guard let account else { return "no user is signed in" }
        let user = "the authentication with '\(account.provider)'"
        if isExpired {
            guard let end = account.expires, !settings.developer.simulateExpiredToken else {
                return "\(user) counts as expired (developer.simulateExpiredToken)"
            }
            return "\(user) expired at \(TimeText.format(end))"
        }
        return "\(user) is valid, and forceAuthentication is \(wish.forcesAuthentication)"
    }

    /// Says which of the two lists of a request does not have the account's provider.
    private func unacceptable(_ wish: MetadataWish) -> String {
        func list(_ names: [String]) -> String { names.map { "'\($0)'" }.joined(separator: ", ") }
        let provider = account?.provider ?? ""
        guard wish.accepts(provider: provider) else {
            return "the user's provider is '\(provider)', and supportedAccountProviderIdentifiers has "
                + list(wish.supportedProviders)
        }
        let spoken = schemes.map { VSAccountProviderAuthenticationScheme($0).rawValue }
        return
            "the user's provider '\(provider)' has the schemes \(list(spoken)), and supportedAuthenticationSchemes has "
            + (wish.schemes.isEmpty ? "none" : list(wish.schemes.map(\.rawValue)))
    }
}
