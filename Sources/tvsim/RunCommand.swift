import ArgumentParser
import Foundation
import TVSimCore
import TVSimReports
import TVSimRuns
import TVSimScenario
import TVSimStateStorage
import TVSimStructuredText
import TVSimWorld

/// `tvsim run`: runs profiles and reports the results.
struct Run: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract:
            "Runs the flows of profiles and prints the effects of each step. Fails (1) if an expectation is not met.",
        discussion: """
            Without arguments it runs the profiles of the folder Profiles, in the current directory or the nearest \
            parent.
            If a profile is invalid, no profile runs.

            EXAMPLE:
              tvsim run
              tvsim run Profiles/granted-signed-in.yaml --explain
              tvsim run --quiet
              tvsim run --format json --output run.jsonl
              tvsim run --format junit --output run.xml
              tvsim run --format html --explain --output report.html
              tvsim run --report run.xml --report -:github
            """)

    @Argument(help: "Profiles: files, folders of *.yaml, or '-' for standard input.", completion: Completions.profile)
    var profiles: [String] = []
    @OptionGroup var form: ReportOptions<RunForms>
    @Option(help: "The output file. Default: standard output.", completion: Completions.file)
    var output: String?
    @Option(help: "The number of profiles that run at the same time.")
    var jobs = 1
    @Option(help: "Runs only a part of the profiles: I/N is part I of N.")
    var shard: String?
    @Flag(help: "Prints the reasons for each step, except in mermaid diagrams.")
    var explain = false
    @Flag(
        name: .shortAndLong,
        help: "Prints only the profiles that fail or have no flow, and a summary. Applies to the text format.")
    var quiet = false

    func validate() throws {
        guard (1...256).contains(jobs) else { throw ValidationError("--jobs must be from 1 to 256") }
        if let shard, Shard(shard) == nil {
            throw ValidationError("invalid shard '\(shard)': expected I/N, such as 1/4")
        }
        guard !quiet || form.format.format == .text else { throw ValidationError("--quiet applies to the text format") }
    }

    func run() async throws {
        let (paths, all) = try reportingRefusal {
            let paths = try ProfileFiles.paths(profiles, in: FileManager.default.currentDirectoryPath)
            return (paths, try ProfileFiles.profiles(in: paths))
        }
        let part = shard.flatMap { Shard($0) }
        let batch = OrderedBatch(all, shard: part)
        // Class names depend on all profiles, so that the reports of several shards do not share names.
        let names = Report.Group.classNames(of: all)
        var classNames = (part?.part(of: names) ?? names).makeIterator()
        // The diagram of a page has the order of the decisions.
        let (isPage, isArchive) = try (form.writes(.html), form.writes(.har))
        let runner = ProfileRunner(explaining: explain || isPage)
        let stopwatch = Stopwatch()
        let isBesideReports = (output == nil || output == "-") && !quiet
        var progress = Progress(count: batch.count, isBesideReports: isBesideReports)
        var failed = 0
        var failures: [String] = []
        var runs: [ReportedRun] = []
        var report = Report("tvsim run")
        report.own[.html] = { try RunReport.page(runs, origin: try origin(after: stopwatch)) }
        report.own[.har] = { try JSONText.line(HTTPArchive(runs)) }
        let outputs = try form.open(output, keeping: paths, marks: RunText.marks)
        var stream = try outputs.stream(report)
        try await batch.run(jobs: jobs, { try await runner.diagnosed(try await runner.run($0), of: $0) }) { full in
            let record = isPage && !explain ? full.withoutReasons : full
            if isPage || isArchive { runs.append(ReportedRun(isPage ? full : record)) }
            var group = Report.Group(record, className: classNames.next() ?? record.profile)
            group.own[.mermaid] = { RunMermaid.diagram(record) }
            if !record.passed {
                failed += 1
                failures.append(RunText.title(record))
            }
            if !quiet || !record.passed || record.caveat != nil {
                if quiet { progress.finish() }
                group.text = [RunText.trace(record)]
            }
            try stream.add(group)
            progress.advance(to: record.profile)
        }
        progress.finish()
        // At a terminal the traces of the failed profiles may be far above.
        let isRepeated = quiet || Terminal.isOutput && output == nil && batch.count > 1
        let numbers = RunText.summary(of: "profile", passed: batch.count - failed, failed: failed)
        try stream.finish(closing: (isRepeated ? failures : []) + [numbers])
        try outputs.finish()
        if failed > 0 { throw ExitStatus.checkFailed }
    }

    /// Returns what the page says about this run.
    ///
    /// With `SOURCE_DATE_EPOCH`, two runs give the same bytes (https://reproducible-builds.org/specs/source-date-epoch).
    private func origin(after stopwatch: Stopwatch) throws -> RunReport.Origin {
        let context = CommandContext.current
        var origin = RunReport.Origin()
        if let epoch = context.environment["SOURCE_DATE_EPOCH"] {
            let date = Int(epoch).map { Date(timeIntervalSince1970: Double($0)) }
            guard let date, TimeText.range.contains(date) else {
                throw CommandError(
                    .invalid, "invalid SOURCE_DATE_EPOCH '\(epoch)': expected a whole number of seconds since 1970")
            }
            origin.date = date
        } else {
            (origin.date, origin.duration) = (WallClock.now(), stopwatch.elapsed)
        }
        origin.command = (["tvsim"] + context.arguments).map(ShellWords.quoted).joined(separator: " ")
        origin.filter = shard.map { "part \($0) of the profiles" }
        return origin
    }

    /// Reads the profiles, and writes each JUnit report with an error if that fails.
    ///
    /// CI servers read only the report file. Without this, they would show the report of an earlier run. If the report
    /// cannot be written either, the first error is thrown.
    private func reportingRefusal<Value>(_ read: () throws -> Value) throws -> Value {
        do {
            return try read()
        } catch {
            for target in try form.targets(output) where target.format == .junit && target.file != "-" {
                guard PendingFile.appearsWhole(target.file), let report = Self.refusal(error) else { continue }
                let inputs = ProfileFiles.reachable(profiles, in: FileManager.default.currentDirectoryPath)
                try? NamedFile.write(report.text(in: target.format), to: target.file, keeping: inputs)
            }
            throw error
        }
    }

    /// Returns the report of a run that did not start because a profile cannot be read: one case with an error.
    ///
    /// - Returns: The report; `nil` if the error has another cause than an input file.
    private static func refusal(_ error: any Error) -> Report? {
        guard let trouble = ProgramError(error),
            [ProgramError.Kind.malformed, .notFound, .inputOutput].contains(trouble.kind)
        else { return nil }
        let refused = error as? SourceError
        let name = refused?.source ?? "tvsim run"
        var check = Report.Case(name, "profile check", .error)
        check.place = refused.map { Report.Place($0.source, line: $0.position.line) }
        (check.message, check.lines) = (trouble.line, [trouble.line])
        return Report("tvsim run", groups: [.init(name, file: refused?.source, cases: [check], value: [trouble.line])])
    }
}

/// The forms of runs and situations.
enum RunForms: ReportForms {
    static var formats: [ReportFormat] { ReportFormat.common + [.har, .mermaid] }
    static var help: String {
        """
        The output format. json: one object for each profile or situation, on one line (the article "JSON \
        output" lists its keys). junit: the report format of CI servers. markdown: the summary of a CI job. html: one \
        page with diagrams, callbacks, requests and SAML responses. gitlab, github: what marks a change. har: the \
        requests, for the developer tools of a browser. mermaid: a sequence diagram for each, in Markdown.
        """
    }
}
