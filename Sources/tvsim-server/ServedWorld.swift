import Foundation
import ProgramSupport
import SavedDevices
import SimulatedWorld
import StateStorage

/// The served world and its device.
struct ServedWorld: Sendable {
    let world: World
    /// The device's name; `nil` if the world is in memory.
    let deviceName: String?
    /// The store of the isolated worlds; `nil` if they are in memory.
    let kept: (any WorldStores)?
    /// The device that was created for one command; `nil` if no device was created.
    private let temporary: TemporaryDevice?

    /// Opens or creates the world.
    ///
    /// - Parameters:
    ///   - launch: The options of the server.
    ///   - isForCommand: Whether a command runs beside the server. If so, the world of a profile is a temporary device,
    ///     because the command's processes open it too. Otherwise it is in memory.
    /// - Throws: `CommandError`, `SourceError` or `StateError` when the device or the profile is missing or malformed.
    init(_ launch: ServerLaunch, forCommand isForCommand: Bool) async throws {
        var environment = ProcessInfo.processInfo.environment
        if let store = launch.store { environment[StoreAddress.variable] = store }
        let isInMemory = try StoreAddress.selected(by: environment) == .memory && !isForCommand
        guard launch.profile != nil || launch.isFresh || isInMemory else {
            let selected = try SelectedDevice(given: launch.device, environment: environment)
            (world, deviceName, temporary) = (selected.world, selected.name, nil)
            // A server for one command is never restarted, so its isolated worlds stay in memory.
            kept =
                isForCommand
                ? nil
                : (selected.store as? any KeptStateStore)?.worlds(atMost: launch.mostWorlds ?? WorldLimit.standard)
            return
        }
        kept = nil
        let situated = try launch.profile.flatMap { launch.situation == nil ? nil : try SituatedProfile(file: $0) }
        let origin = try situated?.origin ?? launch.profile.map { try WorldOrigin(file: $0) } ?? .builtIn
        guard isForCommand else {
            (world, deviceName, temporary) = (World(store: try World.state(of: origin)), nil, nil)
            return
        }
        let device = try TemporaryDevice(
            "exec-\(getpid())", from: origin, in: DeviceLibrary(folderOf: environment))
        (world, deviceName, temporary) = (World(store: try device.open()), device.name, device)
        guard let situated, let situation = launch.situation else { return }
        do {
            try await situated.lead(world, into: situation)
        } catch {
            try? device.discard()
            throw error
        }
    }

    /// Whether the device was created for one command, in a file.
    var isTemporary: Bool { temporary != nil }

    /// Removes the device that was created for one command, if there is such a device.
    func discard() {
        // An error here must not replace the command's own exit status.
        try? temporary?.discard()
    }
}
