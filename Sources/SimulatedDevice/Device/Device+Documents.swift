package import StateStorage

extension Device {
    /// The documents that a device keeps.
    package static let documents = RoomDocuments([
        .one(DeviceKey.settings), .one(DeviceKey.providers), .one(DeviceKey.permissions), .one(DeviceKey.account),
        .one(DeviceKey.viewer), .one(DeviceKey.vendorIdentifiers), .each(appPrefix, of: AppRecord.self),
        .each(DeviceKey.keychainPrefix, of: [String: String].self),
    ])

    /// Finds what a device cannot hold, though it decodes.
    ///
    /// - Throws: `StateError` with the name of the document that decides for an app that cannot be.
    package func check() throws {
        for bundleID in try permissions().keys.sorted() where !BundleID.isValid(bundleID) {
            throw StateError(
                .malformedDocument,
                "the document '\(DeviceKey.permissions.name)': \(BundleID.complaint(about: bundleID))")
        }
    }
}
