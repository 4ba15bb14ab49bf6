import SSOBridge
import SimulatedDevice

/// The check of all that the SDK keeps for an app: the tokens, which apps may share, and the app's own registrations.
///
/// spec entitlement § 1.11, `IntegrityCheckType`.
enum StorageCheck {
    /// Removes everything where something cannot be read: whoever is signed in is so no longer, and the app registers anew.
    ///
    /// - Returns: The name of what cannot be read; `nil`: everything can, and stays.
    static func removeAllIfDamaged(of app: RunningApp) throws -> String? {
        let places = Set([app.bundleID, try app.device.sharedStorage(of: app.bundleID)])
        let kept = try places.sorted().flatMap { try app.device.keychainItems(of: $0).sorted { $0.key < $1.key } }
        guard let damaged = kept.first(where: { !isReadable($0.value, named: $0.key) }) else { return nil }
        for place in places { try app.device.removeKeychainItems(of: place) }
        return damaged.key
    }

    private static func isReadable(_ item: String, named name: String) -> Bool {
        name == TokenStorage.itemName ? TokenStorage.isReadable(item) : EntitlementClient.isReadable(item)
    }
}
