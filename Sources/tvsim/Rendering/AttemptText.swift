import Foundation
import TVSimStructuredText
import TVSimWorld

/// Formats the attempts of a journal for a person at a terminal: one line each, in columns.
enum AttemptText {
    /// The most characters of what an attempt is about.
    private static let widest = 60

    /// Returns the attempts and commands, under the date of each day.
    static func text(_ flows: [JournalFlow]) -> String {
        guard !flows.isEmpty else { return "no entries" }
        let lines = flows.map(\.line)
        let cells = lines.map { line in
            [
                String(line.began.dropFirst(11)), line.word, line.what, short(line.subject),
                line.status.map(String.init) ?? "", line.cause,
            ]
        }
        let rows = Columns.text(cells).split(separator: "\n", omittingEmptySubsequences: false)
        var date = ""
        var text: [String] = []
        for (line, row) in zip(lines, rows) {
            if line.began.prefix(10) != date {
                date = String(line.began.prefix(10))
                text.append(date)
            }
            text.append(painted(String(row), line))
        }
        return text.joined(separator: "\n")
    }

    private static func short(_ subject: String) -> String {
        let subject = subject.onOneLine
        return subject.count > widest ? subject.prefix(widest - 1) + "…" : subject
    }

    /// Returns a line whose verdict has its colour.
    private static func painted(_ row: String, _ line: JournalFlow.Line) -> String {
        guard Terminal.hasColours, let colour = colour(of: line.verdict),
            let word = row.range(of: line.word)
        else { return row }
        return row.replacingCharacters(in: word, with: colour.paint(line.word))
    }

    private static func colour(of verdict: JournalFlow.Verdict) -> Terminal.Colour? {
        switch verdict {
        case .ok: .green
        case .fellBack: .yellow
        case .refused: .red
        case .failed, .fault: .magenta
        case .note, .changed: nil
        }
    }
}
