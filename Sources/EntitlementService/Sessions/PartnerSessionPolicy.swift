import EntitlementAPI
import Foundation
import Identifiers

/// Decides what comes next for an app that would sign its person in through the partner.
///
/// In this order: without an MVPD there is nothing but to fall back; a degraded one needs no sign-in; a profile that is
/// there is enough, the partner's only while single sign-on may go on; then a framework status that proves nothing, a
/// configuration that does not allow single sign-on, and a request that lacks something fall back; otherwise the partner
/// is asked.
enum PartnerSessionPolicy {
    /// What comes next.
    enum Step: Sendable {
        /// Decisions may be asked for.
        case authorize(mvpd: MVPDID, SessionResponse.ReasonType, reason: String)
        /// The partner's framework is to answer a SAML request.
        case askPartner(Integration)
        /// The regular sign-in is to be gone through.
        case fallBack(mvpd: MVPDID?, SessionResponse.ReasonType, reason: String)
    }

    /// Decides what comes next.
    ///
    /// - Parameters:
    ///   - named: The integration to which the provider maps that the status names; `nil`: it names none.
    ///   - status: What the status is worth.
    ///   - shelf: The holder's profiles.
    ///   - platform: The device's platform.
    ///   - isComplete: Whether the request has what a regular sign-in would need.
    ///   - now: The instant.
    /// - Returns: What comes next.
    static func next(
        named: Integration?, status: FrameworkStatusPolicy.Verdict, shelf: ProfileShelf,
        platform: DeviceInformation.Platform, isComplete: Bool, at now: Date
    ) -> Step {
        let integration: Integration
        let doubt: String?
        switch (status, named) {
        case (.valid(let vouched), _): (integration, doubt) = (vouched, nil)
        case (.invalid(let code, let why), let named?): (integration, doubt) = (named, "\(why) (\(code.name))")
        case (.invalid(let code, let why), nil):
            return .fallBack(mvpd: nil, .pfsFallback, reason: "\(why) (\(code.name))")
        }
        let mvpd = integration.mvpd
        if integration.degradation == .authenticateAll {
            return .authorize(mvpd: mvpd, .degraded, reason: "'\(mvpd)' is degraded: everybody counts as signed in.")
        }
        let profiles = shelf.valid(mvpd: mvpd, at: now)
        let obstacle = PartnerSignOnPolicy.obstacle(integration, platform: platform)
        if doubt == nil, obstacle == nil, profiles.contains(where: { $0.type == .appleSSO }) {
            return .authorize(mvpd: mvpd, .authenticatedSSO, reason: "A profile of single sign-on is there.")
        }
        if profiles.contains(where: { $0.type == .regular }) {
            return .authorize(mvpd: mvpd, .authenticated, reason: "A regular profile is there.")
        }
        if let doubt { return .fallBack(mvpd: mvpd, .pfsFallback, reason: doubt) }
        if let obstacle { return .fallBack(mvpd: mvpd, .configurationFallback, reason: obstacle.reason) }
        guard isComplete else {
            return .fallBack(
                mvpd: mvpd, .missingParametersFallback, reason: "The request lacks what a regular sign-in would need.")
        }
        return .askPartner(integration)
    }
}
