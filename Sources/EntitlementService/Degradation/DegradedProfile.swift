import EntitlementAPI
import Foundation
import Identifiers
import SimulationCore
import StructuredText

/// The profile that everybody has while an MVPD is degraded so that everybody counts as signed in.
///
/// It is made on the spot and never kept: it goes with the rule.
enum DegradedProfile {
    /// Answers with the profile.
    static func answer(to holder: Holder, integration: Integration, at now: Date) throws -> ServiceAnswer {
        try ServiceAnswer(
            ProfilesResponse(profiles: [integration.mvpd: profile(of: holder, integration: integration, at: now)]),
            outcome: "degraded", reason: "'\(integration.mvpd)' is degraded: everybody counts as signed in.",
            details: ["mvpd": integration.mvpd.rawValue])
    }

    static func profile(of holder: Holder, integration: Integration, at now: Date) -> Profile {
        Profile(
            notBefore: Milliseconds(now),
            notAfter: Milliseconds(now.addingTimeInterval(integration.authenticationTTL)),
            issuer: Profile.serviceIssuer, type: .degraded,
            attributes: ["userID": .init(.string(userID(of: holder, mvpd: integration.mvpd).rawValue))])
    }

    /// The documented prefix, and forty hexadecimal digits of a hash that is the same for the same device, service provider and MVPD.
    static func userID(of holder: Holder, mvpd: MVPDID) -> UserID {
        let parts = [holder.device.fingerprint, holder.serviceProvider.rawValue, mvpd.rawValue]
        let digest = Hexadecimal.sha256(of: parts.joined(separator: "\n"), octets: 20)
        return UserID(Profile.degradedUserPrefix + digest)
    }
}
