import Foundation
import Settings
package import SimulationCore
import StateStorage
import StructuredText

/// A part of a world's journal, as `tvsim journal show` and the admin API show it.
package struct JournalPage: Encodable, Sendable {
    /// How many decisions match, whether or not they are shown.
    package var count = 0
    /// The number of the oldest decision that the journal still has; 0 if it has none.
    package let first: Int
    /// The number after which to ask on: of the last decision shown, or of the last one read if all that match are shown.
    package var last: Int
    /// The first decisions that match.
    package var entries: [Entry] = []
    /// Which opening of the store the journal was read from.
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
            // Without a text to look for, decisions that are not shown are counted and not decoded.
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

/// The decisions of a journal behind a number, as they were read from the store.
package struct JournalLines: Sendable {
    /// Which opening of the store they were read from.
    let opening: Int
    /// The number of the oldest decision; `nil` if the journal has none.
    let first: Int?
    /// The number that was asked for; 0 if it belongs to another journal, so that this one is told from its beginning.
    let after: Int
    let lines: [LogLine]

    /// Reads a world's journal.
    ///
    /// - Parameters:
    ///   - simulation: The world's simulation.
    ///   - after: The number of the last decision that the reader knows.
    ///   - startsOver: Whether a journal without a decision of that number is told from its beginning.
    /// - Throws: `StateError` if the state cannot be read.
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
