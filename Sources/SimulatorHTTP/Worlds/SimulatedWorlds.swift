import NIOConcurrencyHelpers
import NIOCore
import SavedDevices
import SimulatedDevice
package import SimulatedWorld
import SimulationCore
package import StateStorage

/// The worlds of one server: the served world and the isolated worlds.
///
/// The first request for an isolated world creates it from the profile of the served world. If a device is served, its
/// file keeps the isolated worlds. Otherwise they are in memory and end with the server.
package final class SimulatedWorlds: Sendable {
    /// The world for requests without a world's name.
    let served: World
    /// When the server started, in nanoseconds of the machine's uptime; it distinguishes the journals of two servers.
    ///
    /// 0 in a database, where all servers have the same journals, with numbers that no other world has.
    let began: UInt64
    private let servedDevice: String?
    private let stores: any WorldStores
    /// The ports that serve one world each.
    let ports = WorldPorts()
    /// The worlds that requests have used.
    private let opened = NIOLockedValueBox<[String: World]>([:])
    /// Makes room for new worlds; `nil` if worlds stay until a client removes them.
    private let eviction: WorldEviction?
    /// What this process holds of the devices of isolated worlds.
    private let sessions = NIOLockedValueBox<[String: DeviceSession]>([:])
    /// The framework's requests that wait for a user, or whose answer a client has not read.
    let calls = FrameworkCalls()

    /// The open streams of events.
    let streams = OpenStreams(atMost: ServerLimits.eventStreams)

    /// The latest requests to the service with their responses.
    let exchanges = Exchanges(atMost: ServerLimits.exchanges)

    /// Creates the worlds of a server.
    ///
    /// - Parameters:
    ///   - served: The world for requests without a world's name.
    ///   - deviceName: The name of its device on the command line; `nil` if it is in memory.
    ///   - stores: The stores of the isolated worlds.
    ///   - idleTime: The seconds after which a world that no request has used may be removed for a new one; `nil` for
    ///     never.
    package init(
        serving served: World, deviceName: String? = nil,
        keepingOthersIn stores: any WorldStores = MemoryWorlds(atMost: WorldLimit.standard),
        evictingAfter idleTime: Double? = nil
    ) {
        self.served = served
        began = served.simulation.store.kind == .postgresql ? 0 : NIODeadline.now().uptimeNanoseconds
        servedDevice = deviceName
        self.stores = stores
        eviction = idleTime.map { WorldEviction(after: .milliseconds(Int64($0 * 1000))) }
    }

    /// Returns the name of a world's device on the command line; `nil` if the world is in memory.
    ///
    /// - Parameter name: The name of an isolated world; `nil` for the served world.
    /// - Returns: The device's name.
    func deviceName(of name: String?) -> String? {
        guard let servedDevice, let name else { return servedDevice }
        return stores.areKept ? DeviceLibrary.name(ofWorld: name, beside: servedDevice) : nil
    }

    /// What happens to a request that names a missing world.
    enum Absence: Sendable {
        /// The request creates the world.
        case ends
        /// The request gets the response of a new world, which is then discarded.
        case stays
        /// The request is rejected with an error.
        case refuses(AdminError)
    }

    /// Runs a closure with the world that a request names.
    ///
    /// - Parameters:
    ///   - name: The world's name; `nil` for the served world.
    ///   - absence: What happens to the request when the world is missing.
    ///   - body: The closure. With an `absence` other than `ends`, it runs again if the world is removed meanwhile.
    /// - Returns: The result of the closure.
    /// - Throws: ``AdminError`` when the absence rejects the request or there are too many worlds. Rethrows the errors
    ///   of the closure and of creating a world.
    func inWorld<Result: Sendable>(
        named name: String?, absence: Absence = .ends, _ body: (World) async throws -> Result
    ) async throws -> Result {
        guard let name else { return try await body(served) }
        guard let eviction else { return try await inWorld(absence, name, body) }
        return try await eviction.using(name) { try await inWorld(absence, name, body) }
    }

    private func inWorld<Result: Sendable>(
        _ absence: Absence, _ name: String, _ body: (World) async throws -> Result
    ) async throws -> Result {
        if case .ends = absence { return try await body(try await made(name)) }
        if try await contains(name) {
            do {
                return try await body(unmade(name))
            } catch let error as StateError where error.code == .missing {
                guard try await !contains(name) else { throw error }
            }
        }
        if case .refuses(let refusal) = absence { throw refusal }
        return try await body(World(store: try await StateThreads.with(served) { [self] in try fresh(name) }))
    }

    /// Returns an isolated world, and creates it if it is missing.
    private func made(_ name: String) async throws -> World {
        if let world = opened.withLockedValue({ $0[name] }) { return world }
        return try await findingRoom {
            try await StateThreads.with(served) { [self] in
                let store = stores.store(of: name) { [self] in try fresh(name) }
                // The first read creates the world.
                try store.read { _ in }
                return try open(name, in: store)
            }
        }
    }

    /// Creates an isolated world if it is missing.
    func ensure(_ name: String) async throws { try await inWorld(named: name) { _ in } }

    /// Creates an isolated world from a profile, or replaces its state.
    ///
    /// - Parameters:
    ///   - name: The world's name.
    ///   - origin: The profile.
    ///   - isThere: Whether the world must exist already.
    /// - Throws: ``AdminError`` when there are too many worlds. `StateError` when a required world is missing or the
    ///   world cannot be written.
    func make(_ name: String, from origin: WorldOrigin, onlyWhere isThere: Bool) async throws {
        let made = try World.state(of: origin.isolated(as: name))
        if isThere { return try stores.store(of: name, making: nil).replaceAll(with: made) }
        try await findingRoom {
            if try stores.add(made, as: name) { return }
            try stores.store(of: name) { made }.replaceAll(with: made)
        }
    }

    /// Adds a world, and removes unused ones if there are too many and the server may.
    private func findingRoom<Result>(_ add: () async throws -> Result) async throws -> Result {
        while true {
            do {
                return try await add()
            } catch let error as StateError where error.code == .full {
                guard let unused = eviction?.next() else {
                    throw AdminError(
                        503, error.description,
                        suggestion: "remove one with DELETE /s/{name}/_sim/v1/world, or start the server with "
                            + "--max-worlds or --evict-worlds-after")
                }
                try await remove(unused)
            }
        }
    }

    /// Returns the shared `World` of a name, so that concurrent requests use the same one.
    private func open(_ name: String, in store: any StateStore) throws -> World {
        if opened.withLockedValue({ $0.count >= stores.most }) {
            // Other processes may have removed some of these worlds.
            let names = Set(try stores.names())
            opened.withLockedValue { $0 = $0.filter { names.contains($0.key) } }
            sessions.withLockedValue { $0 = $0.filter { names.contains($0.key) } }
        }
        let session = session(of: name)
        return opened.withLockedValue { opened in
            if let world = opened[name] { return world }
            let world = World(store: store, session: session)
            opened[name] = world
            return world
        }
    }

    /// Returns the content of a new world.
    private func fresh(_ name: String) throws -> MemoryStateStore {
        try World.state(of: served.origin().isolated(as: name))
    }

    /// Returns an isolated world without creating it.
    ///
    /// The store of a missing world throws a `StateError` with the code `missing`.
    func unmade(_ name: String) -> World {
        World(store: stores.store(of: name, making: nil), session: session(of: name))
    }

    /// Returns the requests and the screen of an isolated world's device, which all its values share.
    private func session(of name: String) -> DeviceSession {
        sessions.withLockedValue { sessions in
            if let session = sessions[name] { return session }
            let session = DeviceSession()
            sessions[name] = session
            return session
        }
    }

    /// Whether isolated worlds are kept in the file of the served world's device.
    var areKept: Bool { stores.areKept }

    /// Returns whether an isolated world exists.
    ///
    /// - Throws: `StateError` when the store cannot be read.
    func contains(_ name: String) async throws -> Bool {
        guard stores.areKept else { return try stores.contains(name) }
        return try await StateThreads.with(served) { [self] in try stores.contains(name) }
    }

    /// Returns the names of the isolated worlds, sorted.
    ///
    /// - Throws: `StateError` when the store cannot be read.
    func names() throws -> [String] {
        try stores.names()
    }

    /// How many names of worlds are read from a kept store in one transaction.
    private static let page = 10_000

    /// Returns the names of the first isolated worlds after a name, sorted.
    ///
    /// - Throws: `StateError` when the store cannot be read.
    func names(after name: String, limit: Int) throws -> [String] {
        guard stores.areKept else { return try stores.names(after: name, limit: limit) }
        var found: [String] = []
        while found.count < limit,
            case let page = try stores.names(
                after: found.last ?? name, limit: min(Self.page, limit - found.count)), !page.isEmpty
        {
            found += page
        }
        return found
    }

    /// Removes an isolated world, and ends its requests of the framework; the next request that names it creates a new
    /// one.
    ///
    /// - Throws: `StateError` when it cannot be removed.
    func remove(_ name: String) async throws {
        calls.end(of: name)
        // A request that ends later would write its journal, and so create the world again.
        await sessions.withLockedValue { $0[name] }?.requests.withdraw()
        try stores.remove(name)
        opened.withLockedValue { $0[name] = nil }
        sessions.withLockedValue { $0[name] = nil }
    }
}
