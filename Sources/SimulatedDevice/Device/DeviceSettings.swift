/// What the device is.
package struct DeviceSettings: Codable, Sendable, Hashable {
    /// The operating system.
    package enum Platform: String, Codable, Sendable, CaseIterable {
        case iOS, iPadOS, tvOS
    }

    /// Whether the TV Provider feature exists where the device is.
    package enum Region: String, Codable, Sendable, CaseIterable {
        case supported, unsupported
    }

    /// The operating system.
    package var platform: Platform
    /// Whether the TV Provider feature exists where the device is.
    package var region: Region
    /// The bundle identifier of an app process that does not say its own.
    package var defaultBundleID: String

    /// Creates settings; the defaults are those of the profile format.
    package init(
        platform: Platform = .iOS, region: Region = .supported, defaultBundleID: String = "com.example.stream"
    ) {
        self.platform = platform
        self.region = region
        self.defaultBundleID = defaultBundleID
    }
}
