package import Foundation
package import TVSimCore
package import TVSimDevice
package import TVSimEntitlementService
package import TVSimIdentityProvider

/// The initial state of a world: device, user's answers, providers, service and faults.
///
/// A profile consists of a description and a flow. A world keeps its description and returns to it on reset.
package struct WorldDescription: Sendable {
    /// The seed of all identifiers; 0 if the profile has none.
    package var seed: UInt64 = 0
    /// How the simulated clock starts.
    package var clockStart = ClockStart.instant(SimulatedClock.defaultStart)
    /// The app under test.
    package var app = App()
    /// The device.
    package var device = DeviceDescription()
    /// The answers of the device's user.
    package var viewer = ViewerAnswers()
    /// The TV providers, in the picker's order.
    package var providers: [Provider] = []
    /// The entitlement service.
    package var service = ServiceConfiguration()
    /// The faults, in the order in which an operation checks them.
    package var faults: [Fault] = []
    /// What the judge of client rules must know.
    package var rules = RuleSettings()

    /// Creates an empty description.
    package init() {}

    /// The app under test.
    package struct App: Sendable, Hashable {
        /// The bundle identifier.
        package var bundleID = "com.example.stream"
        /// The default requestor of the flow.
        package var requestor = "REF30"

        /// Creates the default app.
        package init() {}
    }

    /// The device's settings, apps and account.
    package struct DeviceDescription: Sendable, Hashable {
        /// The device's settings.
        package var settings = DeviceSettings()
        /// The apps with settings or a permission.
        package var apps: [AppRecord] = []
        /// The system-level account; `nil` if no user is signed in.
        package var account: SystemAccount?

        /// Creates the default device.
        package init() {}
    }

    /// The time at which the simulated clock starts.
    package var clock: Date { clockStart.time }

    /// The device's settings, with its default app.
    package var deviceSettings: DeviceSettings {
        var settings = device.settings
        settings.defaultBundleID = app.bundleID
        return settings
    }

    /// Returns the initial settings of an app.
    package func app(_ bundleID: String) -> AppRecord {
        device.apps.first { $0.bundleID == bundleID } ?? AppRecord(bundleID: bundleID)
    }

    /// Returns the provider with an identifier; `nil` if the description has no such provider.
    package func provider(_ id: String) -> Provider? {
        providers.first { $0.identifier == id }
    }
}
