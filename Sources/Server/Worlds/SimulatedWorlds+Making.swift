import TVSimScenario
import TVSimStateStorage
import TVSimStructuredText
import TVSimWorld

extension SimulatedWorlds {
    /// Returns an isolated world, and creates it if it is missing.
    func made(_ name: String) async throws -> World {
        if let world = held.withLockedValue({ $0[name]?.world }) { return world }
        return try await findingRoom {
            try await BlockingThreads.with(served) { [self] in
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
            ? await BlockingThreads.with(served) { [self] in try fresh(name) }
            : await beginning.state(of: name, beside: served, by: sdk)
        let isNew = try await findingRoom {
            try await BlockingThreads.with(served) { [self] in try stores.add(state, as: name) }
        }
        if isNew, !beginning.isUsual { setSituation(beginning.situation, of: name) }
        lost.worldIsUsed()
        return isNew
    }

    /// Creates an isolated world from a profile, or replaces its state and ends its requests of the framework.
    ///
    /// - Parameters:
    ///   - name: The world's name.
    ///   - origin: The profile.
    ///   - isThere: Whether the world must exist already.
    /// - Throws: ``AdminError`` when there are too many worlds. `StateError` when a required world is missing or the
    ///   world cannot be written.
    func make(_ name: String, from origin: WorldOrigin, onlyWhere isThere: Bool) async throws {
        let made = try World.state(of: origin.isolated(as: name))
        guard let eviction else { return try await write(made, to: name, onlyWhere: isThere) }
        try await eviction.using(name) { try await write(made, to: name, onlyWhere: isThere) }
    }

    private func write(_ made: MemoryStateStore, to name: String, onlyWhere isThere: Bool) async throws {
        // What the judge of client rules needs of the old journal.
        if try await contains(name) { try evidence.absorb(unmade(name), named: name) }
        if isThere {
            try stores.store(of: name, making: nil).replaceAll(with: made)
        } else {
            try await findingRoom {
                if try stores.add(made, as: name) { return }
                try stores.store(of: name) { made }.replaceAll(with: made)
            }
        }
        calls.end(of: name)
        beginAnew(name)
        lost.worldIsUsed()
    }

    /// Adds a world, and removes unused ones if there are too many and the server may.
    private func findingRoom<Result>(_ add: () async throws -> Result) async throws -> Result {
        while true {
            do {
                return try await add()
            } catch let error as StateError where error.code == .full {
                guard let eviction, let unused = eviction.next() else {
                    throw AdminError(
                        503, error.description,
                        suggestion: "remove one with DELETE /s/{name}/_sim/v1/world, or start the server with "
                            + "--max-worlds or --evict-worlds-after")
                }
                defer { eviction.goOn(in: unused) }
                try await remove(unused)
            }
        }
    }

    /// Returns the shared `World` of a name, so that concurrent requests use the same one.
    private func open(_ name: String, in store: any StateStore) throws -> World {
        if held.withLockedValue({ $0.count >= stores.most }) {
            // Other processes may have removed some of these worlds.
            let names = Set(try stores.names())
            held.withLockedValue { $0 = $0.filter { names.contains($0.key) } }
        }
        let session = session(of: name)
        return held.withLockedValue { held in
            if let world = held[name]?.world { return world }
            let world = World(store: store, session: session)
            held[name, default: HeldWorld()].world = world
            return world
        }
    }

    /// Returns the content of a new world.
    func fresh(_ name: String) throws -> MemoryStateStore {
        guard let template else { return try World.state(of: served.origin().isolated(as: name)) }
        let copy = try MemoryStateStore(copying: template)
        try World(store: copy, recorder: nil).isolate(as: name)
        return copy
    }
}
