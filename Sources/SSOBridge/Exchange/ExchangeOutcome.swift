package import Foundation
package import TVSimEntitlementAPI
package import TVSimStructuredText

/// The end of an exchange.
package enum ExchangeOutcome: Sendable {
    /// The service gave a profile for the system-level account.
    case exchanged(ExchangedProfile)
    /// The exchange ended without a profile.
    case stopped(ExchangeStop)
}

/// A profile that the service gave: for the system-level account, or for a sign-in at the MVPD's page.
package struct ExchangedProfile: Sendable, Hashable {
    /// The MVPD, as the entitlement service names it.
    package let mvpd: MVPDID
    /// The account provider identifier, as the device names it; `nil` if the profile is not the platform's.
    package let platformMappingID: ProviderID?
    /// The profile itself.
    package let profile: EntitlementProfile
    /// The time of the request for a profile that the app can request again; `nil` for other profiles.
    package let asked: Date?

    /// Creates a profile that the service gave.
    package init(mvpd: MVPDID, platformMappingID: ProviderID?, profile: EntitlementProfile, asked: Date? = nil) {
        self.mvpd = mvpd
        self.platformMappingID = platformMappingID
        self.profile = profile
        self.asked = asked
    }
}
