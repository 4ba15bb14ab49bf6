package import Foundation
package import TVSimCore
import TVSimSDKVocabulary
import TVSimSSOBridge
package import TVSimScenario
import TVSimWorld

extension ReportedRun.Step {
    /// Creates the step of an effect, of which it keeps no request as it was sent.
    ///
    /// - Parameters:
    ///   - title: The call with its arguments.
    ///   - isCallOfApp: Whether the app called its SDK; otherwise the step changed the app or the world.
    ///   - place: The file and the line; `nil` if the step does not come from a file.
    ///   - began: The simulated time at its start.
    ///   - expected: The expected callbacks as text; `nil` if the callbacks are not checked.
    ///   - effect: What the step did.
    ///   - decisions: The decisions that led to that; `nil` if they are not recorded.
    ///   - failures: The failures, one sentence each.
    package init(
        title: String, isCallOfApp: Bool, place: String?, began: Date, expected: [String]?, effect: StepEffect,
        decisions: [JournalEntry]?, failures: [String]
    ) {
        self.init(
            title: title, isCallOfApp: isCallOfApp, place: place, began: began, expected: expected,
            callbacks: effect.callbacks, conditions: effect.exchange?.conditions,
            notes: effect.appActions.map { "app: \($0)" } + effect.notes.map(\.description),
            exchanges: effect.requests.map { RedactedExchange($0, longest: nil) }, decisions: decisions,
            failures: failures,
            mismatches: effect.failures.compactMap { if case .mismatch(let found) = $0 { found } else { nil } })
    }
}

extension ReportedRun {
    /// Creates the report of a profile's run.
    package init(_ record: RunRecord) {
        self.init(
            name: record.profile, source: record.source,
            steps: record.steps.map { step in
                var reported = Step(
                    title: step.title, isCallOfApp: step.action.isCallOfApp, place: record.place(of: step),
                    began: step.began, expected: step.expected, effect: step.effect, decisions: step.decisions,
                    failures: step.failures)
                (reported.why, reported.advice) = (step.diagnosis?.reason, step.diagnosis?.advice)
                return reported
            })
        sections = record.caveat.map { ["<p>note: \($0)</p>"] } ?? []
    }
}
