package import Foundation
import HTTPTypes
package import TVSimCore
import TVSimEntitlementAPI
import TVSimSDKVocabulary
import TVSimSSOBridge
package import TVSimScenario
import TVSimStructuredText
import TVSimWorld

/// The result of running one profile's flow, from which every report is written.
package struct RunRecord: Encodable, Sendable {
    /// The profile's name.
    package let profile: String
    /// The file that the profile was read from.
    package let source: String
    /// Whether every step passed.
    package let passed: Bool
    /// The steps, in order.
    package let steps: [StepRecord]

    /// Creates a record.
    package init(profile: String, source: String, steps: [StepRecord]) {
        self.profile = profile
        self.source = source
        self.steps = steps
        passed = steps.allSatisfy(\.effect.failures.isEmpty)
    }

    /// The record as of a run that does not explain its steps.
    package var withoutReasons: RunRecord {
        RunRecord(
            profile: profile, source: source,
            steps: steps.map { step in
                StepRecord(
                    step.action, line: step.line, began: step.began, expected: step.expected, effect: step.effect,
                    duration: step.duration, diagnosis: step.diagnosis)
            })
    }

    /// What was not tested; `nil` if the profile has a flow.
    package var caveat: String? { steps.isEmpty ? "the profile has no flow, so nothing was tested" : nil }

    /// Returns the file and line of a step in the notation of errors; `nil` if the step does not come from a file.
    package func place(of step: StepRecord) -> String? {
        step.line.map { "\(source):\($0)".onOneLine }
    }
}

/// The result of one step.
package struct StepRecord: Sendable {
    /// The action of the step.
    package let action: FlowStep.Action
    /// The line number of the step in its source, from 1; `nil` if the step does not come from a file.
    package let line: Int?
    /// The simulated time at the start of the step.
    package let began: Date
    /// The expected callbacks as text; `nil` if the callbacks are not checked.
    package let expected: [String]?
    /// The effects of the step, including its failures.
    package let effect: StepEffect
    /// The decisions that led to the effects, in order; `nil` if the run does not explain its steps.
    package let decisions: [JournalEntry]?

    /// The real time that the step took; it is in no report that must be the same for each run.
    package let duration: Duration

    /// Why the step does not meet its expectation; `nil` if it does, or if no reason was looked for.
    package internal(set) var diagnosis: StepDiagnosis?

    /// Creates a record.
    package init(
        _ action: FlowStep.Action, line: Int? = nil, began: Date, expected: [String]? = nil, effect: StepEffect,
        decisions: [JournalEntry]? = nil, duration: Duration = .zero, diagnosis: StepDiagnosis? = nil
    ) {
        self.action = action
        self.line = line
        self.began = began
        self.expected = expected
        self.effect = effect
        self.decisions = decisions
        self.duration = duration
        self.diagnosis = diagnosis
    }

    /// The call with its arguments.
    package var title: String {
        let arguments = action.arguments.map { argument in
            if case .string(let text) = argument { text } else { (try? JSONText.line(argument)) ?? "" }
        }
        return ([action.call] + arguments).joined(separator: " ")
    }

    /// The faults that occurred in the step; empty if the run does not explain its steps.
    package var faults: [InjectedFault] { (decisions ?? []).compactMap(\.fault) }

    /// The failures, one sentence each.
    package var failures: [String] { effect.failures.flatMap(\.sentences) }

    /// The callbacks to the app.
    package var callbacks: [ReceivedCallback] { effect.callbacks }
}

// The article JSONOutput of the documentation lists the keys.
extension StepRecord: Encodable {
    private enum CodingKeys: String, CodingKey {
        case call, arguments, line, at, callbacks, requests, conditions, actions, notes, reasons, failures
    }

    package func encode(to encoder: any Encoder) throws {
        func texts(_ values: [some CustomStringConvertible]) -> [String]? {
            values.isEmpty ? nil : values.map(\.description)
        }
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(action.call, forKey: .call)
        try container.encode(action.arguments, forKey: .arguments)
        try container.encodeIfPresent(line, forKey: .line)
        try container.encode(TimeText.format(began), forKey: .at)
        try container.encode(effect.callbacks, forKey: .callbacks)
        try container.encode(effect.requests.map(RequestListing.init), forKey: .requests)
        try container.encodeIfPresent(effect.exchange?.conditions.map(ConditionListing.init), forKey: .conditions)
        try container.encodeIfPresent(texts(effect.appActions), forKey: .actions)
        try container.encodeIfPresent(texts(effect.notes), forKey: .notes)
        try container.encodeIfPresent(decisions?.map(\.line), forKey: .reasons)
        try container.encode(failures, forKey: .failures)
    }
}

/// A request of a step, as JSON: without what can contain secrets.
private struct RequestListing: Encodable {
    let method: String
    let path: String
    let status: Int?

    init(_ exchange: HTTPExchange) {
        (method, path, status) = (exchange.method.rawValue, exchange.path, exchange.status)
    }
}
