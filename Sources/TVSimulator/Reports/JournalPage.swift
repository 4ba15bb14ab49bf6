import Foundation
package import SimulationCore
import StateStorage

/// A part of a world's journal, as `tvsim journal show` and the admin API show it.
package struct JournalPage: Encodable, Sendable {
    /// How many decisions match, shown or not.
    package var count = 0
    /// The number of the oldest decision that the journal still has; 0: it has none.
    package let first: Int
    /// The number after which to ask on: of the last decision that was looked at, or shown where not all are.
    package var last: Int
    /// The first of those that match.
    package var entries: [Entry] = []
    /// Which opening of the store the journal is read from.
    package let opening: Int

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

    /// Answers a question from what was read of a journal.
    package init(of lines: JournalLines, _ question: JournalQuestion) throws {
        opening = lines.opening
        first = lines.first ?? 0
        last = lines.after
        for line in lines.lines where line.number > lines.after {
            last = line.number
            if question.contains == nil, count >= question.limit {
                count += 1
            } else if let entry = try Self.entry(line, question) {
                count += 1
                if count <= question.limit { entries.append(Entry(number: line.number, entry: entry)) }
            }
        }
        if count > entries.count { last = entries.last?.number ?? lines.after }
    }

    /// The decision that a line holds, where it is asked for.
    private static func entry(_ line: LogLine, _ question: JournalQuestion) throws -> JournalEntry? {
        if let entry = line.value(as: JournalEntry.self) { return question.finds(entry) ? entry : nil }
        let json = try line.text()
        guard question.mayFind(json) else { return nil }
        let entry = try JSONDecoder().decode(JournalEntry.self, from: Data(json.utf8))
        return question.finds(entry) ? entry : nil
    }
}

/// What a journal holds behind a number, as it was read.
package struct JournalLines: Sendable {
    /// Which opening of the store it was read from.
    let opening: Int
    /// The number of the oldest decision; `nil`: there is none.
    let first: Int?
    /// The number, or 0 where the journal starts over, since it has not the decision of it: the number is another journal's.
    let after: Int
    let lines: [LogLine]

    /// Reads a world's journal.
    ///
    /// - Parameters:
    ///   - simulation: The world's.
    ///   - after: The number of the last decision that the asker knows.
    ///   - startsOver: Whether a journal without a decision of that number is told from its beginning.
    /// - Throws: `StateError` when the state cannot be read.
    package init(of simulation: Simulation, after: Int, startsOver: Bool) throws {
        (opening, first, self.after, lines) = try simulation.store.read { state in
            let lines = try state.log(from: after)
            let isAnother = startsOver && lines.isEmpty && after > 0
            return (
                state.opening, try state.firstLine(), isAnother ? 0 : after, isAnother ? try state.log(from: 1) : lines
            )
        }
    }
}

extension JournalEntry {
    /// The entry as one line for people.
    package var line: String {
        "\(room): \(event): \(outcome) (\(reason))".onOneLine
    }
}
