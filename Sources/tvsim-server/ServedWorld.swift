import Foundation
import TVSimCore
import TVSimDevice
import TVSimScenario
import TVSimStateStorage
import TVSimWorld

/// The served world and its device.
struct ServedWorld: Sendable {
    let world: World
    /// The device's name; `nil` if the world is in memory.
    let deviceName: String?
    /// The store of the isolated worlds; `nil` if they are in memory.
    let kept: (any WorldStores)?
    /// The device that was created for one command; `nil` if no device was created.
    private let temporary: TemporaryDevice?
    /// The situation that the world is in; `nil` if it is in none.
    let situation: TVSimScenario.Profile.Preparation?
    /// The state in which isolated worlds begin; `nil` to begin as the profile says.
    let template: MemoryStateStore?
    /// The number of the last journal entry before clients use the world.
    private let beginning: Int

    /// Opens or creates the world.
    ///
    /// - Parameters:
    ///   - launch: The options of the server.
    ///   - sdk: Performs the steps into a situation.
    ///   - isForCommand: Whether a command runs beside the server. If so, the world of a profile is a temporary device,
    ///     because the command's processes open it too. Otherwise it is in memory.
    /// - Throws: `CommandError`, `SourceError` or `StateError` when the device or the profile is missing or malformed.
    init(_ launch: ServerLaunch, _ sdk: any SDKRunner, forCommand isForCommand: Bool) async throws {
        var environment = ProcessInfo.processInfo.environment
        if let store = launch.store { environment[StoreAddress.variable] = store }
        // A program that starts a server for itself answers for the user too.
        let session = DeviceSession(isAttended: !isForCommand && !launch.endsWithInput)
        let isInMemory = try StoreAddress.selected(by: environment) == .memory && !isForCommand
        guard launch.profile != nil || launch.isFresh || isInMemory else {
            let selected = try SelectedDevice(given: launch.device, environment: environment, session: session)
            (world, deviceName, temporary, situation) = (selected.world, selected.name, nil, nil)
            template = launch.copiesState ? try MemoryStateStore(copying: world.simulation.store) : nil
            beginning = 0
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
            (world, deviceName, temporary) = (World(store: try World.state(of: origin), session: session), nil, nil)
            (situation, template, beginning) = (nil, nil, 0)
            return
        }
        let device = try TemporaryDevice(
            "exec-\(getpid())", from: origin, in: DeviceLibrary(folderOf: environment))
        (world, deviceName, temporary) = (World(store: try device.open()), device.name, device)
        guard let situated, let name = launch.situation else {
            (situation, template, beginning) = (nil, nil, 0)
            return
        }
        do {
            situation = try await situated.lead(world, into: name, by: sdk)
            template = try MemoryStateStore(copying: world.simulation.store)
            beginning = try world.simulation.journal.lastNumber()
        } catch {
            try? device.discard()
            throw error
        }
    }

    /// Whether the device was created for one command, in a file.
    var isTemporary: Bool { temporary != nil }

    /// Counts the situation for coverage if an app of the device has used it without this server.
    func countUse() {
        guard let situation, let entries = try? world.simulation.journal.entries(after: beginning).0,
            entries.contains(where: { $0.kind != CommandDecision.kind })
        else { return }
        CoverageRecorder.current?.visit(.cell(situation.situation))
    }

    /// Removes the device that was created for one command, if there is such a device.
    func discard() {
        // An error here must not replace the command's own exit status.
        try? temporary?.discard()
    }
}
