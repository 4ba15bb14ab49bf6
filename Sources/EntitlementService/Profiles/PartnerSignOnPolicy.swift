import TVSimEntitlementAPI

/// Decides whether the configuration allows single sign-on through the partner.
enum PartnerSignOnPolicy {
    /// Returns the first condition that prevents it, as a sentence; `nil` if single sign-on is allowed.
    static func obstacle(_ integration: Integration, platform: DeviceInformation.Platform) -> String? {
        if !platform.mayHavePartnerFramework { return "The platform '\(platform.rawValue)' has no partner framework." }
        if !integration.singleSignOn { return "Single sign-on is disabled for '\(integration.mvpd)'." }
        if integration.boardingStatus != .supported {
            return "The boarding status of '\(integration.mvpd)' is not SUPPORTED."
        }
        if integration.identityProvider == nil { return "'\(integration.mvpd)' has no trusted identity provider." }
        return nil
    }
}
