import Foundation
import StateStorage

/// One decision of the simulated world, with its reason.
package struct JournalEntry: Codable, Sendable, Hashable {
    /// The simulated instant, ISO 8601 in UTC.
    package var at: String
    /// The room that decided, by its module's name.
    package var room: String
    /// What happened, such as `accessStatus` or `POST /o/client/register`.
    package var event: String
    /// What came of it, such as `denied` or `201`.
    package var outcome: String
    /// Why, as one sentence.
    package var reason: String
    /// The values that mattered, secrets redacted.
    package var details: [String: String]
}

/// The record of a world: every decision in order, with its reason, and never a secret.
///
/// Secrets are redacted on entry, before anything is stored, so that no reader can find one.
package struct Journal: Sendable {
    private let store: any StateStore
    private let clock: SimulatedClock

    init(store: any StateStore, clock: SimulatedClock) {
        self.store = store
        self.clock = clock
    }

    /// Writes down a decision.
    package func record(
        room: String, event: String, outcome: String, reason: String, details: [String: String] = [:]
    ) throws {
        let entry = JournalEntry(
            at: TimeText.format(try clock.now()), room: room, event: Redaction.redact(event),
            outcome: Redaction.redact(outcome), reason: Redaction.redact(reason),
            details: Redaction.redact(details))
        try store.write { try $0.appendLog(entry) }
    }

    /// Returns the entries from a number on (the first is 1), in order.
    package func entries(from first: Int = 1) throws -> [JournalEntry] {
        let decoder = JSONDecoder()
        return try store.read { try $0.log(from: first) }.map {
            try decoder.decode(JournalEntry.self, from: Data(try $0.text().utf8))
        }
    }
}
