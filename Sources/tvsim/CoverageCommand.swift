import ArgumentParser
import TVSimCore
import TVSimReports
import TVSimRuns
import TVSimScenario
import TVSimStructuredText
import TVSimWorld

/// `tvsim coverage`: what runs have visited, and what they have not.
struct CoverageCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "coverage",
        abstract: "Prints what runs have visited, and what they have not.",
        discussion: """
            Every process that runs with TVSIM_COVERAGE=DIR in its environment records into this folder which \
            conditions held and failed, and which rows of the framework's decision table, callbacks, statuses, error \
            codes, endpoints and situations it visited.

            A suite reaches only some areas, so count these with --area. A client of REST API V2 reaches error-code and \
            endpoint, and row if it asks the framework over HTTP. An app with the SDK also reaches condition, callback \
            and status. Only a matrix reaches cell.

            EXAMPLE:
              tvsim coverage build/coverage
              tvsim coverage build/coverage --format html --output coverage.html
              tvsim coverage build/coverage --area condition --fail-under 80
              tvsim coverage build/coverage --for http --format summary
              tvsim coverage --write-profile 'condition signedIn fails' --output gap.yaml
              tvsim coverage build/coverage --write-profiles gaps
            """)

    /// What is under test, which chooses the areas.
    enum Subject: String, ExpressibleByArgument, CaseIterable {
        case sdk, http

        var areas: [CoverageArea] { self == .sdk ? CoverageArea.sdk : CoverageArea.http }
    }

    @Argument(help: "The folder that TVSIM_COVERAGE named. Default: TVSIM_COVERAGE.")
    var folder: String?
    @Option(
        name: .customLong("area"),
        help: ArgumentHelp("Counts only this area. Can be repeated.", valueName: "area"))
    var areas: [CoverageArea] = []
    @Option(
        name: .customLong("for"),
        help: ArgumentHelp(
            "Counts the areas of an app with the SDK, or those of a client of REST API V2 over HTTP.",
            valueName: "subject"))
    var subject = Subject.sdk
    @OptionGroup var form: ReportOptions<CoverageForms>
    @Option(help: "The output file. Default: standard output.", completion: Completions.file)
    var output: String?
    @Option(help: ArgumentHelp("Fails (1) if the mean of the areas is below it.", valueName: "percent"))
    var failUnder: Double?
    @Option(
        help: ArgumentHelp(
            "Only writes a profile that visits the item, such as 'condition signedIn fails'. Reads no folder.",
            valueName: "item"), completion: Completions.file)
    var writeProfile: String?
    @Option(
        help: ArgumentHelp(
            "Writes profiles that visit the gaps into this folder; those of the area cell only with '--area cell'.",
            valueName: "folder"))
    var writeProfiles: String?

    func validate() throws {
        if let failUnder, !(0...100).contains(failUnder) {
            throw ValidationError("--fail-under must be from 0 to 100")
        }
        if writeProfile != nil,
            folder != nil || failUnder != nil || writeProfiles != nil || !areas.isEmpty
                || form.format.format != .text || !form.reports.isEmpty
        {
            throw ValidationError("--write-profile can be used only with --output")
        }
    }

    func run() async throws {
        if let writeProfile {
            let sink = try ReportSink(path: output, keeping: [])
            try sink.line(JSONText.pretty(try await Self.way(to: writeProfile).profile))
            return try sink.finish()
        }
        let outputs = try form.open(output)
        let visited = try CoverageFolder.items(in: folder)
        let report = CoverageReport(
            visited, areas: areas.isEmpty ? subject.areas : CoverageArea.allCases.filter(areas.contains))
        // The summary names no gap, so no profile has to be found.
        let isFigures = form.format.format == .summary && form.reports.isEmpty && writeProfiles == nil
        let gaps = isFigures ? [] : report.areas.flatMap(\.unvisited)
        let ways = try await CoverageGuide.ways(to: gaps)
        // An error leaves standard output empty.
        let count = try writeProfiles.map { folder in
            let written = ways.filter { $0.key.area != .cell || areas.contains(.cell) }
            return try CoverageFolder.write(written.values, into: folder)
        }
        try outputs.write(report.report(ways: ways, failingUnder: failUnder))
        if let writeProfiles, let count {
            ProgramError.show(
                "\(count) \(count == 1 ? "profile" : "profiles") written to '\(writeProfiles.onOneLine)'\n")
        }
        if let failUnder, report.percent < failUnder {
            ProgramError.tell("the coverage of \(report.percent) % is below \(failUnder) %")
            throw ExitStatus.checkFailed
        }
    }

    /// Returns a profile that visits an item.
    private static func way(to text: String) async throws -> CoverageWay {
        guard let item = CoverageItem(text) else {
            // The area may be missing, as in the name of a profile that the report prints.
            let suggestion =
                CoverageItem.texts.first { $0.hasSuffix(" \(text)") }
                ?? Suggestion.closest(to: text, among: CoverageItem.texts)
            let list = suggestion == nil ? ": run 'tvsim coverage' for a list" : ""
            throw CommandError(.invalid, "unknown item '\(text)'\(list)", suggestion: suggestion)
        }
        guard let way = try await CoverageGuide.ways(to: [item])[item] else {
            throw CommandError(.notFound, "no profile for '\(item)': \(CoverageWay.noProfile)")
        }
        return way
    }
}

extension CoverageArea: ExpressibleByArgument {}

/// The forms of coverage.
enum CoverageForms: ReportForms {
    static var formats: [ReportFormat] { ReportFormat.common + [.summary] }
    static var help: String {
        """
        The output format. text: every item, and the figures. summary: the figures. json: one object (the article \
        "JSON output" lists its keys). html: one page. Others: a case for each area and one for the mean, which fails \
        below --fail-under.
        """
    }
}
