package import TVSimCore
package import TVSimEntitlementAPI
package import TVSimStructuredText

/// A step of the silent exchange that is not a condition.
package enum ExchangeStep: JournalDecision {
    /// The account expired at this time (ISO 8601); the user is asked to sign in again.
    case accountExpired(at: String)
    /// The app does not offer single sign-on with the account's MVPD.
    case accountLeftOut(MVPDID)
    /// The service exchanged the SAML response for a profile.
    case exchanged(EntitlementProfile.Kind)
    /// The exchange stopped, because the MVPD's profile is still to be removed.
    case profileToBeRemoved(MVPDID)
    /// The service refused the SAML response, with this error code and its details.
    case refused(code: String, details: JournalText?)

    package static let kind = "exchange"

    package var way: JournalWay? { .within(.sdk) }

    package var verdict: JournalVerdict? {
        switch self {
        case .accountExpired: nil
        case .exchanged: .ok
        case .accountLeftOut, .profileToBeRemoved: .fellBack
        case .refused: .refused
        }
    }

    package var text: DecisionText {
        switch self {
        case .accountExpired(let end):
            Self.text(
                "account", "expired", "it expired at \(end): the user is asked to sign in again")
        case .accountLeftOut(let mvpd):
            Self.text("account", "left out", "the app does not offer single sign-on with '\(mvpd)'")
        case .exchanged(let type):
            Self.text("exchange", "exchanged", "the service gave a profile of type \(type.rawValue)")
        case .profileToBeRemoved(let mvpd):
            Self.text("exchange", "stopped", "the profile with '\(mvpd)' is still to be removed")
        case .refused(let code, let details):
            Self.text("profiles/sso", "refused", [code, details?.kept].compactMap { $0 }.joined(separator: ": "))
        }
    }

    private static func text(_ event: String, _ outcome: String, _ reason: String) -> DecisionText {
        DecisionText(ConditionFinding.room, event, outcome, reason)
    }
}
