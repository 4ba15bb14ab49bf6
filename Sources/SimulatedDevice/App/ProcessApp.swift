import CProcessWorld
import Foundation
import NIOConcurrencyHelpers
import SimulationCore
package import StateStorage

/// The device and the app of this process, chosen from outside by its environment.
///
/// `TVSIM_DEVICE` names the device (`default` without it), `TVSIM_BUNDLE_ID` the app (the device's own app without it).
/// An unmodified program that imports `VideoSubscriberAccount` is thereby pointed at a device of the command line.
package enum ProcessApp {
    /// What makes the device of a store: a world that is attached, else the device alone.
    private static let maker = NIOLockedValueBox<(@Sendable (any StateStore) throws -> Device)?>(nil)
    private static let opened = NIOLockedValueBox<RunningApp?>(nil)

    /// Returns the process's app, and opens its device at the first call.
    ///
    /// The device is made if it is not there.
    ///
    /// - Throws: `StateError` when the device cannot be opened; the next call tries again.
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

    /// Opens a device, which is made if it is not there, or an isolated world, which is not: what it is to be like is known
    /// to who makes it.
    private static func store(of name: DeviceName, in files: DeviceFiles) throws -> any StateStore {
        guard let world = name.world else { return try files.openStore(of: name.device, creating: true) }
        if try files.exists(name.device) {
            let worlds = try files.openStore(of: name.device, creating: false).worlds
            if try worlds.contains(world) { return worlds.store(of: world, making: nil) }
        }
        throw StateError(
            .missing, "TVSIM_DEVICE: there is no device '\(name)'; 'tvsim device create \(name)' makes one")
    }

    /// Says how the process's device is made, where a world is linked that it belongs to.
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

    /// A variable that is set to nothing counts as not set, as on the command line.
    private static func named(_ name: String, in environment: [String: String]) -> String? {
        environment[name].flatMap { $0.isEmpty ? nil : $0 }
    }

    // MARK: - Worlds of a test

    private static let worlds = NIOLockedValueBox(0)

    /// Says that this process has a world of its own, so that nothing in it means the developer's device by accident.
    package static func haveWorld() {
        worlds.withLockedValue { $0 += 1 }
    }

    /// Whether what finds no app in its task must not fall back to the process's device: there are worlds, or tests that
    /// forgot to have one, and no device was named.
    static var mustNotFallBack: Bool {
        (tvsim_links_test_helpers() || worlds.withLockedValue { $0 > 0 })
            && named("TVSIM_DEVICE", in: ProcessInfo.processInfo.environment) == nil
    }
}
