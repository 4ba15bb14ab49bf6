import TVSimScenario
import TVSimStructuredText

/// Why a step does not meet its expectation, and what lets it do so.
package struct StepDiagnosis: Sendable {
    /// The place of a step that lets another one pass.
    enum Place: Sendable {
        /// At the start of the flow.
        case first
        /// Directly before the step.
        case before
    }

    /// What stopped the call, as one sentence; `nil` if nothing did.
    package let reason: String?
    /// The commands with which the step passes, in order; empty if none do.
    let remedies: [Remedy]
    /// Where the commands stand in the flow.
    let place: Place

    init(_ reason: String?, remedies: [Remedy] = [], at place: Place = .before) {
        (self.reason, self.remedies, self.place) = (reason, remedies, place)
    }

    /// The steps of a flow that let the step pass, one sentence; `nil` if no command does.
    package var advice: String? {
        let steps = remedies.compactMap { $0.command.flatMap(Self.notation) }
        guard !steps.isEmpty else { return nil }
        let noun = steps.count == 1 ? "the step" : "the steps"
        return "add \(noun) \(steps.joined(separator: ", ")) "
            + (place == .before ? "before this one" : "at the start of the flow")
    }

    /// Returns a command as a step of a profile.
    private static func notation(of command: JSONValue) -> String? {
        if case .string(let name) = command { return "'\(name)'" }
        guard case .object(let members) = command, let (name, value) = members.first else { return nil }
        return (try? JSONText.line(value)).map { "'\(name): \($0)'" }
    }
}
