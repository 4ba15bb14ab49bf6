import Foundation
import TVSimEntitlementAPI

/// Decides which of a holder's profiles an app may see.
///
/// A profile from Apple's framework needs a valid framework status of the same provider, and a configuration that
/// allows single sign-on. Other profiles need neither. An invalid or missing status hides the profile and is not an
/// error.
enum ProfileSelection {
    /// Returns the visible profile with an MVPD: the partner's first, then the app's own, then a shared one.
    static func visible(
        _ sources: ProfileSources, integration: Integration, status: FrameworkStatusPolicy.Verdict,
        platform: DeviceInformation.Platform, at now: Date
    ) -> EntitlementProfile? {
        let profiles = sources.own.valid(mvpd: integration.mvpd, at: now)
        if status.vouches(for: integration),
            PartnerSignOnPolicy.obstacle(integration, platform: platform) == nil,
            let profile = profiles.first(where: { $0.type == .appleSSO })
        {
            return profile
        }
        return withoutPartner(sources, integration: integration, at: now)
    }

    /// Returns the profile with an MVPD that needs no framework status.
    static func withoutPartner(_ sources: ProfileSources, integration: Integration, at now: Date) -> EntitlementProfile?
    {
        sources.own.valid(mvpd: integration.mvpd, at: now).first { $0.type != .appleSSO }
            ?? sources.sharedProfile(integration, at: now)
    }
}
