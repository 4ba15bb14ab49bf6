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
    /// Whether commands that name no device mean it, in the environment of this process.
    package let isMeantByDefault: Bool
    /// The device's world.
    package let world: World

    /// Where the state lives.
    package var store: any StateStore { world.simulation.store }
    /// The device itself.
    package var device: Device { world.device }

    /// Shows the device of a world that a server has.
    ///
    /// - Parameters:
    ///   - world: The world.
    ///   - name: The device's name on the command line; `nil`: commands do not reach it.
    ///   - title: What it is called where it has no name there.
    package init(of world: World, name: String?, title: String) {
        // The readers of a server's answers have environments of their own.
        self.init(of: world, name: name ?? title, isMeantByDefault: false)
    }

    /// Shows a world as the device of a name.
    package init(of world: World, name: String, isMeantByDefault: Bool) {
        (self.world, self.name, self.isMeantByDefault) = (world, name, isMeantByDefault)
    }

    /// Obeys a command; it has taken effect, durably, on return.
    package func perform(_ command: SimulatorCommand) throws {
        try world.perform(command)
    }

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
