import TVSimCore
package import TVSimEntitlementAPI
package import TVSimScenario
package import TVSimStateStorage
import TVSimStructuredText
package import TVSimWorld

/// Runs flows of app calls and events through a world in memory, and records what happened.
package struct ProfileRunner: Sendable {
    /// Creates the transport from the app to the service of a world.
    package typealias Wire = @Sendable (World) async throws -> any EntitlementTransport

    private let isExplaining: Bool
    let wire: Wire

    /// Creates a runner.
    ///
    /// - Parameters:
    ///   - isExplaining: Whether records contain the decisions of the journal.
    ///   - wire: Creates the app's transport to the service; the default calls the service in process.
    package init(
        explaining isExplaining: Bool = false,
        over wire: @escaping Wire = { WorldTransport($0) }
    ) {
        self.isExplaining = isExplaining
        self.wire = wire
    }

    /// Runs a profile's flow in a new world.
    ///
    /// - Parameter profile: The profile.
    /// - Returns: The record, which contains the failed expectations.
    /// - Throws: `StateError` if the simulation's state cannot be read or written.
    package func run(_ profile: Profile) async throws -> RunRecord {
        let world = World(store: MemoryStateStore())
        try world.install(profile)
        return try await run(profile, in: world)
    }

    /// Runs a profile's flow in a world that was created from the profile.
    ///
    /// - Parameters:
    ///   - profile: The profile.
    ///   - world: The world.
    ///   - watch: Looks at the app and the world after each step.
    /// - Returns: The record, which contains the failed expectations.
    /// - Throws: `StateError` if the simulation's state cannot be read or written; the errors of `watch`.
    package func run(
        _ profile: Profile, in world: World,
        watching watch: (StepRecord, SimulatedApp) throws -> Void = { _, _ in }
    ) async throws -> RunRecord {
        let app = SimulatedApp(world: world, profile: profile, over: try await wire(world))
        var steps: [StepRecord] = []
        var told = try world.simulation.journal.lastNumber()
        for step in profile.flow {
            let record = try await run(step, app: app, world: world, told: &told)
            try watch(record, app)
            steps.append(record)
        }
        if let situation = profile.situation { CoverageRecorder.current?.visit(.cell(situation)) }
        return RunRecord(profile: profile.name, source: profile.source, steps: steps)
    }

    /// Runs actions of a newly launched app on a copy of a device; the device itself does not change.
    ///
    /// A rehearsal is not recorded as coverage, because no app made the calls.
    ///
    /// - Parameters:
    ///   - actions: The app's actions.
    ///   - store: The copy's state.
    ///   - profile: The profile from which the device was created.
    /// - Returns: The effects of each action.
    /// - Throws: `StateError` if the simulation's state cannot be read or written.
    package func rehearse(
        _ actions: [FlowStep.Action], on store: any StateStore, of profile: Profile
    ) async throws -> Rehearsal {
        let world = World(store: store, recorder: nil)
        let app = SimulatedApp(world: world, profile: profile, over: try await wire(world))
        var steps: [StepRecord] = []
        var told = try world.simulation.journal.lastNumber()
        // An app that the system has ended makes no further calls.
        for action in actions where app.termination == nil {
            steps.append(try await run(FlowStep(action), app: app, world: world, told: &told))
        }
        return Rehearsal(steps: steps, termination: app.termination)
    }

    /// Runs a step; `told` is the number of the last journal entry in a record.
    func run(
        _ step: FlowStep, app: SimulatedApp, world: World, told: inout Int
    ) async throws -> StepRecord {
        let began = try world.simulation.clock.now()
        let stopwatch = Stopwatch()
        var effect = try await app.perform(step.action)
        let duration = stopwatch.elapsed
        if let expected = step.expect, let mismatch = Mismatch(expected: expected, callbacks: effect.callbacks) {
            effect.failures.append(.mismatch(mismatch))
        }
        var decisions: [JournalEntry]?
        if isExplaining {
            (decisions, told) = try world.simulation.journal.entries(after: told)
            // A step need not be explained by itself.
            decisions?.removeAll { $0.decision.isAction }
        }
        return StepRecord(
            step.action, line: step.line > 0 ? step.line : nil, began: began, expected: step.expect?.map(\.text),
            effect: effect, decisions: decisions, duration: duration)
    }
}
