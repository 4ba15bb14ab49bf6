package import Foundation
package import TVSimEntitlementAPI
package import TVSimStructuredText

/// The changed settings of an integration for the requests of one platform.
///
/// ```yaml
/// integrations: {Dish: {authenticationTTL: 30d, platforms: {tvOS: {singleSignOn: false, authenticationTTL: 1h}}}}
/// ```
///
/// Adobe Pass, TVE Dashboard Integrations, Platform settings.
package struct PlatformSettings: Sendable {
    /// A platform that has its own settings in the vendor's dashboard.
    package enum Platform: String, Sendable, Hashable, CaseIterable {
        /// iOS and iPadOS.
        case iOS
        case android = "Android"
        case tvOS
        case roku = "Roku"
        case fireTV = "FireTV"

        /// Returns the platform of a device; `nil` if the settings do not distinguish it.
        init?(_ device: DeviceInformation) {
            switch device.platform {
            case .iOS, .iPadOS: self = .iOS
            case .tvOS: self = .tvOS
            case .rokuOS: self = .roku
            // Fire OS names itself Android. Adobe Pass REST API V2, X-Device-Info, Fire OS.
            case .android: self = device.members["manufacturer"]?.string == "Amazon" ? .fireTV : .android
            default: return nil
            }
        }
    }

    let platform: Platform
    var variant: IntegrationVariant

    static let format = Formats.map(
        of: "platforms", key: "^(\(Platform.allCases.map(\.rawValue).joined(separator: "|")))$",
        IntegrationVariant.format.schema,
        write: { ($0.platform.rawValue, IntegrationVariant.format.write($0.variant)) }
    ) { (entry, notes) throws(SourceError) in
        guard let platform = Platform(rawValue: entry.key) else {
            throw Formats.unknown(entry.key, among: Platform.allCases.map(\.rawValue), at: entry.path)
        }
        return PlatformSettings(platform: platform, variant: try IntegrationVariant.format.read(entry.value, notes))
    }
}

extension Integration {
    /// Changes the settings of the named platforms; a platform without settings loses its variant.
    mutating func change(_ changes: [PlatformSettings]) {
        for change in changes {
            var changed = platforms.first { $0.platform == change.platform } ?? change
            changed.variant.settings.merge(change.variant.settings) { $1 }
            platforms.removeAll { $0.platform == change.platform }
            if !change.variant.settings.isEmpty { platforms.append(changed) }
        }
    }

    /// Returns the change after which settings have these values on a device.
    ///
    /// A setting that the device's platform overrides is changed there.
    package func change(_ values: Members, on device: DeviceInformation) -> Members {
        let platform = PlatformSettings.Platform(device)
        guard let own = platforms.first(where: { $0.platform == platform }) else { return values }
        let overridden = values.filter { own.variant.settings.keys.contains($0.key) }
        guard !overridden.isEmpty else { return values }
        let change: Members = ["platforms": .object([own.platform.rawValue: .object(overridden)])]
        return values.filter { !overridden.keys.contains($0.key) }.merging(change) { $1 }
    }
}

extension ServiceConfiguration.Requestor {
    /// Returns the requestor with the settings for a device's platform.
    ///
    /// - Throws: `SourceError` if a stored setting is invalid.
    package func on(_ device: DeviceInformation, at now: Date) throws -> ServiceConfiguration.Requestor {
        guard let platform = PlatformSettings.Platform(device) else { return self }
        var requestor = self
        for index in integrations.indices {
            for settings in integrations[index].platforms where settings.platform == platform {
                try settings.variant.apply(to: &requestor.integrations[index], at: now)
            }
        }
        return requestor
    }
}

extension ServiceConfiguration {
    /// Returns a session's requestor with the settings for the device that started the session; `nil` if the requestor
    /// is unknown.
    ///
    /// - Throws: `SourceError` if a stored setting is invalid.
    func requestor(of session: SessionRecord, at now: Date) throws -> Requestor? {
        try requestor(session.serviceProvider)?.on(DeviceInformation(members: session.device), at: now)
    }
}
