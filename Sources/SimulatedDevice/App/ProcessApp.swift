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
            guard DeviceFiles.isValidName(name) else {
                throw StateError(.unreadable, "TVSIM_DEVICE: \(DeviceFiles.complaint(about: name))")
            }
            let store = try files.openStore(of: name, creating: true)
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

/// Where the devices of this user live: one private file each, under `TVSIM_HOME`, else `$XDG_DATA_HOME/tvsim`, else
/// `~/.local/share/tvsim`.
package struct DeviceFiles: Sendable {
    /// The device that is meant when none is named.
    package static let defaultDevice = "default"

    /// The folder of everything that is kept for this user.
    package let home: String
    /// The folder of all devices' files.
    package let folder: String

    /// Finds the folder in an environment.
    package init(environment: [String: String]) {
        func named(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
        home =
            named("TVSIM_HOME")
            // One that is no absolute path counts as not set, as its specification has it.
            ?? named("XDG_DATA_HOME").flatMap { $0.hasPrefix("/") ? $0 + "/tvsim" : nil }
            ?? (named("HOME") ?? NSHomeDirectory()) + "/.local/share/tvsim"
        folder = home + "/devices"
    }

    /// Whether a text can be a device's name: letters, digits, `.`, `_`, `-`, at most 64, not beginning with a dot.
    package static func isValidName(_ name: String) -> Bool {
        guard (1...64).contains(name.utf8.count), !name.hasPrefix("."), !name.hasPrefix("-") else { return false }
        return name.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "a")...UInt8(ascii: "z"):
                true
            default:
                "._-".utf8.contains(byte)
            }
        }
    }

    /// Says why a text cannot be a device's name.
    static func complaint(about name: String) -> String {
        "'\(name)' cannot be a device's name: use letters, digits, '.', '_' and '-', at most 64"
    }

    /// Returns the path of a device's file.
    package func path(of name: String) -> String {
        "\(folder)/\(name).sqlite"
    }

    /// Opens a device's store.
    ///
    /// - Throws: `StateError` when the name cannot be a device's or the store cannot be opened.
    package func openStore(of name: String, creating: Bool) throws -> SQLiteStateStore {
        guard Self.isValidName(name) else {
            throw StateError(.unreadable, Self.complaint(about: name))
        }
        _ = try exists(name)
        return try SQLiteStateStore(path: path(of: name), creating: creating)
    }
}
