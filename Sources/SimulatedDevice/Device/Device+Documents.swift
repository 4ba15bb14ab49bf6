package import StateStorage

extension Device {
    /// The names of the documents that a device keeps.
    package static let documents = DocumentNames(
        names: [
            DeviceKey.settings.name, DeviceKey.providers.name, DeviceKey.permissions.name, DeviceKey.account.name,
            DeviceKey.viewer.name, DeviceKey.vendorIdentifiers.name,
        ], prefixes: [appPrefix, DeviceKey.keychainPrefix])

    /// Reads everything that the device keeps, so that what cannot be is found at once.
    ///
    /// - Parameter names: The names of the store's documents.
    /// - Throws: `StateError` with the name of a document that does not decode, or decides for an app that cannot be.
    package func check(documents names: [String]) throws {
        _ = try settings()
        _ = try providers()
        _ = try account()
        _ = try viewer()
        _ = try vendorIdentifier(for: "com.example.check")
        for bundleID in try permissions().keys.sorted() where !BundleID.isValid(bundleID) {
            throw StateError(
                .malformedDocument,
                "the document '\(DeviceKey.permissions.name)': \(BundleID.complaint(about: bundleID))")
        }
        for bundleID in try knownApps() { _ = try app(bundleID) }
        for name in names where name.hasPrefix(DeviceKey.keychainPrefix) {
            _ = try keychainItem("", of: String(name.dropFirst(DeviceKey.keychainPrefix.count)))
        }
    }
}
