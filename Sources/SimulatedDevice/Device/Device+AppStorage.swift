import SimulationCore
import StateStorage

extension Device {
    /// Returns what an app keeps under a name in its keychain; it survives a relaunch.
    package func keychainItem(_ name: String, of bundleID: String) throws -> String? {
        try simulation.store.read { try $0.value(for: DeviceKey.keychain(of: bundleID))?[name] }
    }

    /// Changes a value in a keychain, or removes it, with no other change in between: apps of one team share theirs.
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

    /// Removes all that is kept in several keychains where one item there is damaged, with no other change in between.
    ///
    /// - Parameters:
    ///   - places: Bundle identifiers, or what ``sharedStorage(of:)`` returns.
    ///   - isDamaged: Whether an item, given by its name and its value, is.
    /// - Returns: The name of the damaged item, the first by place and name; `nil`: there is none, and everything stays.
    /// - Throws: `StateError` when the state cannot be read or written; nothing is changed then.
    package func removeKeychains(
        of places: Set<String>, where isDamaged: (_ name: String, _ value: String) -> Bool
    ) throws -> String? {
        try simulation.store.write { state in
            for place in places.sorted() {
                let items = try state.value(for: DeviceKey.keychain(of: place)) ?? [:]
                guard let damaged = items.keys.sorted().first(where: { isDamaged($0, items[$0] ?? "") }) else {
                    continue
                }
                for place in places { try state.setValue(nil, for: DeviceKey.keychain(of: place)) }
                return damaged
            }
            return nil
        }
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
        // A team may have any name, that of no team too.
        return try app(bundleID).team.map { "team/\($0)/\(vendor)" } ?? "shared/\(vendor)"
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
