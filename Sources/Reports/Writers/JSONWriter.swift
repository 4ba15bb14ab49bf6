import TVSimStructuredText

/// Writes the documented value of each group on a line.
struct JSONWriter: ReportWriter {
    func text(of group: Report.Group) throws -> String? { try JSONText.line(group.value) }
}
