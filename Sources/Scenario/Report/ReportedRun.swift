package import Foundation
package import TVSimCore
package import TVSimSDKVocabulary
package import TVSimWorld

/// What a report shows of one run: a profile's flow, or the calls of a test.
package struct ReportedRun: Sendable {
    /// One step: a call of the app, or a change of its world.
    package struct Step: Sendable {
        /// The call with its arguments.
        package let title: String
        /// Whether the app called its SDK; otherwise the step changed the app or the world.
        package let isCallOfApp: Bool
        /// The file and the line; `nil` if the step does not come from a file.
        package let place: String?
        /// The simulated time at its start.
        package let began: Date
        /// The expected callbacks as text; `nil` if the callbacks are not checked.
        package let expected: [String]?
        /// The callbacks to the app.
        package let callbacks: [ReceivedCallback]
        /// The evaluated conditions of the last silent exchange; `nil` if there was none.
        package let conditions: [ConditionFinding]?
        /// What the callbacks do not show, one sentence each: what the app did, and notes.
        package let notes: [String]
        /// The requests without secrets.
        package let exchanges: [RedactedExchange]
        /// The decisions that led to them; `nil` if they are not recorded.
        package let decisions: [JournalEntry]?
        /// The failures, one sentence each.
        package let failures: [String]
        /// The comparisons of callbacks that failed.
        package let mismatches: [Mismatch]
        /// What came of the attempt of an app that the step is; `nil` if it is something else.
        package let outcome: FlowOutcome?
        /// Why it does not meet its expectation; `nil` if that is not known.
        package var why: String?
        /// What lets it meet its expectation; `nil` if nothing is known to.
        package var advice: String?

        /// Whether a reader looks at the step first.
        var isConspicuous: Bool { !failures.isEmpty || outcome?.isBad ?? false }

        /// The failures that are not in the comparisons, and why an attempt ended as it did.
        var messages: [String] {
            let compared = Set(mismatches.flatMap(\.sentences))
            return failures.filter { !compared.contains($0) } + (outcome.map { $0.isBad ? $0.sentences : [] } ?? [])
        }

        /// Creates a step.
        package init(
            title: String, isCallOfApp: Bool, place: String?, began: Date, expected: [String]?,
            callbacks: [ReceivedCallback] = [], conditions: [ConditionFinding]? = nil, notes: [String] = [],
            exchanges: [RedactedExchange] = [], decisions: [JournalEntry]?, failures: [String],
            mismatches: [Mismatch] = [], outcome: FlowOutcome? = nil
        ) {
            self.title = title
            self.isCallOfApp = isCallOfApp
            self.place = place
            self.began = began
            self.expected = expected
            self.callbacks = callbacks
            self.conditions = conditions
            self.notes = notes
            self.exchanges = exchanges
            self.decisions = decisions
            self.failures = failures
            self.mismatches = mismatches
            self.outcome = outcome
        }
    }

    /// The name of the profile or test.
    package let name: String
    /// The file of the profile or test.
    package let source: String
    /// The steps, in order.
    package let steps: [Step]
    /// HTML that the page shows before the steps, such as what came of the vendors' rules about clients.
    package var sections: [String] = []
    /// The vendors' rules that the app broke.
    package var brokenRules: [String] = []
    /// What failed in the test, as its runner says; `nil` if it says nothing.
    package var assertion: Assertion?

    /// Whether failures that are not in the steps are known to be absent.
    private let isComplete: Bool
    /// Whether a failure is known that is not in the steps.
    private let hasFailed: Bool

    /// Whether a step or the test failed.
    package var failed: Bool { hasFailed || !steps.allSatisfy(\.failures.isEmpty) }
    /// Whether the run passed; `false` also if that is not known.
    package var passed: Bool { isComplete && !failed }

    /// What failed in a test.
    package struct Assertion: Sendable {
        /// The file and the line; `nil` if they are not known.
        let place: String?
        /// What the runner of tests says; `nil` if it says nothing.
        let message: String?

        /// Creates what failed; `nil` if neither the place nor the message is known.
        package init?(at place: String?, _ message: String?) {
            guard place != nil || message != nil else { return nil }
            (self.place, self.message) = (place, message.map(Redaction.redact))
        }
    }

    /// Creates a run.
    ///
    /// - Parameters:
    ///   - name: The name of the profile or test.
    ///   - source: Its file.
    ///   - steps: The steps, in order.
    ///   - isComplete: Whether every failure is in the steps; otherwise no failure does not mean success.
    ///   - hasFailed: Whether the test failed for a reason that is not in the steps.
    package init(name: String, source: String, steps: [Step], isComplete: Bool = true, hasFailed: Bool = false) {
        self.name = name
        self.source = source
        self.steps = steps
        self.isComplete = isComplete
        self.hasFailed = hasFailed
    }
}
