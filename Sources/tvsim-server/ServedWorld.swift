import Foundation
import StateStorage
import TVSimulator

/// The world that is served, and the device that it lives on.
struct ServedWorld: Sendable {
    let world: World
    /// The device that it lives on; `nil`: it lives in memory.
    let deviceName: String?
    private let isTemporary: Bool

    /// Opens or makes the world.
    ///
    /// - Parameters:
    ///   - launch: What is to be served.
    ///   - name: The name of a device that is made from the profile for as long as a command runs, since the command's
    ///     processes must find the same device; `nil`: a profile's world lives in memory.
    /// - Throws: `CommandError`, `ProfileError` or `StateError` when there is no such device or profile.
    init(_ launch: ServerLaunch, named name: String?) throws {
        let environment = ProcessInfo.processInfo.environment
        if let file = launch.profile {
            let stored = try StoredProfile(file: file)
            deviceName = name
            isTemporary = name != nil
            guard let name else {
                world = World(store: try World.state(of: stored))
                return
            }
            let library = DeviceLibrary(environment: environment)
            // Another process of the same number may have been killed and have left its device.
            if try library.names().contains(name) { try library.delete(name) }
            try library.create(name, from: stored)
            world = World(store: try library.open(name, creating: false))
        } else {
            let selected = try SelectedDevice(given: launch.device, environment: environment)
            world = World(store: selected.store)
            deviceName = selected.name
            isTemporary = false
        }
    }

    /// Removes a device that was made for one command.
    func discard() {
        guard isTemporary, let deviceName else { return }
        // What cannot be removed is seen by 'tvsim device list'; the command's own status matters more.
        try? DeviceLibrary(environment: ProcessInfo.processInfo.environment).delete(deviceName)
    }
}
