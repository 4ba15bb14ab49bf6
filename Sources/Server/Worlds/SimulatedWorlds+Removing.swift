import TVSimDevice
package import TVSimRules
import TVSimStateStorage
import TVSimStructuredText
import TVSimWorld

extension SimulatedWorlds {
    /// Removes an isolated world, and ends its requests of the framework; the next request that names it creates a new
    /// one.
    ///
    /// - Throws: `StateError` when it cannot be removed.
    func remove(_ name: String) async throws {
        calls.end(of: name)
        await ports.close(name)
        // A request that ends later would write its journal, and so create the world again.
        await held.withLockedValue { $0[name]?.session }?.requests.withdraw()
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
        held.withLockedValue { $0[name] = nil }
    }

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
