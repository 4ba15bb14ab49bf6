import SimulatedDevice
import SimulatedWorld
import StateStorage

/// Isolated worlds, which are in the file of a device and have names of the form `DEVICE/WORLD`.
extension DeviceLibrary {
    /// Returns the name of an isolated world in commands.
    package static func name(ofWorld world: String, beside device: String) -> String {
        DeviceName(device: device, world: world).description
    }

    /// Returns the names of all devices, each followed by those of its isolated worlds.
    ///
    /// The worlds of a device that cannot be read are left out.
    ///
    /// - Throws: ``CommandError`` or `StateError` when the folder of the devices cannot be read.
    package func allNames() throws -> [String] {
        try names().flatMap { device in
            [device] + worldNames(beside: device)
        }
    }

    /// Returns the names of a device's isolated worlds; none if the device cannot be read.
    func worldNames(beside device: String) -> [String] {
        let file = try? openFile(of: DeviceName(device: device, world: nil), creating: false)
        return ((try? file?.worlds.names()) ?? []).map { Self.name(ofWorld: $0, beside: device) }
    }

    /// Opens a world, and creates it from the profile of its device if it is missing and `creating` is true.
    func openWorld(
        _ world: String, of name: DeviceName, in file: SQLiteStateStore, creating: Bool
    ) throws -> any StateStore {
        if creating {
            return file.worlds.store(of: world) { try World.state(of: World.origin(in: file)) }
        }
        guard try file.worlds.contains(world) else { throw notFound(name) }
        return file.worlds.store(of: world, making: nil)
    }

    /// Creates a world from a profile; without one from that of its device.
    func createWorld(_ world: String, of name: DeviceName, from origin: WorldOrigin?) throws {
        let file = try openFile(of: name, creating: name.device == DeviceFiles.defaultDevice)
        let made = try World.state(of: try origin ?? World.origin(in: file))
        guard try file.worlds.add(made, as: world) else { throw Self.isThere(name) }
    }

    func deleteWorld(_ world: String, of name: DeviceName) throws {
        let file = try openFile(of: name, creating: false)
        guard try file.worlds.contains(world) else { throw notFound(name, isToGo: true) }
        try file.worlds.remove(world)
    }
}
