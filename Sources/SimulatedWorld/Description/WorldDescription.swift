package import EntitlementService
package import Foundation
package import IdentityProvider
package import SimulatedDevice
package import SimulationCore

/// What a world is when it begins: device, person, providers and service, as values of the modules that own them.
///
/// A profile is a description and a flow. A world keeps the description that it was made from, and returns to it on reset.
package struct WorldDescription: Sendable, Hashable {
    /// The seed of all identifiers.
    package var seed: UInt64 = 0
    /// Where the simulated clock starts.
    package var clock = SimulatedClock.defaultStart
    /// The app under test.
    package var app = App()
    /// The device.
    package var device = DeviceDescription()
    /// What the person holding the device answers.
    package var viewer = ViewerAnswers()
    /// The TV providers, in the picker's order.
    package var providers: [Provider] = []
    /// The entitlement service.
    package var service = ServiceConfiguration()
    /// What is to go wrong, in the order in which it is offered.
    package var faults: [Fault] = []

    /// Creates a description with nothing in it.
    package init() {}

    /// The app under test.
    package struct App: Sendable, Hashable {
        /// The bundle identifier.
        package var bundleID = "com.example.stream"
        /// The requestor that is meant when none is named.
        package var requestor = "REF30"

        /// Creates the default app.
        package init() {}
    }

    /// What the device is and holds.
    package struct DeviceDescription: Sendable, Hashable {
        /// What the device is.
        package var settings = DeviceSettings()
        /// The apps of which the device knows something.
        package var apps: [AppRecord] = []
        /// The system-level account; `nil` where nobody is signed in.
        package var account: SystemAccount?

        /// Creates the default device.
        package init() {}
    }

    /// What the device is, with its default app.
    package var deviceSettings: DeviceSettings {
        var settings = device.settings
        settings.defaultBundleID = app.bundleID
        return settings
    }

    /// Returns what the device knows of an app at the beginning.
    package func app(_ bundleID: String) -> AppRecord {
        device.apps.first { $0.bundleID == bundleID } ?? AppRecord(bundleID: bundleID)
    }

    /// Returns the provider with an identifier.
    package func provider(_ id: String) -> Provider? {
        providers.first { $0.identifier == id }
    }
}
