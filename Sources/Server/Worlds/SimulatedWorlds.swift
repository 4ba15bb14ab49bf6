import NIOCore
import TVSimCore
import TVSimDevice
import TVSimEntitlementService
package import TVSimRules
package import TVSimScenario
package import TVSimStateStorage
import TVSimStructuredText
package import TVSimWorld

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
    /// Runs the app of the SDK, which the server itself does not contain.
    let sdk: any SDKRunner
    private let servedDevice: String?
    let stores: any WorldStores
    /// The ports that serve one world each.
    let ports: WorldPorts
    /// The requests that named no world and were refused.
    package let lost: UnaddressedRequests
    /// The situation in which a world begins if no client names one; `nil` for none.
    let usualSituation: Profile.Preparation?
    /// The state in which such a world begins; `nil` to begin as the profile of the served world says.
    let template: MemoryStateStore?
    /// What this process knows of the isolated worlds that requests have used.
    let held = Locked<[String: HeldWorld]>([:])
    /// Makes room for new worlds; `nil` if worlds stay until a client removes them.
    let eviction: WorldEviction?
    /// The framework's requests that wait for a user, or whose answer a client has not read.
    let calls = FrameworkCalls()

    /// The open streams of events.
    let streams = OpenStreams(atMost: ServerLimits.eventStreams)

    /// The latest requests to the service with their responses.
    let exchanges = HTTPExchangeLog(atMost: ServerLimits.exchanges)

    /// What the worlds were seen to do, for the judge of client rules.
    let evidence: RuleEvidence

    /// The evidence of removed worlds whose tests did not pass.
    let removed = RemovedWorlds(atMost: ServerLimits.removedWorlds, bytes: ServerLimits.evidenceBytes)

    /// Creates the worlds of a server.
    ///
    /// - Parameters:
    ///   - served: The world for requests without a world's name.
    ///   - sdk: Explains calls of the SDK's app, and leads worlds into situations.
    ///   - deviceName: The name of its device on the command line; `nil` if it is in memory.
    ///   - stores: The stores of the isolated worlds.
    ///   - idleTime: The seconds after which a world that no request has used may be removed for a new one; `nil` for
    ///     never.
    ///   - ports: Which ports worlds get.
    ///   - mode: How requests are treated that name no isolated world.
    ///   - situation: The situation that the served world is in; `nil` if it is in none.
    ///   - template: The state in which isolated worlds begin; `nil` to begin as the profile of the served world says.
    ///   - judgesRemoved: Whether the rules about clients are applied to a world when it is removed.
    ///   - failsOn: The lowest severity of a broken rule that makes a world evidence, although its test passed; `nil` if
    ///     none does.
    package init(
        serving served: World, sdk: any SDKRunner, deviceName: String? = nil,
        keepingOthersIn stores: any WorldStores = MemoryWorlds(atMost: WorldLimit.standard),
        evictingAfter idleTime: Double? = nil, ports: WorldPortChoice = .free, mode: WorldMode = .open,
        in situation: Profile.Preparation? = nil, startingFrom template: MemoryStateStore? = nil,
        judgingRemoved judgesRemoved: Bool = false, failingOn failsOn: Rule.Severity? = nil
    ) {
        evidence = RuleEvidence(keepingRemoved: judgesRemoved, failingOn: failsOn)
        (self.served, self.sdk) = (served, sdk)
        self.ports = WorldPorts(ports)
        lost = UnaddressedRequests(mode)
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
        return try await body(World(store: try await BlockingThreads.with(served) { [self] in try fresh(name) }))
    }

    /// Counts the situation of a world for coverage, because an app has reached the world.
    func appReaches(_ name: String?) {
        guard let situation = situation(of: name)?.situation else { return }
        CoverageRecorder.current?.visit(.cell(situation))
    }

    /// Returns the names of the worlds that this server has opened and whose service has given something out.
    func owners(of given: IssuedIdentifier) -> [String] {
        let worlds = held.withLockedValue { $0.compactMapValues(\.world) }
        return worlds.filter { (try? given.isFrom($0.value.simulation.store)) ?? false }.map(\.key)
    }

    /// Returns an isolated world without creating it.
    ///
    /// The store of a missing world throws a `StateError` with the code `missing`.
    func unmade(_ name: String) -> World {
        World(store: stores.store(of: name, making: nil), session: session(of: name))
    }

    /// Whether isolated worlds are kept in the file of the served world's device.
    var areKept: Bool { stores.areKept }

    /// Returns whether an isolated world exists.
    ///
    /// - Throws: `StateError` when the store cannot be read.
    func contains(_ name: String) async throws -> Bool {
        guard stores.areKept else { return try stores.contains(name) }
        return try await BlockingThreads.with(served) { [self] in try stores.contains(name) }
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
}
