import TVSimCore
package import TVSimScenario
import TVSimStateStorage
import TVSimWorld

extension ProfileRunner {
    /// The most remedies of one step.
    private static let rounds = 4

    /// Returns a record in which the first step that does not meet its expectation has a diagnosis.
    ///
    /// The flow runs again in a world of its own, with each remedy as a step. So every remedy that the diagnosis names is
    /// known to work, and a step that expects a refusal gets no advice that prevents it.
    ///
    /// - Parameters:
    ///   - record: The record of a run of the profile.
    ///   - profile: The profile.
    /// - Returns: The record, with a diagnosis if a step needs one.
    /// - Throws: `StateError` if the simulation's state cannot be read or written.
    package func diagnosed(_ record: RunRecord, of profile: Profile) async throws -> RunRecord {
        guard let index = record.steps.firstIndex(where: \.isMismatched), index < profile.flow.count else {
            return record
        }
        var steps = record.steps
        steps[index].diagnosis = try await diagnosis(of: index, in: profile)
        return RunRecord(profile: record.profile, source: record.source, steps: steps)
    }

    private func diagnosis(of index: Int, in profile: Profile) async throws -> StepDiagnosis {
        var reason: String?
        for place in [StepDiagnosis.Place.before, .first] {
            var remedies: [Remedy] = []
            for _ in 0..<Self.rounds {
                let trial = try await trial(of: index, in: profile, with: remedies, at: place)
                if trial.passes { return StepDiagnosis(reason, remedies: remedies, at: place) }
                if remedies.isEmpty { reason = trial.rehearsal.failure?.reason }
                guard let next = trial.remedy, next.command != nil, !remedies.contains(next) else { break }
                remedies.append(next)
            }
        }
        return StepDiagnosis(reason)
    }

    /// What came of a flow to which remedies were added.
    private struct Trial {
        /// Whether the step passes, and each one before it.
        let passes: Bool
        /// The calls since the last launch of the app.
        let rehearsal: Rehearsal
        /// The next remedy; `nil` after the last one.
        let remedy: Remedy?
    }

    private func trial(
        of index: Int, in profile: Profile, with remedies: [Remedy], at place: StepDiagnosis.Place
    ) async throws -> Trial {
        let world = World(store: MemoryStateStore(), recorder: nil)
        try world.install(profile)
        let app = SimulatedApp(world: world, profile: profile, over: try await wire(world))
        let runner = ProfileRunner(explaining: true, over: wire)
        let position = place == .before ? index : 0
        var steps: [StepRecord] = []
        var passes = true
        var told = try world.simulation.journal.lastNumber()
        for (number, step) in profile.flow.prefix(index + 1).enumerated() {
            if number == position {
                for command in remedies.compactMap(\.command) { try world.perform(event: command) }
            }
            if step.action == .relaunch { steps = [] }
            let record = try await runner.run(step, app: app, world: world, told: &told)
            passes = passes && record.effect.failures.isEmpty
            steps.append(record)
        }
        let rehearsal = Rehearsal(steps: steps, termination: app.termination)
        return Trial(
            passes: passes, rehearsal: rehearsal,
            remedy: passes ? nil : try Remedy.of(rehearsal, in: world, profile: profile))
    }
}

extension StepRecord {
    /// Whether the callbacks differ from the expected ones.
    fileprivate var isMismatched: Bool {
        effect.failures.contains { if case .mismatch = $0 { true } else { false } }
    }
}
