package import SimulatedWorld
package import StateStorage

/// A device that is made for one process and removed at its end.
///
/// A process that is killed leaves it to `tvsim device delete`.
package struct TemporaryDevice: Sendable {
    /// The device's name.
    package let name: String
    private let library: DeviceLibrary

    /// Creates a device under the first of the names `NAME`, `NAME-2`, … that is free.
    ///
    /// Processes in different containers that share a folder may have equal identifiers, and so the same `NAME`.
    ///
    /// - Throws: ``CommandError`` when it cannot be created.
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

    /// Opens its state.
    ///
    /// - Throws: `StateError` when it cannot be read, ``CommandError`` when it was deleted.
    package func open() throws -> any StateStore {
        try library.open(name, creating: false)
    }

    /// Removes the device.
    ///
    /// - Throws: ``CommandError`` when it cannot be removed, or was deleted.
    package func discard() throws {
        try library.delete(name)
    }
}
