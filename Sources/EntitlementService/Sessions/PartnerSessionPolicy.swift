import EntitlementAPI
import Foundation

/// Decides what comes next for an app that would sign its person in through the partner.
///
/// In this order: a framework status that proves nothing falls back; a degraded MVPD needs no sign-in; a configuration
/// that does not allow single sign-on falls back; a profile that is there is enough; otherwise the partner is asked.
enum PartnerSessionPolicy {
    /// What comes next.
    enum Step: Sendable {
        /// Decisions may be asked for.
        case authorize(mvpd: String, SessionResponse.ReasonType, reason: String)
        /// The partner's framework is to answer a SAML request.
        case askPartner(Integration)
        /// The regular sign-in is to be gone through.
        case fallBack(mvpd: String?, SessionResponse.ReasonType, reason: String)
    }

    /// Returns what comes next.
    static func next(
        status: FrameworkStatusPolicy.Verdict, shelf: ProfileShelf, platform: DeviceInformation.Platform, at now: Date
    ) -> Step {
        switch status {
        case .invalid(let code, let reason):
            return .fallBack(mvpd: nil, .pfsFallback, reason: "\(reason) (\(code.name))")
        case .valid(let integration):
            let mvpd = integration.mvpd
            if integration.degradation == .authenticateAll {
                return .authorize(
                    mvpd: mvpd, .degraded, reason: "'\(mvpd)' is degraded: everybody counts as signed in.")
            }
            let profiles = shelf.valid(mvpd: mvpd, at: now)
            if let obstacle = PartnerSignOnPolicy.obstacle(integration, platform: platform) {
                if profiles.contains(where: { $0.type == .regular }) {
                    return .authorize(mvpd: mvpd, .authenticated, reason: "A regular profile is there.")
                }
                return .fallBack(mvpd: mvpd, .configurationFallback, reason: obstacle.reason)
            }
            if profiles.contains(where: { $0.type == .appleSSO }) {
                return .authorize(mvpd: mvpd, .authenticatedSSO, reason: "A profile of single sign-on is there.")
            }
            if profiles.contains(where: { $0.type == .regular }) {
                return .authorize(mvpd: mvpd, .authenticated, reason: "A regular profile is there.")
            }
            return .askPartner(integration)
        }
    }
}
