/// Writes a report in several forms while its checks go on.
///
/// It keeps a group only if a form needs it at the end, so many groups need no more memory than one.
package struct ReportStream {
    private var head: Report
    private var targets: [(writer: any ReportWriter, sink: (String) throws -> Void)]
    private let keepsGroups: Bool

    /// Writes the beginnings.
    ///
    /// - Parameters:
    ///   - report: The report, whose groups are added later.
    ///   - targets: The forms, each with what takes a text and ends its last line.
    /// - Throws: The errors of the sinks.
    package init(_ report: Report, to targets: [(format: ReportFormat, sink: (String) throws -> Void)]) throws {
        head = report
        head.groups = []
        self.targets = targets.map { format, sink in
            // In Markdown, makers write only a part.
            let isOwn = report.own[format] != nil && format != .markdown
            return ((isOwn ? nil : format.writer) ?? OwnWriter(format: format), sink)
        }
        keepsGroups = self.targets.contains { $0.writer.keepsGroups }
        for (writer, sink) in self.targets {
            if let text = writer.beginning(of: head) { try sink(text) }
        }
    }

    /// Writes a group.
    ///
    /// - Throws: The errors of the forms and of the sinks.
    package mutating func add(_ group: Report.Group) throws {
        for index in targets.indices {
            if let text = try targets[index].writer.text(of: group) { try targets[index].sink(text) }
        }
        if keepsGroups { head.groups.append(group) }
    }

    /// Writes the ends.
    ///
    /// - Parameters:
    ///   - closing: The last lines of the form `text`.
    ///   - numbers: What came of all cases, in one line; `nil` for the last of these lines.
    /// - Throws: The errors of the forms and of the sinks.
    package mutating func finish(closing: [String], numbers: String? = nil) throws {
        (head.closing, head.numbers) = (closing, numbers ?? closing.last ?? "")
        for (writer, sink) in targets {
            if let text = try writer.end(of: head) { try sink(text) }
        }
    }
}
