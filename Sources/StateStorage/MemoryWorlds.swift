import TVSimStructuredText

/// Isolated worlds in memory.
package final class MemoryWorlds: WorldStores {
    package let areKept = false
    package let most: Int
    private let stores = Locked<[String: MemoryStateStore]>([:])

    /// Creates an empty set of worlds.
    ///
    /// - Parameter most: The maximum number of worlds.
    package init(atMost most: Int) {
        self.most = most
    }

    package func names() -> [String] {
        // Sorted outside of the lock, because there may be a million.
        stores.withLockedValue { $0 }.keys.sorted()
    }

    package func contains(_ name: String) -> Bool { store(of: name) != nil }

    package func store(of name: String, making make: WorldMaking?) -> any StateStore {
        NamedStore(name: name, make: make, worlds: self)
    }

    package func content(of name: String) throws -> MemoryStateStore {
        guard let store = store(of: name) else { throw StateError(.missing, "world '\(name)' not found") }
        return store
    }

    package func remove(_ name: String) { stores.withLockedValue { $0[name] = nil } }

    private func store(of name: String) -> MemoryStateStore? { stores.withLockedValue { $0[name] } }

    package func add(_ made: MemoryStateStore, as name: String) throws -> Bool {
        try stores.withLockedValue { stores in
            guard stores[name] == nil else { return false }
            guard stores.count < most else { throw full }
            stores[name] = made
            return true
        }
    }

    /// The store that currently has a name.
    private struct NamedStore: StateStore {
        let waitsForOthers = false
        let name: String
        let make: WorldMaking?
        let worlds: MemoryWorlds

        func read<Result>(_ body: (any StateReading) throws -> Result) throws -> Result {
            try present().read(body)
        }

        func write<Result>(_ body: (any StateWriting) throws -> Result) throws -> Result {
            try present().write(body)
        }

        func consistently<Result>(
            reading names: [String], _ body: (any StateStore) throws -> Result
        ) throws -> Result {
            try present().consistently(reading: names, body)
        }

        private func present() throws -> MemoryStateStore {
            try worlds.withWorld(name, making: make) { worlds.store(of: name) }
        }
    }
}
