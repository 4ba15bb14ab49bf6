package import Foundation
package import TVSimCore
package import TVSimProviderMessages
import TVSimStateStorage
import TVSimStructuredText

/// A simulated device: its settings, its account, its apps, and the answers of its user.
///
/// The device does not depend on Apple's class names or on the entitlement service. Its state is in the simulation's
/// store, so a change is visible to the next call of every process that opens the device.
package struct Device: Sendable {
    /// The clock, identifiers, faults and journal of the device's world.
    package let simulation: Simulation
    /// Sends app-level requests to the providers.
    package let providerConnection: any ProviderConnection
    /// What this process holds of the device: requests, screen and queues.
    package let session: DeviceSession

    private var store: any StateStore { simulation.store }

    /// Creates a device whose state is in a simulation's store.
    ///
    /// - Parameters:
    ///   - simulation: The simulation.
    ///   - providerConnection: Sends app-level requests to the providers.
    ///   - session: The requests and the screen of this process's other values of the same device; by default none.
    package init(
        simulation: Simulation, providerConnection: any ProviderConnection = NoProviderConnection(),
        session: DeviceSession = DeviceSession()
    ) {
        self.simulation = simulation
        self.providerConnection = providerConnection
        self.session = session
    }

    // MARK: - The end of a simulated process

    /// Waits until every request of apps so far is decided or waits for an interface.
    package func decideRequests() async {
        await withCheckedContinuation { decided in accessChecks.async { decided.resume() } }
        await requests.decided()
    }

    // MARK: - Settings

    /// Returns the device's settings.
    package func settings() throws -> DeviceSettings {
        try store.read { try $0.value(for: DeviceKey.settings) } ?? DeviceSettings()
    }

    /// Replaces the device's settings.
    package func setSettings(_ settings: DeviceSettings) throws {
        try store.write { try $0.setValue(settings, for: DeviceKey.settings) }
    }

    /// Changes the device's settings in one transaction.
    package func updateSettings(_ body: (inout DeviceSettings) throws -> Void) throws {
        try store.write { state in
            var settings = try state.value(for: DeviceKey.settings) ?? DeviceSettings()
            try body(&settings)
            try state.setValue(settings, for: DeviceKey.settings)
        }
    }

    /// Returns the providers that the system knows, in the order of the picker.
    package func providers() throws -> [KnownProvider] {
        try store.read { try providerConnection.providers(in: $0) }
    }

    // MARK: - The account

    /// Returns the system-level account, expired or not; `nil` if no user is signed in.
    package func account() throws -> SystemAccount? {
        try store.read { try $0.value(for: DeviceKey.account) }
    }

    /// Signs a user in at system level, which replaces the previous account.
    ///
    /// The sign-in can also grant access to an app, as some apps do on real devices.
    ///
    /// - Returns: `false` if the device's restrictions forbid access to that app; nothing is changed then.
    @discardableResult
    package func signIn(
        provider: String, subscriber: String, expires: Date?, granting bundleID: String? = nil
    ) throws -> Bool {
        let account = SystemAccount(
            provider: provider, subscriber: subscriber, signedInAt: try simulation.clock.now(),
            expires: expires?.roundedToMilliseconds)
        defer { if bundleID != nil { screen.presented?.look() } }
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
    /// Permissions are not changed, because they belong to apps and not to the account.
    package func signOut() throws {
        try store.write { try $0.setValue(nil, for: DeviceKey.account) }
    }

    /// Lets the account's authentication expire now.
    ///
    /// - Returns: `false` if no user is signed in, which is not an error.
    package func expireAccount() throws -> Bool {
        let now = try simulation.clock.now()
        return try store.write { state in
            guard var account = try state.value(for: DeviceKey.account) else { return false }
            account.expires = now
            try state.setValue(account, for: DeviceKey.account)
            return true
        }
    }

    // MARK: - The user

    /// Returns the answers of the simulated user.
    package func viewer() throws -> ViewerAnswers {
        try store.read { try viewer(in: $0) }
    }

    /// Returns the answers of the simulated user in a state; without a script, those of the session.
    func viewer(in state: any StateReading) throws -> ViewerAnswers {
        try state.value(for: DeviceKey.viewer) ?? session.unscripted
    }

    /// The answers of the simulated user without a script: those of a session before which a person sits, or the usual ones.
    package var unscripted: ViewerAnswers { session.unscripted }

    /// Removes the script of the simulated user.
    package func resetViewer() throws {
        try store.write { try $0.setValue(nil, for: DeviceKey.viewer) }
        screen.presented?.look()
    }

    /// Replaces the answers of the simulated user.
    package func setViewer(_ answers: ViewerAnswers) throws {
        try store.write { try $0.setValue(answers, for: DeviceKey.viewer) }
        screen.presented?.look()
    }

    /// Changes the answers of the simulated user in one transaction.
    ///
    /// The first change begins with the answers of a user who closes the picker, also if a person can act. Otherwise the
    /// same script would have other answers in another process.
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
    /// The providers of a device without a profile.
    package static let defaults = [
        KnownProvider(identifier: "Cablevision", displayName: "Cablevision", boarding: .supported),
        KnownProvider(identifier: "Dish", displayName: "Dish Network", boarding: .supported),
        KnownProvider(identifier: "Suddenlink", displayName: "Suddenlink", boarding: .pickerOnly),
    ]
}
