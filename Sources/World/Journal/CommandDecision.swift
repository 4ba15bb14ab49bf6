package import TVSimCore

/// A command, and whether the world refused it.
package struct CommandDecision: JournalDecision {
    package static let kind = "command"
    static let room = "Command"
    static let done = "done"

    /// The name of the command.
    package let command: String
    /// The arguments.
    package let arguments: JournalArguments
    /// Why the world refused the command; `nil` if it did not.
    package let refusal: JournalText?

    init(_ command: SimulatorCommand, refusal: String?) {
        self.command = command.name
        arguments = JournalArguments(command.arguments)
        self.refusal = refusal.map { JournalText($0) }
    }

    package var verdict: JournalVerdict? { refusal == nil ? .changed : .refused }

    package var text: DecisionText {
        DecisionText(
            Self.room, command, refusal == nil ? Self.done : "refused",
            [refusal?.kept, arguments.text ?? "no arguments"].compactMap(\.self).joined(separator: ": "),
            details: .details(["arguments": arguments.text]))
    }
}
