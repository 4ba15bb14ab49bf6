import EntitlementAPI
import SimulatedDevice
import VideoSubscriberAccount

extension SSOBridge {
    /// Says what an error of the status request means for the exchange.
    func stop(
        for error: VSError, mode: Mode, configuration: ConfigurationResponse
    ) throws -> ExchangeStop {
        switch (error.code, mode) {
        case (.accessNotGranted, _):
            return try story.fails(.permissionGranted, "access was withdrawn meanwhile", .permission(.denied))
        case (.providerRejected, .silent):
            return try story.fails(.signedIn, "nobody is signed in at system level", .nobodySignedIn)
        case (.userCancelled, .interactive):
            return try story.fails(.signedIn, "the person cancelled the system's picker", .pickerCancelled)
        case (.unsupportedProvider, .interactive):
            guard let provider = error.userInfo[VSErrorInfoKeyUnsupportedProviderIdentifier] as? String else {
                return try story.fails(.signedIn, "the person chose another TV provider", .otherProvider)
            }
            try story.holds(.signedIn, "somebody is signed in at system level")
            try story.holds(.providerIdentified, "the provider is '\(provider)'")
            guard let mvpd = configuration.mvpd(platformMappingID: provider) else {
                return try story.fails(
                    .integrationEnabled, "the requestor has no enabled integration with '\(provider)'",
                    .integrationDisabled(provider: provider))
            }
            try story.holds(.integrationEnabled, "the requestor integrates '\(mvpd.id)'")
            if let bar = mvpd.singleSignOnBar { return try story.fails(.singleSignOnEnabled, bar.reason, bar.stop) }
            let known = try app.device.providers().first { $0.identifier == provider }
            guard known?.schemes.contains(.saml) ?? true else {
                return try story.fails(
                    .singleSignOnEnabled, "'\(mvpd.id)' does not answer by SAML", .notOffered(mvpd: mvpd.id))
            }
            return try story.fails(
                .singleSignOnEnabled, "the app does not offer single sign-on with '\(mvpd.id)'",
                .notOffered(mvpd: mvpd.id))
        default:
            return try story.fails(.signedIn, "the framework failed: \(error.code)", .framework(error))
        }
    }
}
