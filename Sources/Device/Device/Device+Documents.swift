package import TVSimStateStorage

extension Device {
    /// The documents of a device.
    package static let documents = RoomDocuments([
        .one(DeviceKey.settings), .one(DeviceKey.account), .one(DeviceKey.viewer), .one(DeviceKey.vendorIdentifiers),
        .each(appPrefix, appKey), .each(DeviceKey.keychainPrefix, DeviceKey.keychain),
    ])
}
