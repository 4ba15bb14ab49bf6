import NIOConcurrencyHelpers
import NIOCore
import SimulationCore
package import StateStorage
package import TVSimulator

/// The worlds behind one server: the one that is served, and isolated ones beside it.
///
/// An isolated world is made from the profile that the served world stands on then, when it is first spoken to, and does
/// not see the others. Beside a device it is kept in the device's file; else it ends with the server.
package final class SimulatedWorlds: Sendable {
    /// The world that is served.
    let served: World
    /// When the server began, by a clock that goes on while this machine runs: another server has another.
    let began = NIODeadline.now().uptimeNanoseconds
    private let servedDevice: String?
    private let stores: any WorldStores
    /// Those that were spoken to.
    private let opened = NIOLockedValueBox<[String: World]>([:])

    /// Creates the worlds of a server.
    ///
    /// - Parameters:
    ///   - served: The world that requests mean which name none.
    ///   - deviceName: By which name the command line means its device; `nil`: it does not reach it.
    ///   - stores: Where isolated worlds are.
    package init(
        serving served: World, deviceName: String? = nil, beside stores: any WorldStores = MemoryWorlds()
    ) {
        self.served = served
        servedDevice = deviceName
        self.stores = stores
    }

    /// Returns by which name the command line means the device of a world; `nil`: it does not reach it.
    ///
    /// - Parameter name: The name of an isolated world; `nil`: the one that is served.
    /// - Returns: The device's name.
    func deviceName(of name: String?) -> String? {
        guard let servedDevice, let name else { return servedDevice }
        return stores.areKept ? DeviceLibrary.name(ofWorld: name, beside: servedDevice) : nil
    }

    /// What becomes of a request that names a world of which there is none.
    enum Absence: Sendable {
        /// The world is made.
        case ends
        /// The request is answered as by a new world, and none is made.
        case stays
        /// The request is refused.
        case refuses(AdminError)
    }

    /// Returns the world that a request means.
    ///
    /// - Throws: ``AdminError`` when there is none of the name and that refuses the request, or there are as many as one
    ///   server holds; and what making one throws.
    func world(named name: String?, absence: Absence = .ends) async throws -> World {
        guard let name else { return served }
        if case .ends = absence, let world = opened.withLockedValue({ $0[name] }) { return world }
        // Where nobody else waits: it may be a device's file that is read, and changed.
        return try await StateThreads.with(served) { try self.look(for: name, absence) }
    }

    private func look(for name: String, _ absence: Absence) throws -> World {
        let isThere = try stores.contains(name)
        if !isThere {
            switch absence {
            case .ends: try demandRoom()
            case .stays: return World(store: try Self.fresh(beside: served))
            case .refuses(let error): throw error
            }
        }
        // It holds the world that is served, and not this: what a server has open is closed when it ends.
        let store = stores.store(of: name) { [served] in try Self.fresh(beside: served) }
        // Whoever asks which worlds there are finds it from now on.
        if !isThere { try store.read { _ in } }
        return opened.withLockedValue { opened in
            if let world = opened[name] { return world }
            let world = World(store: store)
            opened[name] = world
            return world
        }
    }

    /// Makes what a new world holds.
    private static func fresh(beside served: World) throws -> MemoryStateStore {
        try World.state(of: StoredProfile.kept(in: served.simulation.store))
    }

    private func demandRoom() throws {
        let names = try stores.names()
        // Somebody else may have removed some that were spoken to here.
        opened.withLockedValue { if $0.count > names.count { $0 = $0.filter { names.contains($0.key) } } }
        guard names.count < (stores.areKept ? ServerLimits.keptWorlds : ServerLimits.worlds) else {
            throw AdminError(
                503, "there are \(names.count) worlds, as many as one server holds",
                suggestion: "DELETE /s/{name}/_sim/v1/world removes one")
        }
    }

    /// Returns an isolated world that nobody makes by looking at it: where there is none, its store throws
    /// ``StateError/Code/missing``.
    func unmade(_ name: String) -> World {
        World(store: stores.store(of: name, making: nil))
    }

    /// Whether there is an isolated world of a name.
    ///
    /// - Throws: `StateError` when that cannot be read.
    func contains(_ name: String) throws -> Bool {
        try stores.contains(name)
    }

    /// Returns the names of the isolated worlds, sorted.
    ///
    /// - Throws: `StateError` when they cannot be read.
    func names() throws -> [String] {
        try stores.names()
    }

    /// Removes an isolated world; the next request that names it makes a new one.
    ///
    /// - Throws: `StateError` when it cannot be removed.
    func remove(_ name: String) throws {
        try stores.remove(name)
        opened.withLockedValue { $0[name] = nil }
    }
}
