import EntitlementAPI

/// Decides whether the configuration allows single sign-on through the partner.
///
/// Each condition has its documented configuration error; the first failure is the result.
enum PartnerSignOnPolicy {
    /// The condition that prevents single sign-on.
    struct Obstacle: Sendable {
        let code: EnhancedErrorCode
        let reason: String
    }

    /// Returns the first condition that fails; `nil` if single sign-on is allowed.
    static func obstacle(_ integration: Integration, platform: DeviceInformation.Platform) -> Obstacle? {
        if !platform.mayHavePartnerFramework {
            return Obstacle(
                code: .invalidConfigurationPlatform,
                reason: "The platform '\(platform.rawValue)' has no partner framework.")
        }
        if !integration.singleSignOn {
            return Obstacle(
                code: .invalidConfigurationPlatformServices,
                reason: "Single sign-on is disabled for '\(integration.mvpd)'.")
        }
        if integration.boardingStatus != .supported {
            return Obstacle(
                code: .invalidConfigurationMVPDPlatformBoardingStatus,
                reason: "The boarding status of '\(integration.mvpd)' is not SUPPORTED.")
        }
        if integration.identityProvider == nil {
            return Obstacle(
                code: .invalidConfigurationMVPDPlatformProfileExchange,
                reason: "'\(integration.mvpd)' has no trusted identity provider.")
        }
        return nil
    }
}
