package import Foundation
import Settings
package import StateStorage

/// One decision of the simulated world, with its reason.
package struct JournalEntry: Codable, Sendable, Hashable {
    /// The simulated time, written as ISO 8601 in UTC.
    package var at: Date
    /// The module that decided.
    package var room: String
    /// The operation, such as `accessStatus` or `POST /o/client/register`.
    package var event: String
    /// The result, such as `denied` or `201`.
    package var outcome: String
    /// The reason for the result, as one sentence.
    package var reason: String
    /// The values that influenced the result, with secrets redacted.
    package var details: [String: String]
    /// The fault that caused the result; `nil` if no fault did.
    package var fault: FaultStrike?
}

extension JournalEntry {
    private enum CodingKeys: String, CodingKey {
        case at, room, event, outcome, reason, details, fault
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        guard let at = TimeText.instant(try container.decode(String.self, forKey: .at)) else {
            throw DecodingError.dataCorruptedError(forKey: .at, in: container, debugDescription: "not an instant")
        }
        self.init(
            at: at, room: try container.decode(String.self, forKey: .room),
            event: try container.decode(String.self, forKey: .event),
            outcome: try container.decode(String.self, forKey: .outcome),
            reason: try container.decode(String.self, forKey: .reason),
            details: try container.decode([String: String].self, forKey: .details),
            fault: try container.decodeIfPresent(FaultStrike.self, forKey: .fault))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(TimeText.format(at), forKey: .at)
        try container.encode(room, forKey: .room)
        try container.encode(event, forKey: .event)
        try container.encode(outcome, forKey: .outcome)
        try container.encode(reason, forKey: .reason)
        try container.encode(details, forKey: .details)
        try container.encodeIfPresent(fault, forKey: .fault)
    }
}

/// One thing that happened in a world, as the observer of its journal sees it.
package struct Occurrence: Sendable, Hashable {
    /// The module that decided.
    package let room: String
    /// The operation.
    package let event: String
    /// The result.
    package let outcome: String
    /// The reason, as one sentence; empty if the occurrence needs none.
    package let reason: String

    /// Creates an occurrence.
    package init(room: String, event: String, outcome: String, reason: String = "") {
        self.room = room
        self.event = event
        self.outcome = outcome
        self.reason = reason
    }
}

/// The journal of a world: every decision in order, with its reason.
///
/// Secrets are redacted before an entry is stored, so that the stored journal never contains them.
package struct Journal: Sendable {
    /// Learns of every decision of this process, after it is recorded.
    package typealias Observer = @Sendable (Occurrence) -> Void

    private let store: any StateStore
    private let clock: SimulatedClock
    let observer: Observer?

    init(store: any StateStore, clock: SimulatedClock, observer: Observer?) {
        self.store = store
        self.clock = clock
        self.observer = observer
    }

    /// Tells the observer of something that the journal does not keep.
    package func mention(_ occurrence: @autoclosure () -> Occurrence) { observer?(occurrence()) }

    /// The maximum length of a text in an entry, in UTF-8 bytes.
    ///
    /// Some texts come from outside, such as the user name on a sign-in page, and the journal keeps thousands of
    /// entries.
    package static let longestText = 1024

    /// Records a decision; texts longer than ``longestText`` are truncated.
    package func record(
        room: String, event: String, outcome: String, reason: String, details: [String: String] = [:],
        fault: FaultStrike? = nil
    ) throws {
        var entry = JournalEntry(
            at: try clock.now(), room: room, event: Self.kept(event), outcome: Self.kept(outcome),
            reason: Self.kept(reason), details: Self.kept(details), fault: fault)
        let retries = store.takeRetries()
        if retries > 0 { entry.details["retries"] = String(retries) }
        let place = try store.append(entry)
        JournalWitness.current?.see(.init(opening: place.opening, number: place.number))
        mention(Occurrence(room: room, event: event, outcome: outcome, reason: reason))
    }

    private static func kept(_ details: [String: String]) -> [String: String] {
        let safe = Redaction.redact(details)
        return safe.contains { $1.utf8.count > longestText } ? safe.mapValues(beginning) : safe
    }

    /// Redacts before truncating, because the beginning of a secret might not be recognized.
    private static func kept(_ text: String) -> String { beginning(of: Redaction.redact(text)) }

    private static func beginning(of text: String) -> String {
        guard text.utf8.count > longestText else { return text }
        return text[..<text.utf8.index(text.startIndex, offsetBy: longestText)] + "…"
    }

    /// Returns the entries with at least the given number, in order; the first number is 1.
    package func entries(from first: Int = 1) throws -> [JournalEntry] {
        try store.read { try $0.log(from: first) }.map(Self.entry)
    }

    /// Returns the entries after the given number, in order, and the number of the last one.
    package func entries(after number: Int) throws -> (entries: [JournalEntry], last: Int) {
        let lines = try store.read { try $0.log(from: number + 1) }
        return (try lines.map(Self.entry), lines.last?.number ?? number)
    }

    /// Returns the number of the last entry; 0 if the journal is empty.
    package func lastNumber() throws -> Int {
        try store.read { try $0.lastLine() } ?? 0
    }

    /// Returns the entry that a line of the store's log contains.
    package static func entry(_ line: LogLine) throws -> JournalEntry {
        if let entry = line.value(as: JournalEntry.self) { return entry }
        return try JSONDecoder().decode(JournalEntry.self, from: Data(try line.text().utf8))
    }
}
