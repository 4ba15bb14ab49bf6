import Foundation
import StateStorage
import TVSimulator

/// The world that is served, and the device that it lives on.
struct ServedWorld: Sendable {
    let world: World
    /// The device that it lives on; `nil`: it lives in memory.
    let deviceName: String?
    /// The isolated worlds that are kept beside it; `nil`: none are.
    let kept: (any WorldStores)?
    /// The device that was made for one command; `nil`: none was.
    private let temporary: TemporaryDevice?

    /// Opens or makes the world.
    ///
    /// - Parameters:
    ///   - launch: What is to be served.
    ///   - isForCommand: Whether a command runs beside the server. What is made from a profile is then a device, since
    ///     the command's processes must find the same one; else it lives in memory.
    /// - Throws: `CommandError`, `SourceError` or `StateError` when there is no such device or profile.
    init(_ launch: ServerLaunch, forCommand isForCommand: Bool) throws {
        let environment = ProcessInfo.processInfo.environment
        guard let file = launch.profile else {
            let selected = try SelectedDevice(given: launch.device, environment: environment)
            (world, deviceName, temporary) = (selected.world, selected.name, nil)
            // A server for one command is not started again; its worlds are the command's.
            // Those beside a device are in its file; beside an isolated world stand none.
            kept = isForCommand ? nil : (selected.store as? SQLiteStateStore)?.worlds
            return
        }
        kept = nil
        let origin = try WorldOrigin(file: file)
        guard isForCommand else {
            (world, deviceName, temporary) = (World(store: try World.state(of: origin)), nil, nil)
            return
        }
        let device = try TemporaryDevice(
            "exec-\(getpid())", from: origin, in: DeviceLibrary(environment: environment))
        (world, deviceName, temporary) = (World(store: try device.open()), device.name, device)
    }

    /// Removes a device that was made for one command.
    func discard() {
        // What cannot be removed is seen by 'tvsim device list'; the command's own status matters more.
        try? temporary?.discard()
    }
}
