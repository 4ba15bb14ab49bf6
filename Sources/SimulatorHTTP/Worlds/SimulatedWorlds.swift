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
    ///   - kept: Where isolated worlds are kept; `nil`: they are in memory.
    package init(
        serving served: World, deviceName: String? = nil, keepingOthersIn kept: (any WorldStores)? = nil
    ) {
        self.served = served
        servedDevice = deviceName
        stores = kept ?? MemoryWorlds(atMost: ServerLimits.worlds)
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

    /// Answers a request in the world that it means.
    ///
    /// - Parameters:
    ///   - name: The world's name; `nil`: the one that is served.
    ///   - absence: What becomes of the request where there is none of the name.
    ///   - body: Answers it; where the world is removed meanwhile it may be asked once more.
    /// - Returns: What the body returns.
    /// - Throws: ``AdminError`` where the absence refuses the request, or there are as many worlds as there may be; and what
    ///   making one and the body throw.
    func inWorld<Result: Sendable>(
        named name: String?, absence: Absence = .ends, _ body: (World) async throws -> Result
    ) async throws -> Result {
        guard let name else { return try await body(served) }
        if case .ends = absence { return try await body(try await made(name)) }
        if try await contains(name) {
            do {
                // Who makes none does not do so either where somebody removes it at this moment.
                return try await body(unmade(name))
            } catch let error as StateError where error.code == .missing {
                guard try await !contains(name) else { throw error }
            }
        }
        if case .refuses(let refusal) = absence { throw refusal }
        return try await body(World(store: try await StateThreads.with(served) { [self] in try fresh() }))
    }

    /// Returns an isolated world, which is made where it is not there.
    private func made(_ name: String) async throws -> World {
        if let world = opened.withLockedValue({ $0[name] }) { return world }
        // Where nobody else waits: it may be a device's file that is read, and changed.
        return try await StateThreads.with(served) { [self] in
            // It holds the world that is served, and not this: what a server has open is closed when it ends.
            let store = stores.store(of: name) { [served] in try Self.fresh(beside: served) }
            // Whoever asks which worlds there are finds it from now on.
            try Self.findingRoom { try store.read { _ in } }
            return try open(name, in: store)
        }
    }

    /// Makes an isolated world from a profile, all at once; one that is there begins anew by it.
    ///
    /// - Parameters:
    ///   - name: The world's name.
    ///   - profile: The profile.
    ///   - isThere: Whether only one that is there may begin anew; where there is none, that is ``StateError/Code/missing``.
    /// - Throws: ``AdminError`` when there are as many worlds as there may be, and what making one throws.
    func make(_ name: String, from origin: WorldOrigin, onlyWhere isThere: Bool) throws {
        let made = try World.state(of: origin)
        if isThere { return try stores.store(of: name, making: nil).replaceAll(with: made) }
        try Self.findingRoom {
            if try stores.add(made, as: name) { return }
            try stores.store(of: name) { made }.replaceAll(with: made)
        }
    }

    /// Says what helps where there is no room for another world.
    private static func findingRoom(_ body: () throws -> Void) throws {
        do {
            try body()
        } catch let error as StateError where error.code == .full {
            throw AdminError(503, error.description, suggestion: "DELETE /s/{name}/_sim/v1/world removes one")
        }
    }

    /// Remembers a world that is spoken to; of two that open the same one both have the first.
    private func open(_ name: String, in store: any StateStore) throws -> World {
        if opened.withLockedValue({ $0.count >= stores.most }) {
            // Somebody else has removed some of them.
            let names = Set(try stores.names())
            opened.withLockedValue { $0 = $0.filter { names.contains($0.key) } }
        }
        return opened.withLockedValue { opened in
            if let world = opened[name] { return world }
            let world = World(store: store)
            opened[name] = world
            return world
        }
    }

    private func fresh() throws -> MemoryStateStore { try Self.fresh(beside: served) }

    /// Makes what a new world holds.
    private static func fresh(beside served: World) throws -> MemoryStateStore {
        try World.state(of: served.origin())
    }

    /// Returns an isolated world that nobody makes by looking at it: where there is none, its store throws
    /// ``StateError/Code/missing``.
    func unmade(_ name: String) -> World {
        World(store: stores.store(of: name, making: nil))
    }

    /// Whether isolated worlds are in the file of the served world's device.
    var areKept: Bool { stores.areKept }

    /// Whether there is an isolated world of a name.
    ///
    /// - Throws: `StateError` when that cannot be read.
    func contains(_ name: String) async throws -> Bool {
        guard stores.areKept else { return try stores.contains(name) }
        return try await StateThreads.with(served) { [self] in try stores.contains(name) }
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
