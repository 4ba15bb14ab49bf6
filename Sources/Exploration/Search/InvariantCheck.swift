package import TVSimScenario
package import TVSimWorld

/// Runs sequences in memory, and judges them by the rules.
package struct InvariantCheck: Sendable {
    /// Observes the flow of a profile; a test gives another observer to plant a bug.
    package typealias Observer = @Sendable (Profile, CoverageRecorder) async throws -> FlowHistory

    private let profile: Profile
    private let invariants: [Invariant]
    private let observe: Observer

    /// Creates a check.
    ///
    /// - Parameters:
    ///   - profile: The profile whose world the sequences run in.
    ///   - invariants: The rules.
    ///   - observe: Runs a flow and observes it.
    package init(
        _ profile: Profile, by invariants: [Invariant] = Invariant.all,
        observing observe: @escaping Observer = { try await HistoryRunner().history(of: $0, recorder: $1) }
    ) {
        self.profile = profile
        self.invariants = invariants
        self.observe = observe
    }

    /// Runs a sequence in a new world, and judges it.
    ///
    /// - Throws: `StateError` if the simulation's state cannot be read or written.
    package func trial(of steps: [FlowStep.Action]) async throws -> Trial {
        var profile = profile
        profile.flow = steps.map { FlowStep($0) }
        let recorder = CoverageRecorder()
        let history = try await observe(profile, recorder)
        // What the sequence visits also counts for the process, whose coverage may be recorded.
        for item in recorder.visited { CoverageRecorder.current?.visit(item) }
        return Trial(
            visited: recorder.visited, violation: Invariant.violation(of: invariants, in: history))
    }
}
