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
    /// - Throws: `StateError` with the name of the document that speaks of an app that cannot be.
    package func check() throws {
        try Self.check(try settings().defaultBundleID, in: DeviceKey.settings.name)
        for bundleID in try permissions().keys.sorted() { try Self.check(bundleID, in: DeviceKey.permissions.name) }
    }

    private static func check(_ bundleID: String, in document: String) throws {
        guard !BundleID.isValid(bundleID) else { return }
        throw StateError(.malformedDocument, "the document '\(document)': \(BundleID.complaint(about: bundleID))")
    }
}
