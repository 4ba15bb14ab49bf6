import SimulationCore
import StateStorage

extension Device {
    /// Returns what an app keeps under a name in its keychain; it survives a relaunch.
    package func keychainItem(_ name: String, of bundleID: String) throws -> String? {
        try simulation.store.read { try $0.value(for: DeviceKey.keychain(of: bundleID))?[name] }
    }

    /// Keeps a value in an app's keychain; `nil` removes it.
    package func setKeychainItem(_ value: String?, named name: String, of bundleID: String) throws {
        try simulation.store.write { state in
            var items = try state.value(for: DeviceKey.keychain(of: bundleID)) ?? [:]
            items[name] = value
            try state.setValue(items.isEmpty ? nil : items, for: DeviceKey.keychain(of: bundleID))
        }
    }

    /// Returns the identifier that all apps of one vendor on this device share (`identifierForVendor`).
    ///
    /// Apps are of one vendor when their bundle identifiers agree in all components but the last.
    package func vendorIdentifier(for bundleID: String) throws -> String {
        let vendor = bundleID.split(separator: ".").dropLast().joined(separator: ".")
        let stored = try simulation.store.read { try $0.value(for: DeviceKey.vendorIdentifiers)?[vendor] }
        if let stored { return stored }
        let drawn = try simulation.identifiers.uuid().uppercased()
        return try simulation.store.write { state in
            var identifiers = try state.value(for: DeviceKey.vendorIdentifiers) ?? [:]
            let identifier = identifiers[vendor] ?? drawn
            identifiers[vendor] = identifier
            try state.setValue(identifiers, for: DeviceKey.vendorIdentifiers)
            return identifier
        }
    }
}
