package import TVSimReports
import TVSimStateStorage
import TVSimStructuredText

/// The files of a report, which are replaced atomically, and what is printed of it.
package struct ReportOutputs {
    private let outputs: [(format: ReportFormat, file: PendingFile?)]
    private let toStandardOutput: (String) throws -> Void
    private let isAtOnce: Bool
    /// What is printed at the end.
    private let later = Locked("")

    /// Opens the files, before a command does anything.
    ///
    /// - Parameters:
    ///   - targets: The files with their forms; `-` is what is printed.
    ///   - inputs: The files that the command reads, which are never overwritten.
    ///   - isAtOnce: Whether each line of the first target is printed at once.
    ///   - write: Writes to standard output.
    /// - Throws: `CommandError` if a file cannot be written, or is named twice.
    package init(
        _ targets: [ReportTarget], keeping inputs: [String] = [], printingFirstAtOnce isAtOnce: Bool = false,
        _ write: @escaping (String) throws -> Void
    ) throws {
        var files: [PendingFile] = []
        outputs = try targets.map { target in
            guard target.file != "-" else { return (target.format, nil) }
            let file = try PendingFile(path: target.file, keeping: inputs)
            guard !files.contains(where: file.isNamed) else {
                throw CommandError(.invalid, "two outputs have the file '\(target.file)'")
            }
            files.append(file)
            return (target.format, file)
        }
        (toStandardOutput, self.isAtOnce) = (write, isAtOnce)
    }

    /// Writes the beginnings of a report whose groups follow.
    ///
    /// - Throws: The errors of the outputs.
    package func stream(_ report: Report) throws -> ReportStream {
        try ReportStream(
            report,
            to: outputs.enumerated().map { index, output in
                (
                    output.format,
                    { text in
                        if let file = output.file { return try file.write(text + "\n") }
                        if isAtOnce, index == 0 { return try toStandardOutput(text + "\n") }
                        later.withLockedValue { $0 += text + "\n" }
                    }
                )
            })
    }

    /// Replaces the files, and prints what is left.
    ///
    /// - Throws: The errors of the outputs.
    package func finish() throws {
        for output in outputs { try output.file?.commit() }
        let rest = later.withLockedValue(\.self)
        if !rest.isEmpty { try toStandardOutput(rest) }
    }

    /// Writes a whole report.
    ///
    /// - Throws: The errors of the outputs.
    package func write(_ report: Report) throws {
        var stream = try stream(report)
        for group in report.groups { try stream.add(group) }
        try stream.finish(closing: report.closing, numbers: report.numbers)
        try finish()
    }
}
