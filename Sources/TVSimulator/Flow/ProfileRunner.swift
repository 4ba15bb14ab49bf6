import SimulationCore
import StateStorage

/// Runs a profile's flow through a world of its own, in memory, and reports what happened.
package enum ProfileRunner {
    /// Runs a profile.
    ///
    /// - Parameters:
    ///   - profile: The profile.
    ///   - explaining: Whether the report carries the journal's reasons.
    /// - Throws: Whatever the simulation's own state throws. An expectation that is not met is not an error: it stands
    ///   in the report.
    package static func run(_ profile: Profile, explaining: Bool = false) async throws -> RunReport {
        let world = World(store: MemoryStateStore())
        try world.install(profile)
        let app = SimulatedApp(world: world, profile: profile)
        var steps: [StepReport] = []
        for step in profile.flow {
            steps.append(try await run(step, app: app, world: world, explaining: explaining))
        }
        return RunReport(profile: profile.name, source: profile.source, steps: steps)
    }

    private static func run(
        _ step: FlowStep, app: SimulatedApp, world: World, explaining: Bool
    ) async throws -> StepReport {
        let at = TimeText.format(try world.simulation.clock.now())
        let firstEntry = explaining ? try world.simulation.journal.entries().count + 1 : 0
        if let refusal = step.action.refusal {
            return StepReport(
                call: step.action.call, arguments: step.action.arguments, at: at, failures: [refusal])
        }
        let effect = try await app.perform(step.action)
        let reasons =
            explaining
            ? try world.simulation.journal.entries(from: firstEntry).map(\.line) : nil
        return StepReport(
            call: step.action.call, arguments: step.action.arguments, at: at, callbacks: effect.callbacks,
            requests: effect.requests,
            conditions: effect.conditions?.map { ConditionReport(name: $0.condition.rawValue, holds: $0.holds) },
            actions: effect.actions.isEmpty ? nil : effect.actions, reasons: reasons,
            failures: step.expect.map { Expectation.failures(expected: $0, callbacks: effect.callbacks.map(\.text)) } ?? [])
    }
}

extension FlowStep.Action {
    /// Why a step cannot be run by this version, though the format knows it; `nil` for all others.
    ///
    /// A step that did nothing would let its expectations pass by accident.
    fileprivate var refusal: String? {
        switch self {
        case .checkPreauthorizedResources, .setOptions:
            "this version of tvsim reads the step '\(call)' and cannot run it"
        default: nil
        }
    }
}

extension JournalEntry {
    /// The entry as one line for people.
    package var line: String {
        "\(room): \(event): \(outcome) (\(reason))"
    }
}
