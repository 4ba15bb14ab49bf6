import ArgumentParser
import SavedDevices
import Scenario
import SimulatedWorld
import SimulationCore
import StateStorage

/// `tvsim journal`: the decisions of the simulation, with their reasons.
struct Journal: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "journal",
        abstract: "The requests of apps, the decisions about them and the reasons. Secrets are redacted.",
        discussion: """
            EXAMPLE:
              tvsim journal show --contains VideoSubscriberAccount
              tvsim journal fork 12 --device before
              tvsim journal clear
            """,
        subcommands: [Show.self, Fork.self, Clear.self])

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
            if !page.damaged.isEmpty { throw JournalEntry.damaged(page.damaged) }
        }
    }

    struct Fork: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "fork",
            abstract: "Creates a device as another one was after an entry of its journal.",
            discussion: """
                The command repeats what the journal has: the commands, and the calls of an app with 'import
                AccessEnabler'. It fails if the new journal differs. Requests of HTTP clients cannot be repeated.

                EXAMPLE:
                  tvsim journal fork 12 --device before
                """)

        @Argument(help: "The number of the entry.")
        var number: Int
        @Option(help: "The name of the new device.")
        var device: String
        @Option(name: .customLong("from"), help: "The device with the journal. Default: TVSIM_DEVICE, or 'default'.")
        var source: String?

        func run() async throws {
            let environment = CommandContext.current.environment
            let selected = try SelectedDevice(given: source, environment: environment)
            let flow = try RecordedFlow(of: selected.world, named: selected.name, through: number)
            try await Replay(of: flow).perform(in: World(store: try World.state(of: flow.origin)))
            let library = DeviceLibrary(environment: environment)
            try library.create(device, from: flow.origin)
            do {
                try await Replay(of: flow).perform(in: World(store: try library.open(device, creating: false)))
            } catch {
                try library.delete(device)
                throw error
            }
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
