import Foundation
package import TVSimCore
import TVSimStateStorage
import TVSimStructuredText

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
    /// The numbers of the entries that cannot be read, among those that the page was read from.
    package var damaged: [Int] = []
    /// The number of the store's opening in which the journal was read.
    package let opening: Int
    /// The revision of the world's documents when the journal was read.
    package let revision: Int

    /// Writes the page; see ``JournalListing``.
    package func encode(to encoder: any Encoder) throws { try JournalListing(self).encode(to: encoder) }

    /// A decision with its number.
    package struct Entry: Encodable, Sendable {
        /// The number, from 1.
        package let number: Int
        /// The decision.
        package let entry: JournalEntry

        /// Writes the decision; see ``JournalListing/Entry``.
        package func encode(to encoder: any Encoder) throws {
            try JournalListing.Entry(number, entry).encode(to: encoder)
        }
    }

    /// The page as text: one line for each decision, with its number and simulated time.
    package var text: String {
        guard !entries.isEmpty else { return "no entries" }
        return entries.map { "\($0.number)  \(TimeText.format($0.entry.at))  \($0.entry.line)" }
            .joined(separator: "\n")
    }

    /// How many decisions are read in one transaction.
    private static let piece = 500

    /// Reads the page that answers a query.
    ///
    /// The decisions are read in several short transactions, so that other requests do not wait for a long one. The
    /// page does not contain decisions that are made meanwhile.
    ///
    /// - Parameters:
    ///   - simulation: The world's simulation.
    ///   - question: The query.
    ///   - startsOver: Whether the page starts at the first decision if the query's `after` is greater than the number of
    ///     the last one. Such a number belongs to an earlier journal, for example from before a reset.
    /// - Throws: `StateError` if the state cannot be read.
    package init(of simulation: Simulation, _ question: JournalQuestion, startsOver: Bool) throws {
        var after = question.after
        var lines: [LogLine] = []
        let end: Int
        (opening, revision, first, end) = try simulation.store.read { state in
            let end = try state.lastLine() ?? 0
            if startsOver, end < after { after = 0 }
            if after < end {
                let start = question.isSearch ? after : question.newest.map { max(after, end - $0) } ?? after
                lines = try state.log(from: start + 1, limit: question.linesWanted(Self.piece, besides: 0))
            }
            return (state.opening, try state.revision(), try state.firstLine() ?? 0, end)
        }
        last = max(after, end)
        if !question.isSearch { count = max(0, end - max(after, first - 1)) }
        while let newest = lines.last?.number {
            for line in lines {
                guard let entry = try entry(line, in: simulation.journal), question.finds(entry) else { continue }
                if question.isSearch { count += 1 }
                if let newest = question.newest, entries.count >= newest, newest > 0 { entries.removeFirst() }
                if entries.count < question.mostKept { entries.append(Entry(number: line.number, entry: entry)) }
            }
            let wanted = question.linesWanted(min(Self.piece, end - newest), besides: entries.count)
            guard wanted > 0 else { break }
            lines = try simulation.store.read { [opening] state in
                state.opening == opening ? try state.log(from: newest + 1, limit: wanted) : []
            }
        }
        // Which of the matching decisions are the newest is known only now.
        entries.removeLast(max(0, entries.count - question.limit))
        // The entries of a search are counted as they are found; otherwise all are, and damaged ones do not match.
        if !question.isSearch { count -= damaged.count }
        if count > entries.count, question.newest == nil {
            let shown = entries.last?.number ?? after
            last = !question.isSearch ? max(shown, damaged.last ?? after) : shown
        }
    }

    /// Reads an entry; `nil`, after noting its number, if it is damaged.
    private mutating func entry(_ line: LogLine, in journal: Journal) throws -> JournalEntry? {
        do {
            return try journal.entry(line)
        } catch let error as StateError where error.code == .malformedDocument {
            damaged.append(line.number)
            return nil
        }
    }
}

extension JournalQuestion {
    /// How many decisions are kept while lines are read.
    ///
    /// A search knows the newest that match only after the last line; otherwise reading begins at the newest.
    fileprivate var mostKept: Int { isSearch ? newest ?? limit : limit }

    /// Returns how many more lines must be read, besides the decisions that were found.
    fileprivate func linesWanted(_ most: Int, besides found: Int) -> Int {
        // A search reads every line, because it counts all that match.
        isSearch ? most : min(most, limit - found)
    }
}

extension JournalEntry {
    /// The entry as one line of text.
    package var line: String { text.line }
}

extension DecisionText {
    /// The decision as one line.
    var line: String { "\(room): \(event): \(outcome) (\(reason))".onOneLine }
}
