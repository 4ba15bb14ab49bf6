import Foundation
import ProgramSupport
import Scenario
import SimulatedWorld
import StateStorage
import StructuredText

/// The destination of reports: standard output, or a file that is replaced atomically.
struct ReportSink {
    private let file: PendingFile?

    init(path: String?, keeping inputs: [String]) throws {
        file = try path.flatMap { $0 == "-" ? nil : try PendingFile(path: $0, keeping: inputs) }
    }

    func line(_ text: String) throws {
        if let file { try file.write(text + "\n") } else { try Output.line(text) }
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
    private let isShown: Bool
    private var done = 0

    init(count: Int, isBesideReports: Bool) {
        self.count = count
        let context = CommandContext.current
        isShown = count > 1 && isatty(context.error) == 1 && (!isBesideReports || isatty(context.output) == 0)
    }

    mutating func advance(to name: String) {
        done += 1
        guard isShown else { return }
        show("\r\u{1B}[K\(done)/\(count) \(name.onOneLine.prefix(60))")
    }

    func finish() {
        if isShown { show("\r\u{1B}[K") }
    }

    private func show(_ text: String) {
        Trouble.show(text)
    }
}
