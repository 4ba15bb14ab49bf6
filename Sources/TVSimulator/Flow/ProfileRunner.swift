package import EntitlementAPI
import SSOBridge
import Settings
import SimulationCore
package import StateStorage
import StructuredText

/// Runs flows of app calls and events through a world in memory, and reports what happened.
package struct ProfileRunner: Sendable {
    /// Makes the way from the app to the service of a world.
    package typealias Wire = @Sendable (World) async throws -> any EntitlementTransport

    private let isExplaining: Bool
    private let wire: Wire

    /// Creates a runner.
    ///
    /// - Parameters:
    ///   - isExplaining: Whether reports carry the journal's reasons.
    ///   - wire: How the app reaches the service; without it in process.
    package init(
        explaining isExplaining: Bool = false,
        over wire: @escaping Wire = { WorldTransport($0) }
    ) {
        self.isExplaining = isExplaining
        self.wire = wire
    }

    /// Runs a profile's flow from its beginning, in a world of its own.
    ///
    /// - Throws: Whatever the simulation's own state throws. An expectation that is not met is not an error: it stands
    ///   in the report.
    package func run(_ profile: Profile) async throws -> RunReport {
        let world = World(store: MemoryStateStore())
        try world.install(profile)
        return try await run(profile, in: world)
    }

    /// Runs a profile's flow in a world that was made from it.
    package func run(_ profile: Profile, in world: World) async throws -> RunReport {
        let app = SimulatedApp(world: world, profile: profile, over: try await wire(world))
        var steps: [StepReport] = []
        var told = try world.simulation.journal.lastNumber()
        for step in profile.flow { steps.append(try await run(step, app: app, world: world, told: &told)) }
        return RunReport(profile: profile.name, source: profile.source, steps: steps)
    }

    /// Runs actions of a newly launched app on a copy of a device, which is left as it is.
    ///
    /// - Parameters:
    ///   - actions: What the app does.
    ///   - store: The copy's state.
    ///   - profile: The profile that the device was made from.
    /// - Returns: What each action caused.
    /// - Throws: Whatever the simulation's own state throws.
    package func rehearse(
        _ actions: [FlowStep.Action], on store: any StateStore, of profile: Profile
    ) async throws -> Rehearsal {
        let world = World(store: store)
        let app = SimulatedApp(world: world, profile: profile, over: try await wire(world))
        var steps: [StepReport] = []
        var told = try world.simulation.journal.lastNumber()
        // What an app would do that the system has ended tells nobody anything.
        for action in actions where app.termination == nil {
            steps.append(try await run(FlowStep(action), app: app, world: world, told: &told))
        }
        return Rehearsal(steps: steps, termination: app.termination)
    }

    /// Runs a step; `told` is the number of the journal's last entry that stands in a report, and moves with this one's.
    private func run(
        _ step: FlowStep, app: SimulatedApp, world: World, told: inout Int
    ) async throws -> StepReport {
        let at = TimeText.format(try world.simulation.clock.now())
        let effect = try await app.perform(step.action)
        var reasons: [String]?
        if isExplaining {
            let news = try world.simulation.journal.entries(after: told)
            reasons = news.entries.map(\.line)
            told = news.last
        }
        return StepReport(
            call: step.action.call, arguments: step.action.arguments, line: step.line > 0 ? step.line : nil, at: at,
            callbacks: effect.callbacks, requests: effect.requests,
            conditions: effect.conditions?.map { ConditionReport(name: $0.condition.rawValue, holds: $0.holds) },
            actions: effect.actions.isEmpty ? nil : effect.actions,
            notes: effect.notes.isEmpty ? nil : effect.notes, reasons: reasons,
            failures: effect.failures
                + (step.expect.map {
                    Expectation.failures(expected: $0, callbacks: effect.callbacks)
                } ?? []))
    }
}

extension JournalEntry {
    /// The entry as one line for people.
    package var line: String {
        "\(room): \(event): \(outcome) (\(reason))".onOneLine
    }
}
