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
    /// The number of the fault that the command added; `nil` for another command.
    package let fault: Int?
    /// The app that the command changed, if the arguments do not name it.
    package let app: String?

    init(_ command: SimulatorCommand, refusal: String?, made outcome: CommandOutcome? = nil, app: String? = nil) {
        self.command = command.name
        arguments = JournalArguments(command.arguments)
        self.refusal = refusal.map { JournalText($0) }
        (fault, self.app) = (outcome?.fault, app)
    }

    package var verdict: JournalVerdict? { refusal == nil ? .changed : .refused }

    /// Whether it has set or advanced the clock.
    package var movesClock: Bool {
        refusal == nil && [TimeCommands.advance.name, TimeCommands.setClock.name].contains(command)
    }

    /// The command as a sentence.
    package var sentence: String { CommandSentence.text(of: self) ?? command }

    package var text: DecisionText {
        DecisionText(
            Self.room, command, refusal == nil ? Self.done : "refused",
            [refusal?.kept, arguments.text ?? "no arguments"].compactMap(\.self).joined(separator: ": "),
            details: .details(["arguments": arguments.text]))
    }
}
