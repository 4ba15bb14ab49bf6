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
        if try await isOfInterest(name, outcome) { try await keepEvidence(of: name, outcome) }
        if try await contains(name) {
            let world = unmade(name)
            do {
                try await BlockingThreads.with(served) { [self] in try evidence.remove(name, world, outcome) }
            } catch let error as StateError where error.code == .missing {
                // Another request has removed it.
            }
        }
        try stores.remove(name)
        held.withLockedValue { $0[name] = nil }
    }

    /// Returns whether a world is evidence: its test did not pass, or the app broke a rule that a command must keep.
    ///
    /// - Throws: `StateError` if it cannot be read.
    private func isOfInterest(_ name: String, _ outcome: WorldOutcome?) async throws -> Bool {
        if outcome?.isOfInterest ?? true { return true }
        guard evidence.failsOn != nil, try await contains(name) else { return false }
        let world = unmade(name)
        return try await BlockingThreads.transfer { [self] in try breaksRules(name, world) }
    }

    /// Returns whether the app has broken a rule in a world that a command must keep.
    ///
    /// - Throws: `StateError` if it cannot be read.
    func breaksRules(_ name: String, _ world: World) throws -> Bool {
        do {
            return try evidence.breaks(name, world)
        } catch let error as StateError where error.code == .missing {
            // Another request has removed it.
            return false
        }
    }

    /// Returns the report about the rules of clients in one world.
    ///
    /// - Parameters:
    ///   - world: The world.
    ///   - name: Its name; `nil` for the served world.
    /// - Returns: The report.
    /// - Throws: `StateError` if it cannot be read.
    func ruleReport(of world: World, named name: String?) throws -> RuleReport {
        try evidence.report(of: world, named: name, name.flatMap(outcome))
    }

    /// Returns the report about the rules of clients in every world, removed ones among them.
    ///
    /// - Parameter isOfAsked: Whether only those worlds count whose rules a client has asked for, or whose test has failed.
    /// - Returns: The report.
    /// - Throws: `StateError` if a world cannot be read.
    package func ruleReport(ofAskedOnly isOfAsked: Bool = false) throws -> RuleReport {
        let isolated = try names().map { (name: Optional($0), world: unmade($0), outcome: outcome(of: $0)) }
        let all = [(name: nil, world: served, outcome: nil)] + isolated
        guard isOfAsked else { return try evidence.report(including: all) }
        return try evidence.report(
            including: all.filter { evidence.isAsked($0.name) || $0.outcome?.status == .failed })
    }

    /// Returns the evidence of the served world.
    ///
    /// - Throws: `StateError` if it cannot be read.
    func evidence(of served: World) throws -> WorldEvidence {
        try WorldEvidence(of: nil, served, exchanges, evidence, nil, explainedBy: sdk)
    }

    /// Returns the evidence of an isolated world.
    ///
    /// - Throws: `StateError` if it is missing or cannot be read.
    func evidence(ofIsolated name: String) throws -> WorldEvidence {
        try WorldEvidence(of: name, unmade(name), exchanges, evidence, outcome(of: name), explainedBy: sdk)
    }

    /// Keeps the evidence of a world that is about to be removed, with a copy of its state.
    private func keepEvidence(of name: String, _ outcome: WorldOutcome?) async throws {
        guard try await contains(name) else { return }
        try await BlockingThreads.transfer { [self] in
            do {
                let kept = try WorldEvidence(
                    of: name, unmade(name), exchanges, evidence, outcome, explainedBy: sdk)
                guard removed.takes(kept) else { return }
                removed.keep(kept.apart(from: try stores.content(of: name)))
            } catch let error as StateError where error.code == .missing {
                // Another request has removed it.
            }
        }
    }
}
