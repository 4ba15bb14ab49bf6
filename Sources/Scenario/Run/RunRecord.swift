import EntitlementAPI
package import Foundation
import SSOBridge
import Settings
import SimulatedWorld
package import SimulationCore
import StructuredText

/// What came of one profile's flow, as values: every report of a run is a function of it.
package struct RunRecord: Encodable, Sendable {
    /// The profile's name.
    package let profile: String
    /// The file that the profile was read from.
    package let source: String
    /// Whether every step caused what it must.
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

    /// The file and line of a step, as errors write places; `nil` if the step stands in no text.
    package func place(of step: StepRecord) -> String? {
        step.line.map { "\(source):\($0)".onOneLine }
    }
}

/// What came of one step.
package struct StepRecord: Sendable {
    /// What happened.
    package let action: FlowStep.Action
    /// The line of the source on which the step stands, from 1; `nil` if it stands in no text.
    package let line: Int?
    /// The simulated instant at which the step began.
    package let began: Date
    /// What it caused, and what it did otherwise than it must.
    package let effect: StepEffect
    /// The decisions behind it, in order; `nil` if they were not asked for.
    package let decisions: [JournalEntry]?

    /// Creates a record.
    package init(
        _ action: FlowStep.Action, line: Int? = nil, began: Date, effect: StepEffect,
        decisions: [JournalEntry]? = nil
    ) {
        self.action = action
        self.line = line
        self.began = began
        self.effect = effect
        self.decisions = decisions
    }

    /// The faults that struck in the step, as far as decisions were asked for.
    package var faults: [FaultStrike] { (decisions ?? []).compactMap(\.fault) }

    /// The failures, one sentence each.
    package var failures: [String] { effect.failures.flatMap(\.sentences) }

    /// The app was told so.
    package var callbacks: [Callback] { effect.callbacks }
}

// The article JSONOutput lists the keys.
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
        try container.encode(effect.requests, forKey: .requests)
        try container.encodeIfPresent(effect.exchange?.conditions.map(ConditionListing.init), forKey: .conditions)
        try container.encodeIfPresent(texts(effect.deeds), forKey: .actions)
        try container.encodeIfPresent(texts(effect.notes), forKey: .notes)
        try container.encodeIfPresent(decisions?.map(\.line), forKey: .reasons)
        try container.encode(failures, forKey: .failures)
    }
}

/// A condition of the silent exchange, as JSON.
package struct ConditionListing: Codable, Sendable, Hashable {
    /// The condition's name.
    package let name: String
    /// Whether it holds.
    package let holds: Bool

    init(_ finding: ConditionFinding) {
        name = finding.condition.rawValue
        holds = finding.holds
    }
}
