import Foundation
import TVSimRecordings
import TVSimStructuredText

/// Formats the comparison of a recording as text.
enum ContractText {
    /// Returns a line for an entry, followed by its differences.
    static func lines(of entry: ContractReport.Entry) -> [String] {
        [head(of: entry)] + entry.differences.map { "  " + line(of: $0).onOneLine }
    }

    private static func head(of entry: ContractReport.Entry) -> String {
        let way = "compared by \(entry.comparedBy.rawValue)" + (entry.note.map { ": \($0)" } ?? "")
        let verdict = entry.verdict.rawValue.padding(toLength: 11, withPad: " ", startingAt: 0)
        return "\(verdict)  \(entry.method) \(entry.path)  (entry \(entry.entry), \(way))".onOneLine
    }

    static func line(of difference: Difference) -> String {
        "\(difference.path): recorded \(difference.recorded), simulated \(difference.simulated)"
            + "  \(difference.row ?? "unexplained")"
    }

    /// Returns the numbers of the entries, in one line.
    static func total(of report: ContractReport) -> String {
        let entries = report.entries
        var text =
            "\(entries.count) \(entries.count == 1 ? "entry" : "entries") compared: \(report.count(of: .same)) same, "
            + "\(report.count(of: .explained)) explained, \(report.count(of: .unexplained)) unexplained"
        let ignored = report.ignored
        let parts = [
            (ignored.otherHosts, "for other hosts"),
            (ignored.preflights, ignored.preflights == 1 ? "preflight" : "preflights"),
            (ignored.otherPaths, "for other paths"), (ignored.unanswered, "without a response"),
        ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        if !parts.isEmpty { text += "; \(ignored.total) not compared: \(parts.joined(separator: ", "))" }
        return text
    }
}
