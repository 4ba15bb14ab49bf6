import ArgumentParser
import SimulatedWorld

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
            """)

    @Argument(help: "What happens.")
    var event: Mark.Event
    @Option(help: "The resource of 'play'.")
    var resource: String?
    @OptionGroup var device: DeviceOption

    func validate() throws {
        guard resource == nil || event == .play else { throw ValidationError("--resource requires the event 'play'") }
    }

    func run() throws { try device.perform(.mark(Mark(event, resource: resource))) }
}

extension Mark.Event: ExpressibleByArgument {}
