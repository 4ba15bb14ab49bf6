import Foundation
import TVSimScenario
import TVSimStateStorage
import TVSimStructuredText
import TVSimWorld

/// The destination of reports: standard output, or a file that is replaced atomically.
struct ReportSink {
    private let file: PendingFile?

    init(path: String?, keeping inputs: [String]) throws {
        file = try path.flatMap { $0 == "-" ? nil : try PendingFile(path: $0, keeping: inputs) }
    }

    /// Writes a line; on a terminal, the marks at the beginning of its lines have colours.
    func line(_ text: String, marks: [Terminal.Mark] = []) throws {
        if let file { try file.write(text + "\n") } else { try Output.line(Terminal.painted(text, marks)) }
    }

    func finish() throws {
        try file?.commit()
    }
}

/// A progress line on the terminal.
///
/// It appears only for several runs, and only if the reports are not printed on the terminal.
struct Progress {
    private let count: Int
    private let line: StatusLine
    private var done = 0

    init(count: Int, isBesideReports: Bool) {
        self.count = count
        line = StatusLine(where: count > 1 && (!isBesideReports || !Terminal.isOutput))
    }

    mutating func advance(to name: String) {
        done += 1
        line.show("\(done)/\(count) \(name)")
    }

    func finish() { line.finish() }
}
