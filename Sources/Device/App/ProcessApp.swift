import CTVSimProcessWorld
import Foundation
import TVSimCore
package import TVSimStateStorage
import TVSimStructuredText

/// The device and the app of this process, as its environment selects them.
///
/// `TVSIM_DEVICE` names the device (default: `default`), and `TVSIM_BUNDLE_ID` the app (default: the device's default
/// app). An unmodified program that imports `VideoSubscriberAccount` can therefore use a device of the command line.
package enum ProcessApp {
    /// Creates the device from a store; `nil` if no simulated world is attached.
    private static let maker = Locked<(@Sendable (any StateStore) throws -> Device)?>(nil)
    private static let opened = Locked<RunningApp?>(nil)

    /// Returns the app of the process, and opens its device at the first call.
    ///
    /// A missing device is created.
    ///
    /// - Throws: `StateError` if the device cannot be opened; the next call tries again.
    package static func shared() throws -> RunningApp {
        try opened.withLockedValue { opened in
            if let opened { return opened }
            let environment = ProcessInfo.processInfo.environment
            let files = DeviceFiles(environment: environment)
            let name = named("TVSIM_DEVICE", in: environment) ?? DeviceFiles.defaultDevice
            guard let named = DeviceName(name) else {
                throw StateError(.unreadable, "TVSIM_DEVICE: \(DeviceName.complaint(about: name))")
            }
            let store = try store(of: named, in: files)
            tvsim_attach_process_world_if_linked()
            let make = maker.withLockedValue { $0 }
            let device = try make?(store) ?? Device(simulation: Simulation(store: store))
            let app = RunningApp(
                device: device,
                bundleID: try bundleID(in: environment) ?? device.settings().defaultBundleID,
                process: .own(device: name))
            opened = app
            return app
        }
    }

    /// Opens the store of a device or an isolated world.
    ///
    /// A missing device is created. A missing world is an error, because this process does not know the profile of the
    /// world.
    private static func store(of name: DeviceName, in files: DeviceFiles) throws -> any StateStore {
        guard let world = name.world else { return try files.openStore(of: name.device, creating: true) }
        if try files.exists(name.device) {
            let worlds = try files.openStore(of: name.device, creating: false).worlds
            if try worlds.contains(world) { return worlds.store(of: world, making: nil) }
        }
        throw StateError(
            .missing, "TVSIM_DEVICE: device '\(name)' not found; create it with 'tvsim device create \(name)'")
    }

    /// Sets how the process's device is created if a simulated world is linked into the process.
    package static func attach(_ make: @escaping @Sendable (any StateStore) throws -> Device) {
        maker.withLockedValue { $0 = make }
    }

    private static func bundleID(in environment: [String: String]) throws -> String? {
        guard let bundleID = named("TVSIM_BUNDLE_ID", in: environment) else { return nil }
        guard BundleID.isValid(bundleID) else {
            throw StateError(.unreadable, "TVSIM_BUNDLE_ID: \(BundleID.complaint(about: bundleID))")
        }
        return bundleID
    }

    /// Returns an environment variable; `nil` if it is unset or empty.
    private static func named(_ name: String, in environment: [String: String]) -> String? {
        environment[name].flatMap { $0.isEmpty ? nil : $0 }
    }

    // MARK: - Worlds of a test

    private static let worlds = Locked(0)

    /// Records that this process has a simulated world, so that no code uses the developer's device by accident.
    package static func haveWorld() {
        worlds.withLockedValue { $0 += 1 }
    }

    /// Whether code outside of any simulator must not use the process's device.
    ///
    /// This is true if the process has a simulated world or contains tests, and `TVSIM_DEVICE` is not set.
    static var forbidsProcessDevice: Bool {
        (tvsim_links_test_helpers() || worlds.withLockedValue { $0 > 0 })
            && named("TVSIM_DEVICE", in: ProcessInfo.processInfo.environment) == nil
    }
}
