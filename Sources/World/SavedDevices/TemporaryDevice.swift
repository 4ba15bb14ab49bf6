import TVSimDevice
package import TVSimStateStorage
import TVSimStructuredText

/// A device that is created for one process and removed when the process ends.
///
/// A killed process leaves the device behind. The next temporary device in the folder removes it.
package struct TemporaryDevice: Sendable {
    /// The device's name.
    package let name: String
    private let library: DeviceLibrary
    private let lease: DeviceLease

    /// Creates a device with the first free name of `NAME`, `NAME-2`, ….
    ///
    /// `NAME` contains the process identifier. Containers that share a folder may have processes with equal
    /// identifiers.
    ///
    /// - Throws: `CommandError` when the device cannot be created.
    package init(_ base: String, from origin: WorldOrigin, in library: DeviceLibrary) throws {
        let folder = library.files.folder
        try StoreFiles.makeFolder(folder)
        Self.removeAbandoned(in: library)
        var (name, number) = (base, 1)
        while true {
            // The lease comes first, so that no other process takes the device for an abandoned one.
            if let lease = try DeviceLease(name, in: folder) {
                do {
                    try library.create(name, from: origin)
                    (self.name, self.library, self.lease) = (name, library, lease)
                    return
                } catch {
                    lease.remove()
                    guard (error as? CommandError)?.code == .exists else { throw error }
                }
            }
            number += 1
            name = "\(base)-\(number)"
        }
    }

    /// Removes the devices of processes that were killed.
    private static func removeAbandoned(in library: DeviceLibrary) {
        for name in DeviceLease.names(in: library.files.folder) {
            guard let lease = try? DeviceLease(name, in: library.files.folder) else { continue }
            // A device that cannot be removed keeps its lock file, so that a later process tries again.
            do { try library.delete(name) } catch {
                guard (error as? CommandError)?.code == .notFound else { continue }
            }
            lease.remove()
        }
    }

    /// Opens the device's store.
    ///
    /// - Returns: The store.
    /// - Throws: `StateError` when it cannot be read, `CommandError` when the device was deleted.
    package func open() throws -> any StateStore {
        try library.open(name, creating: false)
    }

    /// Removes the device.
    ///
    /// - Throws: `CommandError` when it cannot be removed, or was deleted already.
    package func discard() throws {
        try library.delete(name)
        lease.remove()
    }
}
