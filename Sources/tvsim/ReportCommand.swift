import ArgumentParser
import Foundation
import TVSimReports
import TVSimStateStorage

/// `tvsim report`: the evidence of a served world, as one page, as text or as an HTTP archive.
struct ReportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report",
        abstract: "Writes what happened in a served world: one HTML page, a text, or an HTTP archive.",
        discussion: """
            The page has the messages between the app, its SDK, Apple's framework, the service and the TV provider, with \
            the reason of each decision. A server keeps the latest 200 requests, without secrets. A report of a command \
            of 'tvsim exec' is written by its option --report. The text is what a failed test shows: broken rules, refused \
            requests, the newest decisions, and what the app's first call would do.

            EXAMPLE:
              tvsim report --output report.html
              tvsim report --format text
              tvsim report --format har --output requests.har
              tvsim report http://127.0.0.1:8080/s/mine --entries 12-30
            """)

    @Argument(help: "The address of a server or of a world. Default: TVSIM_URL, or http://127.0.0.1:8080.")
    var url: String?
    @Option(help: ArgumentHelp(EvidenceForms.help, valueName: "format"))
    var format = FormChoice<EvidenceForms>(.html)
    @Option(
        help: ArgumentHelp("Only these entries of the journal, such as 3-5,9. Default: all.", valueName: "numbers"))
    var entries: String?
    @Option(help: "The output file. Default: standard output.", completion: Completions.file)
    var output: String?

    func validate() throws {
        guard let entries else { return }
        guard format.format != .text else {
            throw ValidationError("the text is about the whole world: use --entries with --format html or har")
        }
        guard !entries.isEmpty, entries.utf8.allSatisfy({ "0123456789,-".utf8.contains($0) }) else {
            throw ValidationError("invalid --entries '\(entries)': expected numbers and ranges, such as 3-5,9")
        }
    }

    func run() throws {
        let address = url ?? CommandContext.current.environment["TVSIM_URL"] ?? "http://127.0.0.1:8080"
        let file = Self.files[format.format] ?? "report.html"
        let query = entries.map { "?entries=\($0)" } ?? ""
        let sink = try ReportSink(path: output, keeping: [])
        let body = try ServerQuestion(to: address).answer(to: "/_sim/v1/evidence/\(file)\(query)")
        try sink.line(body.trimmingCharacters(in: .newlines))
        try sink.finish()
        if let output, output != "-" { try Terminal.note("\(output): written") }
    }

    /// The files of the evidence that are not the page.
    private static let files: [ReportFormat: String] = [.har: "requests.har", .text: "report.txt"]
}

/// The forms of a served world's evidence.
enum EvidenceForms: ReportForms {
    static var formats: [ReportFormat] { [.html, .text, .har] }
    static var help: String { "The output format. har: the requests, for the developer tools of a browser." }
}
