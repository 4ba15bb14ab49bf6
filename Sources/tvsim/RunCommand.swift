import ArgumentParser
import Foundation
import TVSimCore
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
            """)

    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text, json, junit, mermaid, html, har
    }

    @Argument(help: "Profiles: files, folders of *.yaml, or '-' for standard input.", completion: Completions.profile)
    var profiles: [String] = []
    @Option(
        help: """
            The output format. json: one object for each profile, on one line (the article "JSON output" lists its \
            keys). junit: the report format of CI servers. mermaid: a sequence diagram for each profile, in Markdown. \
            html: one page with diagrams, callbacks, requests and SAML responses. har: the requests, for the developer \
            tools of a browser.
            """)
    var format = Format.text
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
        guard !quiet || format == .text else { throw ValidationError("--quiet applies to the text format") }
    }

    func run() async throws {
        let (paths, all) = try reportingRefusal {
            let paths = try ProfileFiles.paths(profiles, in: FileManager.default.currentDirectoryPath)
            return (paths, try ProfileFiles.profiles(in: paths))
        }
        let part = shard.flatMap { Shard($0) }
        let batch = OrderedBatch(all, shard: part)
        // Class names depend on all profiles, so that the reports of several shards do not share names.
        let names = JUnitSuite.classNames(of: all)
        var classNames = (part?.part(of: names) ?? names).makeIterator()
        // The diagram of a page has the order of the decisions.
        let runner = ProfileRunner(explaining: explain || format == .html)
        let stopwatch = Stopwatch()
        let isBesideReports = (output == nil || output == "-") && !quiet
        var progress = Progress(count: batch.count, isBesideReports: isBesideReports)
        let sink = try ReportSink(path: output, keeping: paths)
        var failed = 0
        var failures: [RunRecord] = []
        var runs: [ReportedRun] = []
        if format == .junit { try sink.line(JUnitSuite.beginning(of: "tvsim run")) }
        try await batch.run(jobs: jobs, { try await runner.run($0) }) { report in
            if !report.passed {
                failed += 1
                if format == .text { failures.append(report) }
            }
            switch format {
            case .json: try sink.line(try JSONText.line(report))
            case .text where quiet && report.passed && report.caveat == nil: break
            case .text:
                if quiet { progress.finish() }
                try sink.line(RunText.trace(report).inPlainLines, marks: RunText.marks)
            case .junit:
                let className = classNames.next() ?? report.profile
                try sink.line(JUnitSuite(report, className: className).xml)
            case .mermaid: try sink.line(RunMermaid.diagram(report))
            case .html, .har: runs.append(ReportedRun(report))
            }
            progress.advance(to: report.profile)
        }
        switch format {
        case .text:
            progress.finish()
            // At a terminal the traces of the failed profiles may be far above.
            if quiet || Terminal.isOutput && output == nil && batch.count > 1 {
                for report in failures { try sink.line(RunText.title(report).inPlainLines, marks: RunText.marks) }
            }
            try sink.line(RunText.summary(of: "profile", passed: batch.count - failed, failed: failed))
        case .junit: try sink.line(JUnitSuite.end)
        case .html: try sink.line(RunReport.page(runs, origin: try origin(after: stopwatch)))
        case .har: try sink.line(JSONText.line(HTTPArchive(runs)))
        case .json, .mermaid: break
        }
        progress.finish()
        try sink.finish()
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

    /// Reads the profiles, and writes a JUnit report with an error if that fails.
    ///
    /// CI servers read only the report file. Without this, they would show the report of an earlier run. If the report
    /// cannot be written either, the first error is thrown.
    private func reportingRefusal<Value>(_ read: () throws -> Value) throws -> Value {
        do {
            return try read()
        } catch {
            if format == .junit, let output, output != "-", PendingFile.appearsWhole(output),
                let report = Self.refusal(error)
            {
                let inputs = ProfileFiles.reachable(profiles, in: FileManager.default.currentDirectoryPath)
                try? NamedFile.write(report, to: output, keeping: inputs)
            }
            throw error
        }
    }

    /// Returns the JUnit report of a run that did not start because a profile cannot be read: one case with an error.
    ///
    /// - Returns: The whole report; `nil` if the error has another cause than an input file.
    private static func refusal(_ error: any Error) -> String? {
        guard let trouble = Trouble(error),
            [Trouble.Kind.malformed, .notFound, .inputOutput].contains(trouble.kind)
        else { return nil }
        let refused = error as? SourceError
        let name = refused?.source ?? "tvsim run"
        let check = JUnitCase(
            className: name, name: "profile check", place: refused.map { ($0.source, $0.position.line) },
            problem: .init(.error, trouble.line, lines: [trouble.line]))
        return JUnitSuite(name, file: refused?.source, cases: [check]).report(of: "tvsim run")
    }
}
