import SimulatedDevice
package import StateStorage

/// A device that belongs to this process, and goes with it.
package struct TemporaryDevice: Sendable {
    /// The device's name.
    package let name: String
    private let library: DeviceLibrary
    private let hold: FileHold

    /// How many names are tried: more processes of one number than share a folder.
    private static let attempts = 1000

    /// Makes a device under the first of the names `NAME`, `NAME-2`, … that no other process has.
    ///
    /// What stands there and is held by nobody was left by a process that was killed, and is replaced.
    ///
    /// - Throws: ``CommandError`` when it cannot be made.
    package init(_ base: String, from origin: WorldOrigin, in library: DeviceLibrary) throws {
        for number in 1...Self.attempts {
            let name = number == 1 ? base : "\(base)-\(number)"
            guard let hold = try library.makeHeld(name, holding: try World.state(of: origin)) else { continue }
            (self.name, self.library, self.hold) = (name, library, hold)
            return
        }
        throw DeviceLibrary.isThere(DeviceName(device: base, world: nil))
    }

    /// Opens its state.
    ///
    /// - Throws: `StateError` when it cannot be read, ``CommandError`` when somebody has deleted it.
    package func open() throws -> any StateStore {
        try library.open(name, creating: false)
    }

    /// Removes the device, unless somebody has deleted it, or made another one in its place.
    ///
    /// - Throws: `StateError` when it cannot be removed.
    package func discard() throws {
        try StoreFiles.remove(try library.path(of: name), heldBy: hold)
    }
}
