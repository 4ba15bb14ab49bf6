import ArgumentParser
import TVSimRecordings
import TVSimRules
import TVSimScenario
import TVSimStateStorage
import TVSimStructuredText
import TVSimWorld

/// `tvsim contract`: compares recorded traffic of the real service with the simulator.
struct ContractCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "contract",
        abstract: "Compares recorded traffic with the simulator, or makes a profile of the recorded world.",
        discussion: """
            The recording is an HTTP archive (HAR 1.2), as browsers and proxies write it. Its secrets are removed when \
            it is read.

            EXAMPLE:
              tvsim contract check Examples/session.har
              tvsim contract profile Examples/session.har --output recorded.yaml
            """,
        subcommands: [Check.self, MakeProfile.self])

    struct Check: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "check",
            abstract:
                "Compares each recorded response with the simulator's, and names the row that explains a difference.",
            discussion: """
                Fails (1) if no row of the article "Differences from the real platform" explains a difference.

                EXAMPLE:
                  tvsim contract check Examples/session.har
                  tvsim contract check Examples/session.har --profile recorded.yaml
                """)

        @OptionGroup var recording: RecordingOptions
        @Option(
            help: "The profile of the world that answers. Default: the world that the recording shows.",
            completion: Completions.profile)
        var profile: String?
        @OptionGroup var form: ReportOptions<CommonForms>
        @OptionGroup var output: OutputOption

        func run() async throws {
            let inputs = [recording.archive] + (profile.map { [$0] } ?? [])
            try NamedFile.demandOneInput(inputs)
            let outputs = try form.open(output.file, keeping: inputs)
            let recording = try recording.read()
            let origin = try profile.map { try WorldOrigin(file: $0) } ?? recording.origin()
            let report = try await Contract.check(recording, in: origin)
            try outputs.write(report.report(of: self.recording.archive))
            if !report.passed { throw ExitStatus.checkFailed }
        }
    }

    struct MakeProfile: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "profile",
            abstract: "Writes a profile of the recorded world: service provider, MVPDs, settings and lifetimes.",
            discussion: """
                Users have invented names and attributes.

                EXAMPLE:
                  tvsim contract profile Examples/session.har --output recorded.yaml
                """)

        @OptionGroup var recording: RecordingOptions
        @Option(help: "The output file. Default: standard output.", completion: Completions.file)
        var output: String?

        func run() throws {
            let sink = try ReportSink(path: output, keeping: [recording.archive])
            let recording = try recording.read()
            // A profile that cannot be read again is an error here, and not in the next command.
            _ = try recording.origin()
            try sink.line(recording.profile())
            try sink.finish()
        }
    }
}

/// The recording that a command reads.
struct RecordingOptions: ParsableArguments {
    @Argument(help: "The HTTP archive: a file, or '-' for standard input.", completion: Completions.file)
    var archive: String
    @Option(
        help: ArgumentHelp(
            "The host of the service, such as localhost:8080. Default: the vendor's hosts.", valueName: "host"))
    var host: String?

    func read() throws -> Recording {
        try Recording(archive: try NamedFile.read(archive), name: NamedFile.shown(archive), host: host)
    }
}
