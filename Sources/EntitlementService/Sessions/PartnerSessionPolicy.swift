import Foundation
import TVSimEntitlementAPI
import TVSimStructuredText

/// Decides the next step of a sign-in through the partner.
///
/// The rules apply in this order:
///
/// 1. Without an MVPD, the app falls back to a classic sign-in.
/// 2. A degraded MVPD needs no sign-in.
/// 3. A valid profile is enough; the partner's also needs a valid status and a configuration with single sign-on.
/// 4. An invalid status, a configuration without single sign-on, or an incomplete request falls back.
/// 5. Otherwise the partner is asked.
enum PartnerSessionPolicy {
    /// The next step.
    enum Step: Sendable {
        /// The app can request decisions.
        case authorize(mvpd: MVPDID, SessionResponse.ReasonType, reason: String)
        /// The partner's framework answers a SAML request.
        case askPartner(Integration)
        /// The user signs in with a classic sign-in.
        case fallBack(mvpd: MVPDID?, SessionResponse.ReasonType, reason: String)
    }

    /// Returns the next step.
    ///
    /// - Parameters:
    ///   - named: The integration of the provider in the status; `nil` if the status names no known provider.
    ///   - status: The result of validating the status.
    ///   - shelf: The holder's profiles.
    ///   - platform: The device's platform.
    ///   - missing: The parameters of a classic sign-in that the request does not have.
    ///   - now: The current time.
    /// - Returns: The next step.
    static func next(
        named: Integration?, status: FrameworkStatusPolicy.Verdict, shelf: StoredProfiles,
        platform: DeviceInformation.Platform, missing: [String], at now: Date
    ) -> Step {
        let integration: Integration
        let doubt: String?
        switch (status, named) {
        case (.valid(let vouched), _): (integration, doubt) = (vouched, nil)
        case (.invalid(let code, let flaw), let named?): (integration, doubt) = (named, reason(flaw, code))
        case (.invalid(let code, let flaw), nil):
            return .fallBack(mvpd: nil, .pfsFallback, reason: reason(flaw, code))
        }
        let mvpd = integration.mvpd
        if integration.degradation == .authenticateAll {
            return .authorize(
                mvpd: mvpd, .degraded,
                reason: "The degradation rule AuthNAll of '\(mvpd)' applies: every user counts as signed in.")
        }
        let profiles = shelf.valid(mvpd: mvpd, at: now)
        let obstacle = PartnerSignOnPolicy.obstacle(integration, platform: platform)
        if doubt == nil, obstacle == nil, profiles.contains(where: { $0.type == .appleSSO }) {
            return .authorize(mvpd: mvpd, .authenticatedSSO, reason: "The app has a valid profile from single sign-on.")
        }
        if profiles.contains(where: { $0.type == .regular }) {
            return .authorize(mvpd: mvpd, .authenticated, reason: "The app has a valid regular profile.")
        }
        if let doubt { return .fallBack(mvpd: mvpd, .pfsFallback, reason: doubt) }
        if let obstacle { return .fallBack(mvpd: mvpd, .configurationFallback, reason: obstacle) }
        guard missing.isEmpty else {
            return .fallBack(
                mvpd: mvpd, .missingParametersFallback,
                reason: "The request has no \(missing.joined(separator: " and no ")).")
        }
        return .askPartner(integration)
    }

    private static func reason(_ flaw: InputFate, _ code: EnhancedErrorCode) -> String {
        "\(flaw.sentence.withoutFullStop) (\(code.name))."
    }
}
