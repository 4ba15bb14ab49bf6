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
        return try app.device.removeKeychains(of: places) { name, item in !isReadable(item, named: name) }
    }

    private static func isReadable(_ item: String, named name: String) -> Bool {
        name == TokenStorage.itemName ? TokenStorage.isReadable(item) : AppRegistration.isReadable(item)
    }
}
