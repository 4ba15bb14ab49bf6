package import Foundation
import IdentityProvider
package import SimulatedDevice
package import SimulationCore

/// One profile: a whole world and a flow through it, as values with all defaults filled in.
///
/// Lists keep the order of the text: the order of providers is the picker's, that of integrations the dialog's.
package struct Profile: Sendable, Hashable {
    /// The version of the format that this package reads.
    package static let schema = 1

    /// The name, one line.
    package var name = ""
    /// Prose for readers.
    package var summary: String?
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
    package var service = Service()
    /// What is to go wrong, in the order in which it is offered.
    package var faults: [Fault] = []
    /// What the app and the world do.
    package var flow: [FlowStep] = []

    /// The file that the profile was read from, `<stdin>`, or `built-in`.
    package var source = ""
    /// The line of the file on which the profile begins.
    package var line = 1

    /// Creates a profile with nothing in it.
    package init() {}

    /// The app under test.
    package struct App: Sendable, Hashable {
        /// The bundle identifier.
        package var bundleID = "com.example.stream"
        /// The requestor that the flow means when it names none.
        package var requestor = "REF30"

        /// Creates the default app.
        package init() {}
    }

    /// What the device is and holds.
    package struct DeviceDescription: Sendable, Hashable {
        /// What the device is; its default app is the profile's.
        package var settings = DeviceSettings()
        /// The apps of which the device knows something.
        package var apps: [DeviceApp] = []
        /// The system-level account; `nil`: nobody is signed in.
        package var account: Account?

        /// Creates the default device.
        package init() {}
    }

    /// The system-level account.
    package struct Account: Sendable, Hashable {
        /// The key of the provider.
        package var provider = ""
        /// The key of the provider's subscriber.
        package var subscriber = ""
        /// When the authentication ends, seen from the profile's clock.
        package var expires = Self.defaultExpiry

        /// How long a sign-in lasts when nothing is said: thirty days.
        package static let defaultExpiry = Instant.offset(SignInAnswer.sessionLifetime)
    }

    /// Returns when the account's authentication ends; `nil` when it never does or nobody is signed in.
    package var accountExpiry: Date? {
        device.account?.expires.resolved(at: clock)
    }

    /// Returns the provider with a key.
    package func provider(_ id: String) -> Provider? {
        providers.first { $0.id == id }
    }
}
