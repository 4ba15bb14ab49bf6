import TVSimDevice
package import TVSimRules
import TVSimStateStorage
import TVSimStructuredText
import TVSimWorld

extension SimulatedWorlds {
    /// Removes an isolated world, and ends its requests of the framework; the next request that names it creates a new
    /// one.
    ///
    /// - Parameters:
    ///   - name: The world's name.
    ///   - keepsEvidence: Whether what the world did is kept; not so for one that no client has got.
    /// - Throws: `StateError` when it cannot be removed.
    func remove(_ name: String, keepingEvidence keepsEvidence: Bool = true) async throws {
        calls.end(of: name)
        await ports.close(name)
        // A request that ends later would write its journal, and so create the world again.
        await held.withLockedValue { $0[name]?.session }?.requests.withdraw()
        if keepsEvidence { try await keepWhatHappened(in: name) }
        eviction?.forget(name)
        try stores.remove(name)
        held.withLockedValue { $0[name] = nil }
    }

    /// Keeps what is evidence, and what the judge of client rules needs, of a world that is about to be removed.
    ///
    /// - Throws: `StateError` if it cannot be read.
    private func keepWhatHappened(in name: String) async throws {
        let outcome = outcome(of: name)
        if try await isOfInterest(name, outcome) { try await keepEvidence(of: name, outcome) }
        guard try await contains(name) else { return }
        let world = unmade(name)
        do {
            try await BlockingThreads.with(served) { [self] in try evidence.remove(name, world, outcome) }
        } catch let error as StateError where error.code == .missing {
            // Another request has removed it.
        }
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
        try WorldEvidence(
            of: name, unmade(name), exchanges, evidence, outcome(of: name), explainedBy: sdk, elsewhere: elsewhere)
    }

    /// Says which requests reached the server and no isolated world; empty if there are none.
    private func elsewhere() throws -> [String] {
        let journal = try SelectedDevice(of: served, name: nil, title: "world").journal(after: 0, contains: nil)
        let count = journal.entries.count { $0.entry.requestStatus != nil }
        let answered =
            count == 0
            ? nil
            : "\(count == 1 ? "1 request" : "\(count) requests") reached the world without a name: give the app the "
                + "'url' of its world"
        return [lost.told, answered].compactMap(\.self)
    }

    /// Keeps the evidence of a world that is about to be removed, with a copy of its state.
    private func keepEvidence(of name: String, _ outcome: WorldOutcome?) async throws {
        guard try await contains(name) else { return }
        try await BlockingThreads.transfer { [self] in
            do {
                let kept = try WorldEvidence(
                    of: name, unmade(name), exchanges, evidence, outcome, explainedBy: sdk, elsewhere: elsewhere)
                guard removed.takes(kept) else { return }
                removed.keep(kept.apart(from: try stores.content(of: name)))
            } catch let error as StateError where error.code == .missing {
                // Another request has removed it.
            }
        }
    }
}
