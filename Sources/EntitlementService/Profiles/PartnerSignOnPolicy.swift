import HTTPTypes
import TVSimCore
import TVSimEntitlementAPI
import TVSimStructuredText

/// Decides whether the configuration allows single sign-on through the partner.
enum PartnerSignOnPolicy {
    /// Returns the first condition that prevents it, as a sentence; `nil` if single sign-on is allowed.
    static func obstacle(_ integration: Integration, platform: DeviceInformation.Platform) -> String? {
        flaw(integration, platform: platform)?.sentence
    }

    /// Returns the setting that prevents it; `nil` if single sign-on is allowed, or if the platform prevents it.
    static func setting(
        _ integration: Integration, platform: DeviceInformation.Platform, of requestor: RequestorID
    ) -> DecidingSetting? {
        switch flaw(integration, platform: platform)?.check {
        case .singleSignOn: integration.setting("singleSignOn", .bool(false), of: requestor)
        case .boardingStatus where integration.boarding == .followsProvider:
            integration.provider.map { .provider($0.rawValue, "boarding", nil) }
        case .boardingStatus: integration.setting("boardingStatus", nil, of: requestor)
        case .identityProvider: integration.setting("provider", nil, of: requestor)
        default: nil
        }
    }

    /// Returns why a framework status is ignored although it is valid; `nil` if single sign-on is allowed.
    static func flaw(_ integration: Integration, platform: DeviceInformation.Platform) -> InputFate? {
        func flaw(_ check: InputCheck, _ found: String, _ expected: String) -> InputFate {
            InputFate(HTTPField.Name.frameworkStatus.rawName, check, found: found, expected: expected)
        }
        if !platform.mayHavePartnerFramework {
            return flaw(
                .platform, "\(Naming.quoted(platform.rawValue)), by osName of X-Device-Info or else by User-Agent",
                "one with Apple's framework: iOS, iPadOS or tvOS")
        }
        if !integration.singleSignOn { return flaw(.singleSignOn, "false for '\(integration.mvpd)'", "true") }
        if integration.boardingStatus != .supported {
            let status = integration.boardingStatus?.rawValue ?? "missing"
            return flaw(.boardingStatus, "\(status) for '\(integration.mvpd)'", "SUPPORTED")
        }
        if integration.identityProvider == nil {
            return flaw(.identityProvider, "not set for '\(integration.mvpd)'", "one that the service trusts")
        }
        return nil
    }
}
