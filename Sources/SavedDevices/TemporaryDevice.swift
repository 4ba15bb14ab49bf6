package import SimulatedWorld
package import StateStorage
import StructuredText

/// A device that is created for one process and removed when the process ends.
///
/// A killed process leaves the device behind; `tvsim device delete` removes it.
package struct TemporaryDevice: Sendable {
    /// The device's name.
    package let name: String
    private let library: DeviceLibrary

    /// Creates a device with the first free name of `NAME`, `NAME-2`, ….
    ///
    /// `NAME` contains the process identifier. Containers that share a folder may have processes with equal
    /// identifiers.
    ///
    /// - Throws: `CommandError` when the device cannot be created.
    package init(_ base: String, from origin: WorldOrigin, in library: DeviceLibrary) throws {
        var (name, number) = (base, 1)
        while true {
            do {
                try library.create(name, from: origin)
                break
            } catch let error as CommandError where error.code == .exists {
                number += 1
                name = "\(base)-\(number)"
            }
        }
        (self.name, self.library) = (name, library)
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
    }
}
