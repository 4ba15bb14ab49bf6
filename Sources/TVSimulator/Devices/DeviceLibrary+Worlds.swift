import SimulatedDevice
import StateStorage

/// Isolated worlds, which stand beside a device in its file and are named `DEVICE/WORLD`.
extension DeviceLibrary {
    /// Returns by which name commands mean an isolated world beside a device.
    package static func name(ofWorld world: String, beside device: String) -> String {
        DeviceName(device: device, world: world).description
    }

    /// Returns the names of all devices, each followed by those of the isolated worlds beside it.
    ///
    /// A device that cannot be read has none.
    ///
    /// - Throws: ``CommandError`` or `StateError` when the folder of the devices cannot be read.
    package func allNames() throws -> [String] {
        try names().flatMap { device in
            [device] + worldNames(beside: device)
        }
    }

    /// Returns the names of the isolated worlds beside a device; none where it cannot be read.
    func worldNames(beside device: String) -> [String] {
        let file = try? openFile(of: DeviceName(device: device, world: nil), creating: false)
        return ((try? file?.worlds.names()) ?? []).map { Self.name(ofWorld: $0, beside: device) }
    }

    /// Opens a world; one that is not there is made, from the profile of its device, where `creating` says so.
    func openWorld(
        _ world: String, of name: DeviceName, in file: SQLiteStateStore, creating: Bool
    ) throws -> any StateStore {
        if creating {
            return file.worlds.store(of: world) { try World.state(of: World.origin(in: file)) }
        }
        guard try file.worlds.contains(world) else { throw notFound(name) }
        return file.worlds.store(of: world, making: nil)
    }

    /// Makes a world, from a profile or else from that of its device.
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
