import NIOConcurrencyHelpers
import NIOCore
import SimulationCore
package import TVSimulator

/// The worlds behind one server: the one that is served, and isolated ones beside it.
///
/// An isolated world is made in memory, from the profile that the served world stands on then, when it is first spoken
/// to; it does not see the others and ends with the server.
package final class SimulatedWorlds: Sendable {
    /// The world that is served.
    let served: World
    /// By which name the command line means the device of that world; `nil`: it does not reach it.
    let deviceName: String?
    /// When the server began, by a clock that goes on while this machine runs: another server has another.
    let began = NIODeadline.now().uptimeNanoseconds
    private let isolated = NIOLockedValueBox<[String: World]>([:])

    /// Creates the worlds of a server.
    ///
    /// - Parameters:
    ///   - served: The world that requests mean which name none.
    ///   - deviceName: By which name the command line means its device; `nil`: it does not reach it.
    package init(serving served: World, deviceName: String? = nil) {
        self.served = served
        self.deviceName = deviceName
    }

    /// Returns an isolated world; `nil`: there is none of the name.
    func isolatedWorld(_ name: String) -> World? {
        isolated.withLockedValue { $0[name] }
    }

    /// Returns the world that a request means; an isolated one is made on first use, unless the request wants none made.
    ///
    /// - Throws: ``AdminError`` when there are as many worlds as one server holds, or none of the name and none is to be
    ///   made; and what making one throws.
    func world(named name: String?, making: Bool = true) async throws -> World {
        guard let name else { return served }
        if let world = isolatedWorld(name) { return world }
        guard making else { throw AdminError(412, "there is no world '\(name)': it was removed, or never made") }
        // Read before the lock, and where nobody else waits: it is a device's file.
        let profile = try await StateThreads.with(served) { try StoredProfile.kept(in: served.simulation.store) }
        return try isolated.withLockedValue { worlds in
            // Two first requests at once must find the same world, so it is made under the lock.
            if let world = worlds[name] { return world }
            guard worlds.count < ServerLimits.worlds else {
                throw AdminError(
                    503, "there are \(worlds.count) worlds, as many as one server holds",
                    suggestion: "DELETE /s/{name}/_sim/v1/world removes one")
            }
            let world = World(store: try World.state(of: profile))
            worlds[name] = world
            return world
        }
    }

    /// Returns the names of the isolated worlds, sorted.
    func names() -> [String] {
        isolated.withLockedValue { $0.keys.sorted() }
    }

    /// Removes an isolated world; the next request that names it makes a new one.
    func remove(_ name: String) {
        isolated.withLockedValue { $0[name] = nil }
    }
}
