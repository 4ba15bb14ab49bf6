import EntitlementAPI
import Foundation
import SimulationCore
import StateStorage
import TVSimulator

/// Which decisions are asked for.
struct JournalQuestion: Sendable, Hashable {
    /// Only those with a higher number.
    var after: Int
    /// Only those whose line holds this text; `nil`: all.
    let contains: String?
    /// How many are shown.
    let limit: Int

    static let defaultLimit = 100

    init(_ request: AdminRequest) throws(AdminError) {
        after = try request.number("after", in: 0...(Int.max - 1), default: 0)
        // Every line holds the empty text.
        contains = request.query["contains"].flatMap { $0.isEmpty ? nil : $0 }
        limit = try request.number("limit", in: 0...ServerLimits.journalPage, default: Self.defaultLimit)
    }
}

/// A part of a world's journal, as the admin API shows it.
struct JournalPage: Encodable, Sendable {
    /// How many decisions match, shown or not.
    var count = 0
    /// The number of the oldest decision that the journal still has; 0: it has none.
    let first: Int
    /// The number after which to ask on: of the last decision that was looked at, or shown where not all are.
    var last: Int
    /// The first of those that match.
    var entries: [Entry] = []
    /// Which opening of the store the journal is read from.
    let opening: Int

    private enum CodingKeys: String, CodingKey {
        case count, first, last, entries
    }

    /// A decision with its number.
    struct Entry: Encodable, Sendable {
        let number: Int
        let entry: JournalEntry

        private enum CodingKeys: String, CodingKey {
            case number
        }

        func encode(to encoder: any Encoder) throws {
            try entry.encode(to: encoder)
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(number, forKey: .number)
        }
    }

    init(of world: World, _ question: JournalQuestion) throws {
        let (origin, lines) = try world.simulation.store.read { state in
            let lines = try state.log(from: question.after)
            // A journal that has not the decision after which is asked is another one: it is told from its beginning.
            let told = lines.isEmpty && question.after > 0 ? (0, try state.log(from: 1)) : (question.after, lines)
            return (try state.logOrigin(), told)
        }
        opening = origin.opening
        first = origin.first ?? 0
        last = lines.0
        let decoder = JSONDecoder()
        for line in lines.1 where line.number > lines.0 {
            let entry = try decoder.decode(JournalEntry.self, from: Data(try line.text().utf8))
            last = line.number
            guard question.contains.map({ Self.line(of: entry).contains($0) }) ?? true else { continue }
            count += 1
            if count <= question.limit {
                entries.append(Entry(number: line.number, entry: entry))
            }
        }
        if count > entries.count { last = entries.last?.number ?? lines.0 }
    }

    /// What a text is looked for in: the line that people read, and the values that mattered.
    private static func line(of entry: JournalEntry) -> String {
        entry.details.sorted { $0.key < $1.key }.reduce(into: entry.line) { $0 += " \($1.key)=\($1.value)" }
    }

    /// The page as JSON.
    func text() throws -> String {
        try JSONText.line(self) + "\n"
    }
}
