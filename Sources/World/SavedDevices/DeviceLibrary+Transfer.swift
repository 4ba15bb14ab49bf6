import Foundation
import TVSimDevice
import TVSimStateStorage
import TVSimStructuredText

extension DeviceLibrary {
    /// Returns a device's export.
    package func exported(_ name: String, creating: Bool) throws -> SpooledText {
        let store = try open(name, creating: creating)
        try Self.complete(store)
        return try DeviceExport.of(store)
    }

    /// Replaces a device's state by an export in one transaction, and creates a missing device.
    ///
    /// - Parameters:
    ///   - name: The device's name.
    ///   - octets: The text of the export, in UTF-8.
    ///   - source: The name of the export's file, for error messages.
    /// - Throws: `CommandError` when the text is not a valid export; the device is unchanged then.
    package func importDevice(_ name: String, _ octets: [UInt8], source: String) throws {
        let document = try DeviceDocument(octets, source: source)
        let parsed = try parsed(name)
        if try isThere(parsed) {
            try document.replace(contentsOf: try open(name, creating: false))
        } else {
            try make(parsed, holding: document.state)
            try World(store: try open(name, creating: false)).recordReplacement(.import)
        }
    }

    /// Copies a device with its isolated worlds and journals to a new file, which `TVSIM_STORE` can name.
    ///
    /// - Parameters:
    ///   - name: The device's name.
    ///   - path: The new file.
    ///   - creating: Whether to create a missing device.
    /// - Throws: `CommandError` when the device is missing or the file exists; `StateError` when it cannot be written.
    package func backUp(_ name: String, to path: String, creating: Bool) throws {
        let parsed = try parsed(name)
        guard parsed.world == nil else {
            throw CommandError(
                .invalid, "'\(name)' is an isolated world: back up its device, or use 'tvsim device export'")
        }
        var status = stat()
        guard lstat(path, &status) != 0 else {
            throw CommandError(.exists, "the file '\(path)' already exists: choose another name")
        }
        let store = try openFile(of: parsed, creating: creating)
        do {
            try store.backUp(to: path)
        } catch let error as StateError where error.code == .unwritable {
            throw CommandError(.unwritable, error.description)
        }
    }

    private func isThere(_ name: DeviceName) throws -> Bool {
        guard try files.exists(name.device), let world = name.world else { return try files.exists(name.device) }
        return try openFile(of: name, creating: false).worlds.contains(world)
    }
}
