import ArgumentParser
import TVSimRuns
import TVSimScenario
import TVSimStructuredText
import TVSimWorld

/// `tvsim profile`: checks profiles, writes them from a journal, and prints their JSON Schema.
struct ProfileCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "profile",
        abstract: "Checks profiles, writes one from a journal, or prints their JSON Schema.",
        discussion: """
            EXAMPLE:
              tvsim profile check Profiles/granted-signed-in.yaml
              tvsim profile from-journal --output bug.json
              tvsim profile schema > profile.schema.json
            """,
        subcommands: [Check.self, FromJournal.self, Schema.self])

    struct Check: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "check",
            abstract: "Checks profiles without running them, and prints one line for each invalid file.",
            discussion: """
                A valid profile that most likely does not mean what it says, such as a provider without subscribers, gets a \
                line with 'warning', and the exit status 0.

                EXAMPLE:
                  tvsim profile check Profiles
                """)

        @Argument(
            help: "Profiles: files, folders of *.yaml, or '-' for standard input.", completion: Completions.profile)
        var profiles: [String]

        func run() throws {
            var refusal: (any Error)?
            for path in try ProfileFiles.paths(profiles, in: ".") {
                do { warn(of: try ProfileFiles.profiles(in: [path])) } catch {
                    if let refusal { ExitStatus.tell(refusal) }
                    refusal = error
                }
            }
            if let refusal { throw refusal }
        }

        /// Prints each warning about the profiles of a file once.
        private func warn(of profiles: [TVSimScenario.Profile]) {
            var told: Set<String> = []
            for profile in profiles {
                for warning in profile.warnings where told.insert(warning).inserted {
                    ProgramError.tell("\(profile.source): warning: \(warning)")
                }
            }
        }
    }

    struct FromJournal: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "from-journal",
            abstract: "Writes the profile of a device with the flow that led to its present state.",
            discussion: """
                The flow has the commands, and the calls of an app with 'import AccessEnabler', since the last reset. The \
                command fails if they do not lead to the same journal. Requests of HTTP clients cannot be repeated.

                EXAMPLE:
                  tvsim profile from-journal --through 12 --output bug.json
                """)

        @Option(help: "The number of the entry that the flow leads to. Default: the last one.")
        var through: Int?
        @Option(help: "Writes the profile to this file.", completion: Completions.file)
        var output = "-"
        @OptionGroup var device: DeviceOption

        func run() async throws {
            let selected = try device.open()
            let flow = try RecordedFlow(of: selected.world, named: selected.name, through: through)
            let steps = try await JournalReplay(of: flow).perform(in: World(store: try World.state(of: flow.origin)))
            var profile = TVSimScenario.Profile(flow.origin)
            profile.name = "\(selected.name) to entry \(flow.last)"
            profile.flow = steps
            let sink = try ReportSink(path: output, keeping: [])
            try sink.line(profile.text)
            try sink.finish()
        }
    }

    struct Schema: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "schema",
            abstract: "Prints the JSON Schema (draft 2020-12) of a profile.",
            discussion: """
                EXAMPLE:
                  tvsim profile schema
                """)

        func run() throws { try Output.line(ProfileDecoder.schemaText()) }
    }
}
