import ArgumentParser
import TVSimStructuredText
import TVSimWorld

/// `tvsim mark`: what only a test knows about the app.
struct MarkCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mark",
        abstract: "Says in the journal what only a test knows about the app, such as that it plays.",
        discussion: """
            A mark changes nothing. The rules about clients read it ('tvsim rules list').

            EXAMPLE:
              tvsim mark launch
              tvsim mark play --resource news
              tvsim mark waived --rule poll-gap --reason "our tests poll without waiting"
            """)

    @Argument(help: "What happens.")
    var event: Mark.Event
    @Option(help: "The resource of 'play'.")
    var resource: String?
    @Option(help: "The media token of 'play' or 'tokenVerified', in Base64 or clear text.")
    var token: String?
    @Option(help: "The rule of 'waived'.", transform: RuleID.named)
    var rule: RuleID?
    @Option(help: "Why the rule is waived.")
    var reason: String?
    @OptionGroup var device: DeviceOption

    private var mark: Mark { Mark(event, resource: resource, token: token, rule: rule, reason: reason) }

    func validate() throws {
        if let problem = mark.problem { throw ValidationError(problem) }
    }

    func run() throws { try device.perform(.mark(mark)) }
}

extension Mark.Event: ExpressibleByArgument {}

extension RuleID {
    /// Returns the rule of an argument.
    ///
    /// - Throws: `ValidationError` with the closest rule, or with the command that lists them.
    fileprivate static func named(_ name: String) throws -> RuleID {
        guard let rule = RuleID(rawValue: name) else {
            let closest = Suggestion.closest(to: name, among: allCases.map(\.rawValue))
            let help = closest.map { "did you mean '\($0)'?" } ?? "'tvsim rules list' lists the rules"
            throw ValidationError("no rule has this name; \(help)")
        }
        return rule
    }
}
