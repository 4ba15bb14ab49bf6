import SimulationCore
import StateStorage

extension Device {
    /// Returns what an app keeps under a name in its keychain; it survives a relaunch.
    package func keychainItem(_ name: String, of bundleID: String) throws -> String? {
        try simulation.store.read { try $0.value(for: DeviceKey.keychain(of: bundleID))?[name] }
    }

    /// Keeps a value in an app's keychain; `nil` removes it.
    package func setKeychainItem(_ value: String?, named name: String, of bundleID: String) throws {
        try updateKeychainItem(named: name, of: bundleID) { _ in value }
    }

    /// Changes a value in a keychain, with no other change in between: apps of one team share theirs.
    ///
    /// - Parameters:
    ///   - name: The value's name.
    ///   - place: An app's bundle identifier, or what ``sharedStorage(of:)`` returns.
    ///   - body: Makes the new value from the present one; `nil` is none.
    /// - Throws: `StateError` when the state cannot be read or written, and what the body throws; nothing is changed then.
    package func updateKeychainItem(
        named name: String, of place: String, _ body: (String?) throws -> String?
    ) throws {
        try simulation.store.write { state in
            let key = DeviceKey.keychain(of: place)
            var items = try state.value(for: key) ?? [:]
            items[name] = try body(items[name])
            try state.setValue(items.isEmpty ? nil : items, for: key)
        }
    }

    /// Returns all that is kept in a keychain, by name.
    ///
    /// - Parameter place: An app's bundle identifier, or what ``sharedStorage(of:)`` returns.
    /// - Returns: The values by name; empty where nothing is kept.
    /// - Throws: `StateError` when the state cannot be read.
    package func keychainItems(of place: String) throws -> [String: String] {
        try simulation.store.read { try $0.value(for: DeviceKey.keychain(of: place)) ?? [:] }
    }

    /// Removes all that is kept in a keychain.
    ///
    /// - Parameter place: An app's bundle identifier, or what ``sharedStorage(of:)`` returns.
    /// - Throws: `StateError` when the state cannot be written.
    package func removeKeychainItems(of place: String) throws {
        try simulation.store.write { try $0.setValue(nil, for: DeviceKey.keychain(of: place)) }
    }

    /// Returns the name under which apps keep what they share with each other; it is a bundle identifier's place in the
    /// keychain.
    ///
    /// Apps share when they are of one team and of one vendor: then their device identifiers agree too, without which
    /// another app's token is worth nothing. Apps on tvOS share nothing.
    ///
    /// spec entitlement § 1.11.
    package func sharedStorage(of bundleID: String) throws -> String {
        guard try settings().platform != .tvOS else { return bundleID }
        let vendor = Self.vendor(of: bundleID)
        return try app(bundleID).team.map { "\($0)/\(vendor)" } ?? "shared/\(vendor)"
    }

    /// The part of a bundle identifier that names the vendor: all components but the last; a single one is it whole.
    private static func vendor(of bundleID: String) -> String {
        let components = bundleID.split(separator: ".")
        return components.count > 1 ? components.dropLast().joined(separator: ".") : bundleID
    }

    /// Returns the identifier that all apps of one vendor on this device share (`identifierForVendor`).
    ///
    /// Apps are of one vendor when their bundle identifiers agree in all components but the last; an identifier of one
    /// component agrees with no other of one.
    package func vendorIdentifier(for bundleID: String) throws -> String {
        let vendor = Self.vendor(of: bundleID)
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
