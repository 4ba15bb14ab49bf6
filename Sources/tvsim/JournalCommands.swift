import ArgumentParser
import TVSimCore
import TVSimRuns
import TVSimScenario
import TVSimStateStorage
import TVSimStructuredText
import TVSimWorld

/// `tvsim journal`: the decisions of the simulation, with their reasons.
struct JournalCommand: ParsableCommand {
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

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show",
            abstract: "Prints the decisions, in order.",
            discussion: """
                At a terminal it prints the attempts of apps and the commands, one line each: the time, what came of it, \
                what it is about, the status and the cause. With --entries or --follow, and in a pipe or a file, it \
                prints each decision.

                With --follow, the command waits for new decisions until a signal ends it. As JSON, each line has the \
                decisions that were made together.

                EXAMPLE:
                  tvsim journal show
                  tvsim journal show --entries
                  tvsim journal show --after 120 --contains profiles --format json
                  tvsim journal show --follow --last 20
                """)

        /// The time between two looks at a journal that is followed.
        private static let look = Duration.milliseconds(200)

        @Option(parsing: .unconditional, help: "Prints only decisions with a higher number.")
        var after = 0
        @Option(help: "Prints only decisions that contain this text, in their line or in their details.")
        var contains: String?
        @Option(parsing: .unconditional, help: "Prints only this many decisions or attempts, the newest ones.")
        var last: Int?
        @Flag(name: .shortAndLong, help: "Prints new decisions as they are made.")
        var follow = false
        @Flag(help: "Prints each decision at a terminal too, not the attempts.")
        var entries = false
        @OptionGroup var device: DeviceOption
        @OptionGroup var format: FormatOption

        func validate() throws {
            guard after >= 0 else { throw ValidationError("--after must not be negative") }
            guard last ?? 0 >= 0 else { throw ValidationError("--last must not be negative") }
        }

        func run() async throws {
            let selected = try device.open()
            if Terminal.isOutput, format.kind == .text, !entries, !follow { return try showAttempts(on: selected) }
            var page = try selected.journal(after: after, contains: contains)
            if let last { page.entries = page.entries.suffix(last) }
            if !follow || !page.entries.isEmpty { try show(page) }
            while follow {
                try await Task.sleep(for: Self.look)
                page = try selected.journal(after: page.last, contains: contains, startsOver: true)
                if !page.entries.isEmpty || !page.damaged.isEmpty { try show(page) }
            }
        }

        /// Prints the attempts, which may begin before the wanted decisions.
        private func showAttempts(on selected: SelectedDevice) throws {
            let page = try selected.journal(after: 0, contains: nil)
            let question = FlowQuestion(after: after, limit: last ?? .max, verdict: nil, app: nil, contains: contains)
            try Output.line(AttemptText.text(JournalFlows.flows(of: page, question)))
            if !page.damaged.isEmpty { throw JournalEntry.damaged(page.damaged) }
        }

        private func show(_ page: JournalPage) throws {
            switch format.kind {
            case .json: try Output.line(JSONText.line(page))
            case .text: try Output.line(JournalRendering.text(page))
            }
            if !page.damaged.isEmpty { throw JournalEntry.damaged(page.damaged) }
        }
    }

    struct Fork: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "fork",
            abstract: "Creates a device as another one was after an entry of its journal.",
            discussion: """
                The command repeats what the journal has: the commands, and the calls of an app with 'import \
                AccessEnabler'. It fails if the new journal differs. Requests of HTTP clients cannot be repeated.

                EXAMPLE:
                  tvsim journal fork 12 --device before
                """)

        @Argument(help: "The number of the entry.")
        var number: Int
        @Option(help: "The name of the new device.")
        var device: String
        @Option(
            name: .customLong("from"), help: "The device with the journal. Default: TVSIM_DEVICE, or 'default'.",
            completion: Completions.devices)
        var source: String?

        func run() async throws {
            let environment = CommandContext.current.environment
            let selected = try SelectedDevice(given: source, environment: environment)
            let flow = try RecordedFlow(of: selected.world, named: selected.name, through: number)
            try await JournalReplay(of: flow).perform(in: World(store: try World.state(of: flow.origin)))
            let library = DeviceLibrary(environment: environment)
            try library.create(device, from: flow.origin)
            do {
                try await JournalReplay(of: flow).perform(in: World(store: try library.open(device, creating: false)))
            } catch {
                try library.delete(device)
                throw error
            }
            try Terminal.note("\(device): created as \(selected.name) was after entry \(number)")
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

        func run() throws {
            let selected = try device.open()
            try selected.forgetJournal()
            try Terminal.note("\(selected.name): the journal is empty")
        }
    }
}
