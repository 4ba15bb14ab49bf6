import TVSimCore
import TVSimStateStorage

extension Device {
    /// Returns an item of an app's keychain, which survives a relaunch; `nil` if it does not exist.
    package func keychainItem(_ name: String, of bundleID: String) throws -> String? {
        try simulation.store.read { try $0.value(for: DeviceKey.keychain(of: bundleID))?[name] }
    }

    /// Changes or removes an item of a keychain in one transaction, because apps of one team share a keychain.
    ///
    /// - Parameters:
    ///   - name: The item's name.
    ///   - place: An app's bundle identifier, or what ``sharedStorage(of:)`` returns.
    ///   - body: Returns the new value for the current one; `nil` if the item does not exist or is to be removed.
    /// - Throws: `StateError` if the state cannot be read or written, and what the body throws. Nothing is changed
    ///   then.
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

    /// Removes all items of several keychains if one of the items is damaged, in one transaction.
    ///
    /// - Parameters:
    ///   - places: Bundle identifiers, or what ``sharedStorage(of:)`` returns.
    ///   - isDamaged: Returns whether an item with the given name and value is damaged.
    /// - Returns: The name of the first damaged item; `nil` if none is damaged and nothing was removed.
    /// - Throws: `StateError` if the state cannot be read or written. Nothing is changed then.
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

    /// Returns the name of the keychain that an app shares with other apps.
    ///
    /// Apps share a keychain if they have the same team and vendor. They then have the same device identifier, without
    /// which a token of another app is not valid. Apps on tvOS share nothing (Differences, E-53).
    package func sharedStorage(of bundleID: String) throws -> String {
        guard try settings().platform != .tvOS else { return bundleID }
        let vendor = Self.vendor(of: bundleID)
        // The prefix distinguishes the default team from a named team, which may have any name.
        return try app(bundleID).team.map { "team/\($0)/\(vendor)" } ?? "shared/\(vendor)"
    }

    /// Returns the vendor's part of a bundle identifier: all components but the last, or the only component.
    private static func vendor(of bundleID: String) -> String {
        let components = bundleID.utf8.split(separator: UInt8(ascii: "."))
        guard components.count > 1 else { return bundleID }
        return components.dropLast().map { String(Substring($0)) }.joined(separator: ".")
    }

    /// Returns the identifier that all apps of one vendor on this device share (`identifierForVendor`).
    ///
    /// Apps have the same vendor if their bundle identifiers have the same components before the last one. Bundle
    /// identifiers with a single component have different vendors.
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
