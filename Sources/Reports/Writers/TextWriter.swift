import TVSimStructuredText

/// Writes what a person reads at a terminal.
struct TextWriter: ReportWriter {
    func text(of group: Report.Group) -> String? { Self.text(group.text) }
    func end(of report: Report) -> String? { Self.text(report.closing) }

    private static func text(_ lines: [String]) -> String? {
        lines.isEmpty ? nil : lines.joined(separator: "\n").inPlainLines
    }
}
