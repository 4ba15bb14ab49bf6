import TVSimCore
import TVSimStructuredText
import TVSimWorld

/// Formats a page of the journal as text.
enum JournalRendering {
    /// Returns one line for each decision; on a terminal, the number has the colour of the decision's verdict.
    static func text(_ page: JournalPage) -> String {
        let text = page.text.inPlainLines
        guard Terminal.hasColours, !page.entries.isEmpty else { return text }
        return zip(text.split(separator: "\n", omittingEmptySubsequences: false), page.entries).map { line, entry in
            guard let colour = entry.entry.decision.verdict.flatMap(colour) else { return String(line) }
            let number = line.prefix { $0 != " " }
            return colour.paint(number) + line.dropFirst(number.count)
        }.joined(separator: "\n")
    }

    private static func colour(of verdict: JournalVerdict) -> Terminal.Colour? {
        switch verdict {
        case .ok: .green
        case .fellBack: .yellow
        case .refused: .red
        case .failed: .magenta
        case .changed: nil
        }
    }
}
