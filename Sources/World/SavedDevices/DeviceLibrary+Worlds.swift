import TVSimDevice
import TVSimStateStorage

/// Isolated worlds, which a device's file contains and commands name as `DEVICE/WORLD`.
extension DeviceLibrary {
    /// Returns the name of an isolated world on the command line.
    package static func name(ofWorld world: String, beside device: String) -> String {
        DeviceName(device: device, world: world).description
    }

    /// Returns the names of all devices, each followed by the names of its isolated worlds.
    ///
    /// The list does not contain the worlds of a device that cannot be read.
    ///
    /// - Throws: `CommandError` or `StateError` when the folder of the devices cannot be read.
    package func allNames() throws -> [String] {
        try names().flatMap { device in
            [device] + worldNames(beside: device)
        }
    }

    /// Returns the names of a device's isolated worlds; an empty list if the device cannot be read.
    func worldNames(beside device: String) -> [String] {
        let file = try? openFile(of: DeviceName(device: device, world: nil), creating: false)
        return ((try? file?.worlds.names()) ?? []).map { Self.name(ofWorld: $0, beside: device) }
    }

    /// Opens a world, or creates a missing one from the profile of its device if `creating` is true.
    func openWorld(
        _ world: String, of name: DeviceName, in file: any KeptStateStore, creating: Bool
    ) throws -> any StateStore {
        if creating {
            return file.worlds.store(of: world) { try World.state(of: World.origin(in: file).isolated(as: world)) }
        }
        guard try file.worlds.contains(world) else { throw notFound(name) }
        return file.worlds.store(of: world, making: nil)
    }

    /// Creates a world from a profile, or from the profile of its device if `origin` is `nil`.
    func createWorld(_ world: String, of name: DeviceName, from origin: WorldOrigin?) throws {
        let file = try openFile(of: name, creating: name.device == DeviceFiles.defaultDevice)
        let made = try World.state(of: (try origin ?? World.origin(in: file)).isolated(as: world))
        guard try file.worlds.add(made, as: world) else { throw Self.isThere(name) }
    }

    func deleteWorld(_ world: String, of name: DeviceName) throws {
        let file = try openFile(of: name, creating: false)
        guard try file.worlds.contains(world) else { throw notFound(name, isToGo: true) }
        try file.worlds.remove(world)
    }
}
