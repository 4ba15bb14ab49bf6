package import Foundation
package import SimulatedDevice

extension Profile {
    /// One app of the device: what it may do, how it was built, and what it registered.
    ///
    /// Its instants are resolved: a profile's against the profile's clock, a change's against the device's.
    package struct DeviceApp: Sendable, Hashable {
        /// The app's bundle identifier.
        package var bundleID: String
        /// Whether the app may use the account.
        package var access = AccessPermission.notDetermined
        /// What else the device knows of it.
        package var record = AppRecord()

        /// Creates an app about which nothing was decided, which was built as it should be and has registered nothing.
        package init(bundleID: String, access: AccessPermission = .notDetermined, record: AppRecord = AppRecord()) {
            self.bundleID = bundleID
            self.access = access
            self.record = record
        }

        /// Whether the subscription that the app registered has ended; `nil`: there is none.
        package func hasSubscriptionEnded(at now: Date) -> Bool? {
            record.subscription.map { subscription in subscription.expires.map { $0 <= now } ?? false }
        }
    }

    /// Returns what the profile says of an app.
    package func deviceApp(_ bundleID: String) -> DeviceApp {
        device.apps.first { $0.bundleID == bundleID } ?? DeviceApp(bundleID: bundleID)
    }

    /// What the device is, its default app included.
    package var deviceSettings: DeviceSettings {
        var settings = device.settings
        settings.defaultBundleID = app.bundleID
        return settings
    }
}
