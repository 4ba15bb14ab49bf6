import Foundation
import Settings
package import SimulationCore
import StateStorage
import StructuredText

/// A part of a world's journal, as `tvsim journal show` and the admin API return it.
package struct JournalPage: Encodable, Sendable {
    /// The number of matching decisions, including those that the page does not contain.
    package var count = 0
    /// The number of the oldest decision in the journal; 0 if the journal is empty.
    package let first: Int
    /// The number to continue after: that of the last decision shown, or of the last one read if all matching decisions
    /// are shown.
    package var last: Int
    /// The first matching decisions.
    package var entries: [Entry] = []
    /// The number of the store's opening in which the journal was read.
    package let opening: Int
    /// The revision of the world's documents when the journal was read.
    package let revision: Int

    private enum CodingKeys: String, CodingKey {
        case count, first, last, entries
    }

    /// A decision with its number.
    package struct Entry: Encodable, Sendable {
        /// The number, from 1.
        package let number: Int
        /// The decision.
        package let entry: JournalEntry

        private enum CodingKeys: String, CodingKey {
            case number
        }

        package func encode(to encoder: any Encoder) throws {
            try entry.encode(to: encoder)
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(number, forKey: .number)
        }
    }

    /// The page as text: one line for each decision, with its number and simulated time.
    package var text: String {
        guard !entries.isEmpty else { return "no entries" }
        return entries.map { "\($0.number)  \(TimeText.format($0.entry.at))  \($0.entry.line)" }
            .joined(separator: "\n")
    }

    /// Creates the page that answers a query from the lines of a journal.
    package init(of lines: JournalLines, _ question: JournalQuestion) throws {
        opening = lines.opening
        revision = lines.revision
        first = lines.first ?? 0
        last = lines.after
        for line in lines.lines where line.number > lines.after {
            last = line.number
            // Without a search text, decisions beyond the limit are counted but not decoded.
            if question.contains == nil, count >= question.limit {
                count += 1
                continue
            }
            let entry = try Journal.entry(line)
            guard question.finds(entry) else { continue }
            count += 1
            if count <= question.limit { entries.append(Entry(number: line.number, entry: entry)) }
        }
        if count > entries.count { last = entries.last?.number ?? lines.after }
    }
}

/// The decisions of a journal after a number, as read from the store.
package struct JournalLines: Sendable {
    /// The number of the store's opening in which they were read.
    let opening: Int
    /// The revision of the world's documents.
    let revision: Int
    /// The number of the oldest decision; `nil` if the journal has none.
    let first: Int?
    /// The requested number; 0 if it belongs to another journal, in which case the lines start at the beginning.
    let after: Int
    let lines: [LogLine]

    /// Reads a world's journal.
    ///
    /// - Parameters:
    ///   - simulation: The world's simulation.
    ///   - after: The number of the last decision that the client knows.
    ///   - startsOver: Whether the lines start at the beginning if the journal has no decision after this number.
    /// - Throws: `StateError` if the state cannot be read.
    package init(of simulation: Simulation, after: Int, startsOver: Bool) throws {
        (opening, revision, first, self.after, lines) = try simulation.store.read { state in
            let lines = try state.log(from: after)
            let isAnother = startsOver && lines.isEmpty && after > 0
            return (
                state.opening, try state.revision(), try state.firstLine(), isAnother ? 0 : after,
                isAnother ? try state.log(from: 1) : lines
            )
        }
    }
}

extension JournalEntry {
    /// The entry as one line of text.
    package var line: String {
        "\(room): \(event): \(outcome) (\(reason))".onOneLine
    }
}
