import ArgumentParser
import TVSimReports
import TVSimRuns
import TVSimScenario
import TVSimSituations
import TVSimStructuredText

/// `tvsim matrix`: the situations of the cookbook and the outcomes that the documents allow.
struct Matrix: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "matrix",
        abstract: "The situations of the cookbook, each with the outcomes that the vendor's documents allow.",
        discussion: """
            EXAMPLE:
              tvsim matrix axes
              tvsim matrix list --axis access --axis account
              tvsim matrix show access=denied
              tvsim matrix run --jobs 2
            """,
        subcommands: [Axes.self, List.self, Show.self, Run.self])

    struct Axes: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "axes",
            abstract: "Lists the axes with their values; the first value is that of the baseline.",
            discussion: """
                EXAMPLE:
                  tvsim matrix axes
                """)

        @OptionGroup var format: FormatOption

        func run() throws {
            try format.print(AxesListing(), text: MatrixText.axes)
        }
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "Lists the situations.",
            discussion: """
                At a terminal the number of situations and its factors come first, and the names follow only with --all. \
                A program that reads the output gets the names alone.

                EXAMPLE:
                  tvsim matrix list --axis access --axis account=signedIn,signedOut
                  tvsim matrix list --all
                """)

        @OptionGroup var axes: AxisOptions
        @Flag(help: "Prints the names of the situations at a terminal too.")
        var all = false
        @OptionGroup var format: FormatOption

        func run() throws {
            let selection = try axes.selection()
            let names = try axes.situations().map(\.description)
            if format.kind == .text, Terminal.isOutput {
                try Output.line(MatrixText.factors(of: selection, giving: names.count))
                guard all else { return try Output.line("The names: add --all") }
            }
            try format.print(SituationsListing(situations: names), text: names.joined(separator: "\n"))
        }
    }

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show",
            abstract: "Shows the steps into a situation, and what the documents allow there.",
            discussion: """
                EXAMPLE:
                  tvsim matrix show access=denied/account=signedOut
                  tvsim matrix show access=denied --format profile > denied.json
                """)

        enum Format: String, ExpressibleByArgument, CaseIterable {
            case text, json, profile
        }

        @Argument(
            help: "The situation: AXIS=VALUE for each axis that differs, separated by '/', or 'baseline'.",
            completion: Completions.situations)
        var situation: String
        @Option(help: "The output format. profile: a profile that 'tvsim run' runs, as JSON.")
        var format = Format.text

        func run() throws {
            let situation = try AxisOptions.situation(named: situation)
            switch format {
            case .text: try Output.line(MatrixText.description(of: situation).inPlainLines)
            case .json: try Output.line(try JSONText.line(SituationListing(situation)))
            case .profile: try Output.line(try JSONText.pretty(situation.profile))
            }
        }
    }

    struct Run: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "run",
            abstract:
                "Performs the cookbook's calls in situations. Fails (1) if the documents do not allow a callback.",
            discussion: """
                The calls are setRequestor, checkAuthentication and getAuthentication.

                EXAMPLE:
                  tvsim matrix run --jobs 2
                  tvsim matrix run --axis access --axis token=none,valid --axis accessBefore
                  tvsim matrix run --format junit --output matrix.xml
                """)

        @OptionGroup var axes: AxisOptions
        @OptionGroup var form: ReportOptions<RunForms>
        @Option(help: "The output file. Default: standard output.", completion: Completions.file)
        var output: String?
        @Option(help: "The number of situations that run at the same time.")
        var jobs = 1
        @Option(help: "Runs only a part of the situations: I/N is part I of N.")
        var shard: String?
        @Flag(help: "Prints the reasons for each step.")
        var explain = false

        func validate() throws {
            guard (1...256).contains(jobs) else { throw ValidationError("--jobs must be from 1 to 256") }
            if let shard, Shard(shard) == nil {
                throw ValidationError("invalid shard '\(shard)': expected I/N, such as 1/4")
            }
        }

        func run() async throws {
            let batch = OrderedBatch(try axes.situations(), shard: shard.flatMap(Shard.init))
            let (isPage, isArchive) = try (form.writes(.html), form.writes(.har))
            let runner = try SituationRunner(explaining: explain || isPage)
            var progress = Progress(count: batch.count, isBesideReports: output == nil || output == "-")
            var failed = 0
            var runs: [ReportedRun] = []
            var report = Report("tvsim matrix run")
            report.own[.html] = { try RunReport.page(runs, title: "tvsim matrix run") }
            report.own[.har] = { try JSONText.line(HTTPArchive(runs)) }
            let outputs = try form.open(output, marks: RunText.marks)
            var stream = try outputs.stream(report)
            try await batch.run(jobs: jobs, { try await runner.run($0) }) { full in
                let record = isPage && !explain ? full.withoutReasons : full
                if isPage || isArchive { runs.append(ReportedRun(full)) }
                var group = Report.Group(record, className: record.profile)
                group.text = [MatrixText.line(record)]
                group.own[.mermaid] = { RunMermaid.diagram(record) }
                if !record.passed { failed += 1 }
                try stream.add(group)
                progress.advance(to: record.profile)
            }
            progress.finish()
            try stream.finish(
                closing: [RunText.summary(of: "situation", passed: batch.count - failed, failed: failed)])
            try outputs.finish()
            if failed > 0 { throw ExitStatus.checkFailed }
        }
    }
}

/// The axes that a command varies.
struct AxisOptions: ParsableArguments {
    @Option(
        name: .customLong("axis"),
        help: ArgumentHelp(
            """
            Varies an axis: NAME for all its values, or NAME=VALUE,VALUE. Others keep the value of the baseline. \
            Default: every combination of the conditions that the cookbook names.
            """, valueName: "axis"), completion: Completions.axes)
    var axes: [String] = []

    /// Returns the selected situations.
    func situations() throws -> [CookbookSituation] {
        let selection = try selection()
        guard !axes.isEmpty else { return selection.possibleSituations() }
        return try Self.translating { try selection.situations() }
    }

    /// Returns the selected values of each axis.
    func selection() throws -> SituationSelection {
        guard !axes.isEmpty else { return .decisionTable }
        return try Self.translating {
            var selection = SituationSelection()
            for axis in axes { try selection.add(axis) }
            return selection
        }
    }

    /// Returns the situation of a name.
    static func situation(named name: String) throws -> CookbookSituation {
        try translating { try CookbookSituation(named: name) }
    }

    private static func translating<Value>(_ read: () throws -> Value) throws -> Value {
        do { return try read() } catch let error as SituationError {
            throw CommandError(.invalid, error.reason, suggestion: error.suggestion)
        }
    }
}
