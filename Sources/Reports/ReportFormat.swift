/// A form of a report.
package enum ReportFormat: String, CaseIterable, Codable, Hashable, Sendable {
    case text, json, junit, markdown, html, tap, gitlab, github
    // Only makers write these.
    case har, mermaid, summary

    /// The forms in which each report can be written.
    package static let common = allCases.filter { $0.writer != nil }

    /// What writes the form; `nil` if only the maker of a report can.
    var writer: (any ReportWriter)? {
        switch self {
        case .text: TextWriter()
        case .json: JSONWriter()
        case .junit: JUnitWriter()
        case .markdown: MarkdownWriter()
        case .html: HTMLWriter()
        case .tap: TAPWriter()
        case .gitlab: GitLabWriter()
        case .github: GitHubWriter()
        case .har, .mermaid, .summary: nil
        }
    }
}

/// Writes a report in one form, each part as soon as it is known.
protocol ReportWriter {
    /// Whether the end needs all groups.
    var keepsGroups: Bool { get }
    /// Returns what comes before the first group; `nil` for nothing, as for the other parts.
    func beginning(of head: Report) -> String?
    /// Returns a group, while the checks go on.
    mutating func text(of group: Report.Group) throws -> String?
    /// Returns what comes after the last group; the report has its groups only if the writer keeps them.
    func end(of report: Report) throws -> String?
}

extension ReportWriter {
    var keepsGroups: Bool { false }
    func beginning(of head: Report) -> String? { nil }
    func text(of group: Report.Group) throws -> String? { nil }
    func end(of report: Report) throws -> String? { nil }
}

/// Writes what only the maker of a report knows.
struct OwnWriter: ReportWriter {
    let format: ReportFormat

    func text(of group: Report.Group) throws -> String? { try group.own[format]?() }
    func end(of report: Report) throws -> String? { try report.own[format]?() }
}
