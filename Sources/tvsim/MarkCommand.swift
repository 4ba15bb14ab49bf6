import ArgumentParser
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
            """)

    @Argument(help: "What happens.")
    var event: Mark.Event
    @Option(help: "The resource of 'play'.")
    var resource: String?
    @Option(help: "The media token of 'play' or 'tokenVerified', in Base64 or clear text.")
    var token: String?
    @OptionGroup var device: DeviceOption

    func validate() throws {
        guard resource == nil || event == .play else { throw ValidationError("--resource requires the event 'play'") }
        guard token == nil || Mark.hasToken(event) else {
            throw ValidationError("--token requires the event 'play' or 'tokenVerified'")
        }
    }

    func run() throws { try device.perform(.mark(Mark(event, resource: resource, token: token))) }
}

extension Mark.Event: ExpressibleByArgument {}
