import Foundation
import TVSimCore
import TVSimEntitlementAPI
import TVSimStructuredText

/// The profile of every user under the degradation rule `AuthNAll`.
///
/// It is created for each response and never stored, so it disappears with the rule.
enum DegradedProfile {
    /// Returns a response with the profile.
    static func answer(to holder: Holder, integration: Integration, at now: Date) throws -> ServiceAnswer {
        try ServiceAnswer(
            ProfilesResponse(profiles: [integration.mvpd: profile(of: holder, integration: integration, at: now)]),
            outcome: "degraded",
            reason: "The degradation rule AuthNAll of '\(integration.mvpd)' applies: every user counts as signed in.",
            details: ["mvpd": integration.mvpd.rawValue])
    }

    static func profile(of holder: Holder, integration: Integration, at now: Date) -> EntitlementProfile {
        EntitlementProfile(
            notBefore: Milliseconds(now),
            notAfter: Milliseconds(now.addingTimeInterval(integration.authenticationTTL)),
            issuer: EntitlementProfile.serviceIssuer, type: .degraded,
            attributes: ["userID": .init(.string(userID(of: holder, mvpd: integration.mvpd).rawValue))])
    }

    /// Returns the documented prefix and forty hexadecimal digits.
    ///
    /// They are a hash of the device, the service provider and the MVPD.
    static func userID(of holder: Holder, mvpd: MVPDID) -> UserID {
        let parts = [holder.device.fingerprint, holder.serviceProvider.rawValue, mvpd.rawValue]
        let digest = Hexadecimal.sha256(of: parts.joined(separator: "\n"), octets: 20)
        return UserID(EntitlementProfile.degradedUserPrefix + digest)
    }
}
