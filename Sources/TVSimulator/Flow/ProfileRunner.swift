package import StateStorage

/// Runs a profile's flow and reports what came of it.
package struct ProfileRunner: Sendable {
    private let isExplaining: Bool

    /// Creates a runner.
    package init(explaining isExplaining: Bool = false) {
        self.isExplaining = isExplaining
    }

    /// Runs a profile from its beginning, in memory.
    package func run(_ profile: Profile) async throws -> RunReport {
        let steps = profile.flow.map { step in
            StepReport(
                call: step.action.call, arguments: step.action.arguments, at: "",
                failures: step.expect.map { Expectation.failures(expected: $0, callbacks: []) } ?? [])
        }
        return RunReport(profile: profile.name, source: profile.source, steps: steps)
    }

    /// Runs actions of a newly launched app on a copy of a device, which is left as it is.
    package func rehearse(
        _ actions: [FlowStep.Action], on store: any StateStore, of profile: Profile
    ) async throws -> [StepReport] {
        []
    }
}
