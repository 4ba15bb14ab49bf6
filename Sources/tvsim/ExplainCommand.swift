import ArgumentParser
import TVSimRuns
import TVSimScenario
import TVSimWorld

/// `tvsim explain`: the outcome that a call would have now, and the reasons.
struct Explain: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Explains the outcome that a call would have now, and prints a remedy. It changes nothing.",
        discussion: """
            The text has the callbacks, the condition that does not hold, and the remedy. JSON has the decisions too.

            EXAMPLE:
              tvsim explain setRequestor
              tvsim explain checkAuthentication --why
            """)

    enum Call: String, ExpressibleByArgument, CaseIterable {
        case setRequestor, checkAuthentication, getAuthentication, logout
    }

    @Argument(help: "The call of the app.")
    var call: Call
    @Flag(help: "Prints each condition and the decisions that led to the outcome.")
    var why = false
    @OptionGroup var device: DeviceOption
    @OptionGroup var format: FormatOption

    func run() async throws {
        guard let call = ExplainedCall(rawValue: call.rawValue) else { throw ExitCode.validationFailure }
        let device = try device.open()
        let explanation = try await Explanation.of(
            call, in: device.world, named: device.name,
            for: .commandLine(device: device.isMeantByDefault ? nil : device.name))
        try format.print(
            explanation, text: try ExplanationText.text(explanation, isWhole: why), marks: ExplanationText.marks)
    }
}
