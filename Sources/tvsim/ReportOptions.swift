import ArgumentParser
import TVSimReports
import TVSimScenario
import TVSimStructuredText

/// The forms of a command's report, and what the help says about them.
protocol ReportForms {
    static var formats: [ReportFormat] { get }
    static var help: String { get }
}

/// The forms of a command that has only the common ones.
enum CommonForms: ReportForms {
    static var formats: [ReportFormat] { ReportFormat.common }
    static var help: String { #"The output format. The article "JSON output" lists the keys of json."# }
}

/// A form that a command has.
struct FormChoice<Forms: ReportForms>: ExpressibleByArgument {
    let format: ReportFormat

    static var allValueStrings: [String] { Forms.formats.map(\.rawValue) }
    static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
    var defaultValueDescription: String { format.rawValue }

    init(_ format: ReportFormat) { self.format = format }

    init?(argument: String) {
        guard let format = ReportFormat(rawValue: argument), Forms.formats.contains(format) else { return nil }
        self.format = format
    }
}

extension ReportTarget {
    /// Reads the value of an option.
    ///
    /// - Throws: `ValidationError` that lists the forms if the value names none of them.
    init(
        _ text: String, of option: String, among formats: [ReportFormat], otherwise usual: ReportFormat? = nil
    ) throws {
        guard let target = ReportTarget(text, otherwise: usual), formats.contains(target.format) else {
            throw ValidationError(
                "invalid \(option) '\(text.onOneLine)': expected a file name that ends with its format, or FILE:FORMAT "
                    + "with one of the formats \(formats.map(\.rawValue).joined(separator: ", "))")
        }
        self = target
    }
}

/// The form of a command's report, and further files with it.
struct ReportOptions<Forms: ReportForms>: ParsableArguments {
    @Option(help: ArgumentHelp(Forms.help, valueName: "format"))
    var format = FormChoice<Forms>(.text)
    @Option(
        name: .customLong("report"), parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            """
            Also writes the report into this file: FILE:FORMAT, or a name that ends with .txt, .json, .xml (junit), .md, \
            .html\(Forms.formats.contains(.har) ? ", .tap or .har" : " or .tap"). '-' is standard output, after the main output: -:github. Can be repeated.
            """, valueName: "file"), completion: Completions.file)
    var reports: [String] = []

    func validate() throws { _ = try targets(nil) }

    /// Returns the main output and the further files.
    func targets(_ output: String?) throws -> [ReportTarget] {
        [ReportTarget(output ?? "-", as: format.format)]
            + (try reports.map { try ReportTarget($0, of: "--report", among: Forms.formats) })
    }

    /// Returns whether the command writes a form.
    func writes(_ format: ReportFormat) throws -> Bool { try targets(nil).contains { $0.format == format } }

    /// Opens the outputs, with colours for the marks that begin a line on a terminal.
    func open(
        _ output: String? = nil, keeping inputs: [String] = [], marks: [Terminal.Mark] = []
    ) throws -> ReportOutputs {
        try ReportOutputs(targets(output), keeping: inputs, printingFirstAtOnce: true) {
            try Output.write(Terminal.painted($0, marks))
        }
    }
}

/// The file of a command's main output.
struct OutputOption: ParsableArguments {
    @Option(
        name: .customLong("output"), help: "The output file. Default: standard output.", completion: Completions.file)
    var file: String?
}
