import NIOConcurrencyHelpers
import NIOCore
import SimulationCore
package import TVSimulator

/// The worlds behind one server: the one that is served, and isolated ones beside it.
///
/// An isolated world is made from the profile that the served world stands on then, when it is first spoken to, and does
/// not see the others. It lives in memory and ends with the server, or is kept as a device of its own.
package final class SimulatedWorlds: Sendable {
    /// The world that is served.
    let served: World
    /// When the server began, by a clock that goes on while this machine runs: another server has another.
    let began = NIODeadline.now().uptimeNanoseconds
    private let servedDevice: String?
    private let kept: KeptWorlds?
    /// Those that this server has made or opened.
    private let isolated = NIOLockedValueBox<[String: World]>([:])
    /// Held while one is made: two first requests at once find the same world, and who only looks does not wait.
    private let making = NIOLock()

    /// Creates the worlds of a server.
    ///
    /// - Parameters:
    ///   - served: The world that requests mean which name none.
    ///   - deviceName: By which name the command line means its device; `nil`: it does not reach it.
    ///   - kept: Where isolated worlds are kept; `nil`: they are not.
    package init(serving served: World, deviceName: String? = nil, keeping kept: KeptWorlds? = nil) {
        self.served = served
        servedDevice = deviceName
        self.kept = kept
    }

    /// Whether there is an isolated world of a name.
    func hasWorld(_ name: String) -> Bool {
        // One that is kept may have been deleted as a device meanwhile.
        kept?.exists(name) ?? isolated.withLockedValue { $0[name] != nil }
    }

    /// Returns an isolated world that this server has made or opened; `nil`: there is none of the name.
    func isolatedWorld(_ name: String) -> World? {
        guard hasWorld(name) else { return nil }
        return isolated.withLockedValue { $0[name] }
    }

    /// Returns by which name the command line means the device of a world; `nil`: it does not reach it.
    func deviceName(of name: String?) -> String? {
        guard let name else { return servedDevice }
        return kept?.deviceName(of: name)
    }

    /// Returns the world that a request means; an isolated one is made on first use, unless the request wants none made.
    ///
    /// - Throws: ``AdminError`` when there are as many worlds as one server holds, or none of the name and none is to be
    ///   made; and what making one throws.
    func world(named name: String?, making isMade: Bool = true) async throws -> World {
        guard let name else { return served }
        if let world = isolatedWorld(name) { return world }
        guard isMade || hasWorld(name) else {
            throw AdminError(412, "there is no world '\(name)': it was removed, or never made")
        }
        // Where nobody else waits: it is a device's file that is read, and perhaps another that is made.
        return try await StateThreads.with(served) {
            let profile = try StoredProfile.kept(in: self.served.simulation.store)
            return try self.making.withLock { try self.made(name, from: profile) }
        }
    }

    private func made(_ name: String, from profile: StoredProfile?) throws -> World {
        if let world = isolatedWorld(name) { return world }
        if !hasWorld(name) {
            let count = try names().count
            guard count < ServerLimits.worlds else {
                throw AdminError(
                    503, "there are \(count) worlds, as many as one server holds",
                    suggestion: "DELETE /s/{name}/_sim/v1/world removes one")
            }
        }
        let world = try kept?.open(name, from: profile) ?? World(store: try World.state(of: profile))
        isolated.withLockedValue { $0[name] = world }
        return world
    }

    /// Returns the names of the isolated worlds, sorted.
    ///
    /// - Throws: What reading the devices' folder throws.
    func names() throws -> [String] {
        try kept?.names() ?? isolated.withLockedValue { $0.keys.sorted() }
    }

    /// Removes an isolated world; the next request that names it makes a new one.
    ///
    /// - Throws: What removing a device throws.
    func remove(_ name: String) throws {
        isolated.withLockedValue { $0[name] = nil }
        try kept?.remove(name)
    }
}
