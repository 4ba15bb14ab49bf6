import EntitlementAPI
import Foundation

/// Decides which of a holder's profiles an app may see.
///
/// A profile from Apple's framework is seen only by an app that proves, with a valid framework status of the same provider,
/// that the person is still signed in there, and while the configuration allows single sign-on; others are seen as they
/// are. A status that is absent or proves nothing hides, and is no error.
enum ProfileSelection {
    /// Returns the profile with an MVPD to show: the partner's before the app's own, and that before a shared one.
    static func visible(
        _ sources: ProfileSources, integration: Integration, status: FrameworkStatusPolicy.Verdict,
        platform: DeviceInformation.Platform, at now: Date
    ) -> Profile? {
        let profiles = sources.own.valid(mvpd: integration.mvpd, at: now)
        if status.vouches(for: integration),
            PartnerSignOnPolicy.obstacle(integration, platform: platform) == nil,
            let profile = profiles.first(where: { $0.type == .appleSSO })
        {
            return profile
        }
        return withoutPartner(sources, integration: integration, at: now)
    }

    /// Returns the profile with an MVPD that counts where nothing vouches for the partner's.
    static func withoutPartner(_ sources: ProfileSources, integration: Integration, at now: Date) -> Profile? {
        sources.own.valid(mvpd: integration.mvpd, at: now).first { $0.type != .appleSSO }
            ?? sources.sharedProfile(integration, at: now)
    }
}
