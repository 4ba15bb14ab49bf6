package import Foundation
import TVSimCore
package import TVSimDevice
import TVSimEntitlementAPI
import TVSimSAML
package import TVSimStateStorage
package import TVSimStructuredText

/// The open device that a command uses: its listings, and its commands.
package struct SelectedDevice: Sendable {
    /// The device's name.
    package let name: String
    /// Whether commands without a device name use this device, in the environment of this process.
    package let isMeantByDefault: Bool
    /// The device's world.
    package let world: World

    /// The store with the device's state.
    package var store: any StateStore { world.simulation.store }
    /// The device itself.
    package var device: Device { world.device }

    /// Creates the device of a world that a server holds.
    ///
    /// - Parameters:
    ///   - world: The world.
    ///   - name: The device's name on the command line; `nil` if commands cannot reach it.
    ///   - title: The name to show if the device has no name on the command line.
    package init(of world: World, name: String?, title: String) {
        // Clients of the server may have another environment, so the device is not marked as the default.
        self.init(of: world, name: name ?? title, isMeantByDefault: false)
    }

    /// Creates a device with a name from a world.
    package init(of world: World, name: String, isMeantByDefault: Bool) {
        (self.world, self.name, self.isMeantByDefault) = (world, name, isMeantByDefault)
    }

    /// Performs a command; its change is durable on return.
    package func perform(_ command: SimulatorCommand) throws {
        try world.perform(command)
    }

    // MARK: - Listings

    /// Lists the permission of one app; `nil` for every app with a decision and the device's default app.
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

    /// Returns the system-level account.
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

    /// Returns the current instant of the device's clock.
    package func now() throws -> Date {
        try device.simulation.clock.now()
    }

    /// Returns the clock's instant and mode.
    package func clock() throws -> ClockListing {
        let clock = device.simulation.clock
        let mode: ClockListing.Mode =
            switch try clock.mode() {
            case .frozen: .frozen
            case .following: .following
            }
        return ClockListing(now: TimeText.format(try clock.now()), mode: mode)
    }

    /// Returns the user's answers with the keys of the profile format.
    package func viewer() throws -> Members {
        try device.viewer().json
    }

    /// Returns the user's answers as rows of key and answer.
    package func viewerRows() throws -> [[String]] {
        try viewer().sorted { $0.key < $1.key }.map { key, answer in [key, try JSONText.word(answer)] }
    }

    /// Lists the faults.
    package func faults() throws -> FaultListing {
        FaultListing(
            faults: try device.simulation.faults.plan().numbered.map { .init($0) })
    }

    /// Returns the summary of all settings and state.
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
