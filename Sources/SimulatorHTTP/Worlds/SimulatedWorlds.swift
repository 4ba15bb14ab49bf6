import EntitlementService
import NIOConcurrencyHelpers
import NIOCore
package import Rules
package import Scenario
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
    let ports: WorldPorts
    /// The requests that named no world and were refused.
    package let lost: LostRequests
    /// The situation in which a world begins if no client names one; `nil` for none.
    private let usualSituation: Profile.Preparation?
    /// The state in which such a world begins; `nil` to begin as the profile of the served world says.
    private let template: MemoryStateStore?
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

    /// What the worlds were seen to do, for the judge of client rules.
    let evidence: RuleEvidence

    /// Creates the worlds of a server.
    ///
    /// - Parameters:
    ///   - served: The world for requests without a world's name.
    ///   - deviceName: The name of its device on the command line; `nil` if it is in memory.
    ///   - stores: The stores of the isolated worlds.
    ///   - idleTime: The seconds after which a world that no request has used may be removed for a new one; `nil` for
    ///     never.
    ///   - ports: Which ports worlds get.
    ///   - mode: How requests are treated that name no isolated world.
    ///   - situation: The situation that the served world is in; `nil` if it is in none.
    ///   - template: The state in which isolated worlds begin; `nil` to begin as the profile of the served world says.
    ///   - judgesRemoved: Whether the rules about clients are applied to a world when it is removed.
    package init(
        serving served: World, deviceName: String? = nil,
        keepingOthersIn stores: any WorldStores = MemoryWorlds(atMost: WorldLimit.standard),
        evictingAfter idleTime: Double? = nil, ports: WorldPortChoice = .free, mode: WorldMode = .open,
        in situation: Profile.Preparation? = nil, startingFrom template: MemoryStateStore? = nil,
        judgingRemoved judgesRemoved: Bool = false
    ) {
        evidence = RuleEvidence(keepingRemoved: judgesRemoved)
        self.served = served
        self.ports = WorldPorts(ports)
        lost = LostRequests(mode)
        usualSituation = situation
        self.template = template
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
        lost.worldIsUsed()
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
    ///
    /// - Parameters:
    ///   - name: The world's name.
    ///   - beginning: What the world begins with.
    /// - Returns: `false` if a world of this name exists already; it is then unchanged.
    /// - Throws: ``AdminError`` when there are too many worlds; the errors of the beginning.
    func add(_ name: String, _ beginning: WorldBeginning) async throws -> Bool {
        guard let eviction else { return try await addWorld(name, beginning) }
        return try await eviction.using(name) { try await addWorld(name, beginning) }
    }

    private func addWorld(_ name: String, _ beginning: WorldBeginning) async throws -> Bool {
        guard try await !contains(name) else { return false }
        let state =
            try beginning.isUsual
            ? await StateThreads.with(served) { [self] in try fresh(name) }
            : await beginning.state(of: name, beside: served)
        let isNew = try await findingRoom {
            try await StateThreads.with(served) { [self] in try stores.add(state, as: name) }
        }
        if isNew, !beginning.isUsual { situations.withLockedValue { $0[name] = .some(beginning.situation) } }
        lost.worldIsUsed()
        return isNew
    }

    /// The situations of the worlds that clients described; `nil` for a world in none.
    private let situations = NIOLockedValueBox<[String: Profile.Preparation?]>([:])

    /// Returns the situation in which a world began; `nil` if it began in none.
    ///
    /// - Parameter name: The name of an isolated world; `nil` for the served world.
    /// - Returns: The situation; `nil` if the world began in none.
    func situation(of name: String?) -> Profile.Preparation? {
        guard let name, let own = situations.withLockedValue({ $0[name] }) else { return usualSituation }
        return own
    }

    /// Counts the situation of a world for coverage, because an app has reached the world.
    func appReaches(_ name: String?) {
        guard let situation = situation(of: name)?.situation else { return }
        CoverageRecorder.current?.visit(.cell(situation))
    }

    /// Returns the names of the worlds that this server has opened and whose service has given something out.
    func owners(of given: GivenOut) -> [String] {
        let worlds = opened.withLockedValue { $0 }
        return worlds.filter { (try? given.isFrom($0.value.simulation.store)) ?? false }.map(\.key)
    }

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
        // What the judge of client rules needs of the old journal.
        if try await contains(name) { try evidence.absorb(unmade(name), named: name) }
        if isThere { return try stores.store(of: name, making: nil).replaceAll(with: made) }
        try await findingRoom {
            if try stores.add(made, as: name) { return }
            try stores.store(of: name) { made }.replaceAll(with: made)
        }
        situations.withLockedValue { $0[name] = .some(nil) }
        lost.worldIsUsed()
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
        guard let template else { return try World.state(of: served.origin().isolated(as: name)) }
        let copy = try MemoryStateStore(copying: template)
        try World(store: copy, recorder: nil).isolate(as: name)
        return copy
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
        await ports.close(name)
        // A request that ends later would write its journal, and so create the world again.
        await sessions.withLockedValue { $0[name] }?.requests.withdraw()
        let outcome = outcome(of: name)
        if outcome?.isOfInterest ?? true { try await keepEvidence(of: name, outcome) }
        if try await contains(name) {
            let world = unmade(name)
            do {
                try await StateThreads.with(served) { [self] in try evidence.remove(name, world) }
            } catch let error as StateError where error.code == .missing {
                // Another request has removed it.
            }
        }
        try stores.remove(name)
        opened.withLockedValue { $0[name] = nil }
        sessions.withLockedValue { $0[name] = nil }
        situations.withLockedValue { $0[name] = nil }
        outcomes.withLockedValue { $0[name] = nil }
    }

    // MARK: - Evidence

    /// The evidence of removed worlds whose tests did not pass.
    let removed = RemovedWorlds(atMost: ServerLimits.removedWorlds, bytes: ServerLimits.evidenceBytes)
    private let outcomes = NIOLockedValueBox<[String: WorldOutcome]>([:])

    /// Returns what became of the test of an isolated world; `nil` if no client has said it.
    func outcome(of name: String) -> WorldOutcome? { outcomes.withLockedValue { $0[name] } }

    /// Keeps what became of the test of an isolated world.
    func setOutcome(_ outcome: WorldOutcome, of name: String) { outcomes.withLockedValue { $0[name] = outcome } }

    /// Returns the report about the rules of clients in every world, removed ones among them.
    ///
    /// - Throws: `StateError` if a world cannot be read.
    package func ruleReport() throws -> RuleReport {
        try evidence.report(
            including: [(name: nil, world: served)] + names().map { (name: $0, world: unmade($0)) })
    }

    /// Returns the evidence of the served world.
    ///
    /// - Throws: `StateError` if it cannot be read.
    func evidence(of served: World) throws -> WorldEvidence {
        try WorldEvidence(of: nil, served, exchanges, evidence, nil)
    }

    /// Returns the evidence of an isolated world.
    ///
    /// - Throws: `StateError` if it is missing or cannot be read.
    func evidence(ofIsolated name: String) throws -> WorldEvidence {
        try WorldEvidence(of: name, unmade(name), exchanges, evidence, outcome(of: name))
    }

    /// Keeps the evidence of a world that is about to be removed, with a copy of its state.
    private func keepEvidence(of name: String, _ outcome: WorldOutcome?) async throws {
        guard try await contains(name) else { return }
        try await StateThreads.transfer { [self] in
            do {
                let kept = try WorldEvidence(of: name, unmade(name), exchanges, evidence, outcome)
                guard removed.takes(kept) else { return }
                removed.keep(kept.apart(from: try stores.content(of: name)))
            } catch let error as StateError where error.code == .missing {
                // Another request has removed it.
            }
        }
    }
}
