import SimulationCore
package import StateStorage

extension World {
    /// Makes the whole state of a new world, in memory, from a profile that it remembers; `nil`: the built-in default.
    package static func state(of stored: StoredProfile?) throws -> MemoryStateStore {
        let store = MemoryStateStore()
        try World(store: store).install(try stored?.decoded() ?? .builtIn)
        try store.write { try $0.setValue(stored, for: StoredProfile.key) }
        return store
    }

    /// Returns the world to the profile that it was made from, all at once; the journal stays.
    ///
    /// Everything goes that happened since: registrations, sessions, profiles, permissions, the clock.
    package func reset() throws {
        let stored = try StoredProfile.kept(in: simulation.store)
        let documents = try Self.state(of: stored).read { try $0.documents() }
        try simulation.store.write { state in
            try state.removeAll(includingLog: false)
            for (name, json) in documents { try state.setEncodedValue(json, named: name) }
        }
    }

    /// Forgets the journal; the world stays as it is.
    package func forgetJournal() throws {
        try simulation.store.write { try $0.removeLog() }
    }
}
