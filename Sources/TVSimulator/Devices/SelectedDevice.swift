import EntitlementAPI
package import Foundation
import SAML
import Settings
package import SimulatedDevice
import SimulationCore
package import StateStorage
package import StructuredText

/// The device that a command means, open: what it shows, and what is done to it.
package struct SelectedDevice: Sendable {
    /// The device's name.
    package let name: String
    /// Whether commands reach it by its name; else only the server does that has it.
    package let isOnCommandLine: Bool
    /// Whether commands that name no device mean it, in the environment of this process.
    let isMeantByDefault: Bool
    /// The device's world.
    package let world: World

    /// Where the state lives.
    package var store: any StateStore { world.simulation.store }
    /// The device itself.
    package var device: Device { world.device }

    /// Opens the device that is meant.
    ///
    /// One that is named in a command must be there, since a name can be mistyped. One that the environment names, or
    /// the default one, is made on first use by whichever process comes first, as an app's process does too.
    ///
    /// - Parameters:
    ///   - given: The name in the command, if there is one.
    ///   - environment: The process's environment.
    /// - Throws: ``CommandError`` or `StateError` when the device cannot be opened.
    package init(given: String?, environment: [String: String]) throws {
        let library = DeviceLibrary(environment: environment)
        name = Self.name(given: given, environment: environment)
        let store = try library.open(name, creating: given == nil || name == DeviceFiles.defaultDevice)
        try DeviceLibrary.complete(store)
        world = World(store: store)
        isOnCommandLine = true
        isMeantByDefault = name == Self.name(given: nil, environment: environment)
    }

    /// Shows the device of a world that a server has.
    ///
    /// - Parameters:
    ///   - world: The world.
    ///   - name: The device's name on the command line; `nil`: commands do not reach it.
    ///   - title: What it is called where it has no name there.
    package init(of world: World, name: String?, title: String) {
        self.name = name ?? title
        isOnCommandLine = name != nil
        // Whoever reads what a server shows has a terminal of their own.
        isMeantByDefault = false
        self.world = world
    }

    /// Returns the name of the device that is meant.
    package static func name(given: String?, environment: [String: String]) -> String {
        named(given: given, environment: environment) ?? DeviceFiles.defaultDevice
    }

    /// Returns the name of the device that is meant; `nil` where nobody has named one.
    package static func named(given: String?, environment: [String: String]) -> String? {
        if let given { return given }
        guard let named = environment["TVSIM_DEVICE"], !named.isEmpty else { return nil }
        return named
    }

    /// Obeys a command; it has taken effect, durably, on return.
    package func perform(_ command: SimulatorCommand) throws {
        try world.perform(command)
    }

    /// Returns the profile, without a flow, that the device was made from.
    package func profile() throws -> Profile { Profile(try world.origin()) }

    // MARK: - What it shows

    /// Lists the permission of one app, or of every app that was decided about and the device's own.
    package func permissions(of bundleID: String?) throws -> PermissionListing {
        let own = try device.settings().defaultBundleID
        if let bundleID { try BundleID.check(bundleID) }
        var permissions = try device.permissions()
        if let bundleID {
            permissions = [bundleID: permissions[bundleID] ?? .notDetermined]
        } else {
            permissions[own] = permissions[own] ?? .notDetermined
        }
        return PermissionListing(
            permissions: permissions.sorted { $0.key < $1.key }.map {
                .init(bundleID: $0.key, access: $0.value.rawValue)
            })
    }

    /// Shows the system-level account.
    package func account() throws -> AccountListing {
        let now = try device.simulation.clock.now()
        return AccountListing(
            account: try device.account().map { account in
                .init(
                    provider: account.provider, subscriber: account.subscriber,
                    signedInAt: TimeText.format(account.signedInAt),
                    expires: account.expires.map(TimeText.format) ?? Instant.never.description,
                    expired: account.isExpired(at: now))
            })
    }

    /// Returns the present instant on the device's clock.
    package func now() throws -> Date {
        try device.simulation.clock.now()
    }

    /// Shows the clock.
    package func clock() throws -> ClockListing {
        let clock = device.simulation.clock
        let mode: ClockListing.Mode =
            switch try clock.mode() {
            case .frozen: .frozen
            case .following: .following
            }
        return ClockListing(now: TimeText.format(try clock.now()), mode: mode)
    }

    /// Shows what the person answers, in the words of the profile format.
    package func viewer() throws -> [String: JSONValue] {
        try device.viewer().json
    }

    /// Shows the answers as rows of key and answer.
    package func viewerRows() throws -> [[String]] {
        try viewer().sorted { $0.key < $1.key }.map { key, answer in [key, try JSONText.word(answer)] }
    }

    /// Lists the faults.
    package func faults() throws -> FaultListing {
        FaultListing(
            faults: try device.simulation.faults.plan().faults.map {
                .init(at: $0.operation.rawValue, error: $0.error, after: $0.after, times: $0.times)
            })
    }

    /// Shows everything that has a getter.
    package func summary() throws -> DeviceSummary {
        let settings = try device.settings()
        return DeviceSummary(
            name: name, profile: try world.origin().name,
            platform: settings.platform.rawValue, region: settings.region.rawValue, bundleID: settings.defaultBundleID,
            clock: try clock(), account: try account().account, permissions: try permissions(of: nil).permissions,
            viewer: try viewer(), developer: settings.json["developer"] ?? .null,
            behaviour: settings.json["behaviour"] ?? .null, apps: try knownApps(),
            faults: try faults().faults,
            softwareStatement: try world.softwareStatement(for: settings.defaultBundleID))
    }
}
