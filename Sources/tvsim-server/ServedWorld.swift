import Foundation
import ProgramSupport
import SavedDevices
import SimulatedWorld
import StateStorage

/// The world that is served, and its device.
struct ServedWorld: Sendable {
    let world: World
    /// The device; `nil` if the world is in memory.
    let deviceName: String?
    /// Where isolated worlds are kept; `nil` if they are in memory.
    let kept: (any WorldStores)?
    /// The device that was created for one command; `nil` if none was.
    private let temporary: TemporaryDevice?

    /// Opens or creates the world.
    ///
    /// - Parameters:
    ///   - launch: What is to be served.
    ///   - isForCommand: Whether a command runs beside the server. The world of a profile is a device then, since the
    ///     command's processes open it too; otherwise it is in memory.
    /// - Throws: `CommandError`, `SourceError` or `StateError` when the device or the profile is missing or malformed.
    init(_ launch: ServerLaunch, forCommand isForCommand: Bool) throws {
        let environment = ProcessInfo.processInfo.environment
        guard let file = launch.profile else {
            let selected = try SelectedDevice(given: launch.device, environment: environment)
            (world, deviceName, temporary) = (selected.world, selected.name, nil)
            // A server for one command is not started again, so its isolated worlds are not kept.
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

    /// Removes the device that was created for one command.
    func discard() {
        // The command's own status matters more than an error here.
        try? temporary?.discard()
    }
}
