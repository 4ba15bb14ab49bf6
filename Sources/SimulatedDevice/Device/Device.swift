package import Foundation
import Settings
package import SimulationCore
import StateStorage

/// A simulated device: what it is, what it holds, and what the person holding it answers.
///
/// The device knows neither Apple's class names nor the entitlement service. Its state lives in the simulation's store,
/// so that every process that opens the same device sees each change at its next call.
package struct Device: Sendable {
    /// Time, chance, trouble and record of the device's world.
    package let simulation: Simulation
    /// How app-level requests reach the providers.
    package let providerConnection: any ProviderConnection
    /// The requests for metadata that apps of this process have made of the device.
    package let requests = RequestLine()
    /// The system's interface that is up on the device, as this process presents it.
    package let screen = Screen()
    /// Where the framework calls the completion handlers of this device's apps, one after another.
    package let completions = DispatchQueue(label: "VideoSubscriberAccount.completion")
    /// Where apps' questions for their access are answered, one after another: apart from the handlers, so that one
    /// that takes its time holds up no answer.
    package let accessChecks = DispatchQueue(label: "VideoSubscriberAccount.access")

    private var store: any StateStore { simulation.store }

    /// Creates the device whose state is in a simulation's store.
    package init(simulation: Simulation, providerConnection: any ProviderConnection = NoProviderConnection()) {
        self.simulation = simulation
        self.providerConnection = providerConnection
    }

    // MARK: - The end of a simulated process

    /// Waits until all that apps have asked so far is decided, or stands before an interface.
    package func decideRequests() async {
        await withCheckedContinuation { decided in accessChecks.async { decided.resume() } }
        await requests.decided()
    }

    // MARK: - What it is

    /// Returns what the device is.
    package func settings() throws -> DeviceSettings {
        try store.read { try $0.value(for: DeviceKey.settings) } ?? DeviceSettings()
    }

    /// Changes what the device is.
    package func setSettings(_ settings: DeviceSettings) throws {
        try store.write { try $0.setValue(settings, for: DeviceKey.settings) }
    }

    /// Changes what the device is, with no other change in between.
    package func updateSettings(_ body: (inout DeviceSettings) throws -> Void) throws {
        try store.write { state in
            var settings = try state.value(for: DeviceKey.settings) ?? DeviceSettings()
            try body(&settings)
            try state.setValue(settings, for: DeviceKey.settings)
        }
    }

    /// Returns the providers that the system knows, in the picker's order.
    package func providers() throws -> [KnownProvider] {
        try store.read { try providerConnection.providers(in: $0) }
    }

    // MARK: - The account

    /// Returns the system-level account, expired or not; `nil` when nobody is signed in.
    package func account() throws -> SystemAccount? {
        try store.read { try $0.value(for: DeviceKey.account) }
    }

    /// Whether the system-level authentication has ended, or counts as such by a switch of the developer pane.
    package func hasAccountEnded() throws -> Bool {
        guard let account = try account() else { return false }
        return try account.isExpired(at: simulation.clock.now()) || settings().developer.simulateExpiredToken
    }

    /// Signs in at system level; whoever was signed in before is signed out.
    ///
    /// An app can get access with the sign-in, as some do on real devices.
    ///
    /// - Returns: `false` when the device's restrictions forbid that app the account; nothing is changed then.
    @discardableResult
    package func signIn(
        provider: String, subscriber: String, expires: Date?, granting bundleID: String? = nil
    ) throws -> Bool {
        let account = SystemAccount(
            provider: provider, subscriber: subscriber, signedInAt: try simulation.clock.now(),
            expires: expires?.roundedToMilliseconds)
        return try store.write { state in
            if let bundleID {
                guard try Self.app(bundleID, in: state).access != .restricted else { return false }
                try Self.updateApp(bundleID, in: state) { $0.access = .granted }
            }
            try state.setValue(account, for: DeviceKey.account)
            return true
        }
    }

    /// Signs out at system level.
    ///
    /// Permissions stay: they are decisions about apps, not about the account.
    package func signOut() throws {
        try store.write { try $0.setValue(nil, for: DeviceKey.account) }
    }

    /// Lets the account's authentication end now.
    ///
    /// - Returns: `false` when nobody is signed in, which is not an error.
    package func expireAccount() throws -> Bool {
        let now = try simulation.clock.now()
        return try store.write { state in
            guard var account = try state.value(for: DeviceKey.account) else { return false }
            account.expires = now
            try state.setValue(account, for: DeviceKey.account)
            return true
        }
    }

    // MARK: - The person

    /// Returns what the person answers.
    package func viewer() throws -> ViewerAnswers {
        try store.read { try $0.value(for: DeviceKey.viewer) } ?? ViewerAnswers()
    }

    /// Changes what the person answers.
    package func setViewer(_ answers: ViewerAnswers) throws {
        try store.write { try $0.setValue(answers, for: DeviceKey.viewer) }
        screen.presented?.look()
    }

    /// Changes what the person answers, with no other change in between.
    package func updateViewer(_ body: (inout ViewerAnswers) throws -> Void) throws {
        try store.write { state in
            var answers = try state.value(for: DeviceKey.viewer) ?? ViewerAnswers()
            try body(&answers)
            try state.setValue(answers, for: DeviceKey.viewer)
        }
        screen.presented?.look()
    }
}

/// The names of the device's documents.
enum DeviceKey {
    static let settings = StateKey("device/settings", DeviceSettings.stored.format)
    static let account = StateKey("device/account", SystemAccount.stored.format)
    static let viewer = StateKey("device/viewer", ViewerAnswers.fields.format)
    static let vendorIdentifiers = StateKey<[String: String]>("device/vendorIdentifiers")
    static let keychainPrefix = "keychain/"

    static func keychain(of bundleID: String) -> StateKey<[String: String]> {
        StateKey(keychainPrefix + bundleID)
    }
}

extension KnownProvider {
    /// The providers of a device that no profile describes.
    package static let defaults = [
        KnownProvider(identifier: "Cablevision", displayName: "Cablevision", boarding: .supported),
        KnownProvider(identifier: "Dish", displayName: "Dish Network", boarding: .supported),
        KnownProvider(identifier: "Suddenlink", displayName: "Suddenlink", boarding: .pickerOnly),
    ]
}
