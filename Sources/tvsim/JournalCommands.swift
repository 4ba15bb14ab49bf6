import ArgumentParser
import SimulatedWorld

/// `tvsim journal`: the decisions of the simulation, with their reasons.
struct Journal: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "journal",
        abstract: "The requests of apps, the decisions about them and the reasons. Secrets are redacted.",
        discussion: """
            EXAMPLE:
              tvsim journal show --contains VideoSubscriberAccount
              tvsim journal clear
            """,
        subcommands: [Show.self, Clear.self])

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show",
            abstract: "Prints the decisions, in order.",
            discussion: """
                EXAMPLE:
                  tvsim journal show
                  tvsim journal show --after 120 --contains profiles --format json
                """)

        @Option(parsing: .unconditional, help: "Prints only decisions with a higher number.")
        var after = 0
        @Option(help: "Prints only decisions that contain this text, in their line or in their details.")
        var contains: String?
        @OptionGroup var device: DeviceOption
        @OptionGroup var format: FormatOption

        func validate() throws {
            guard after >= 0 else { throw ValidationError("--after must not be negative") }
        }

        func run() throws {
            let page = try device.open().journal(after: after, contains: contains)
            try format.print(page, text: page.text)
        }
    }

    struct Clear: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "clear",
            abstract: "Deletes all decisions. Settings and state do not change.",
            discussion: """
                EXAMPLE:
                  tvsim journal clear
                """)

        @OptionGroup var device: DeviceOption

        func run() throws { try device.open().forgetJournal() }
    }
}
