import TVSimCore
import TVSimDevice
import TVSimSDKVocabulary
import TVSimSSOBridge

extension EntitlementSession {
    /// Checks or clears the app's storage, before any other call.
    func checkStorage(_ check: StorageCheck) throws {
        switch check {
        case .none: return
        case .all:
            // A damaged item removes the tokens and the app's registrations: a token is worth nothing without its registration.
            let keychains = Set([app.bundleID, try app.device.sharedStorage(of: app.bundleID)])
            let damaged = try app.device.removeKeychains(of: keychains) { name, item in
                name == TokenStorage.itemName ? !TokenStorage.isReadable(item) : !AppRegistration.isReadable(item)
            }
            if let damaged { try record(.storageDamaged(item: JournalText(damaged))) }
        case .clear:
            try TokenStorage.update(of: app) { $0.clear() }
            try record(.storageCleared)
        }
    }
}
