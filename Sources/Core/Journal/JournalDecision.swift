/// One decision of the simulated world, as a value of the module that decides.
///
/// The journal keeps the value. Programs ask it for what they need; the text is made when a person reads it, and no program
/// reads the text. A type of decision has a stable ``kind``, and is listed in `JournalKinds.all` of the module
/// `World`, which can then read it from a stored journal.
///
/// Free text in a decision is a ``JournalText``, because a store in memory keeps the value as it is.
package protocol JournalDecision: Codable, Hashable, Sendable {
    /// The name of the type in stored journals and in JSON.
    static var kind: String { get }
    /// What came of it; `nil` for a cause, such as a call of an app, and for a step that leads to another decision.
    var verdict: JournalVerdict? { get }
    /// The decision for a reader.
    var text: DecisionText { get }
    /// The app whose flow it belongs to; `nil` if the decision does not know it.
    var application: String? { get }
    /// The participant that asks and the one that answers; `nil` for a command and for a step outside of a flow.
    var way: JournalWay? { get }
    /// Whether it is what the device or a provider said, on which the SDK or the service then decides.
    var isCause: Bool { get }
    /// The setting of the world that decided; `nil` if none did, or if the decision does not know it.
    var setting: DecidingSetting? { get }
    /// What coverage counts.
    var visits: [CoverageItem] { get }
}

extension JournalDecision {
    package var application: String? { nil }
    package var way: JournalWay? { nil }
    package var isCause: Bool { false }
    package var setting: DecidingSetting? { nil }
    package var visits: [CoverageItem] { [] }

    /// Writes the value for programs.
    package func write<Key>(to container: inout KeyedEncodingContainer<Key>, forKey key: Key) throws {
        try container.encode(self, forKey: key)
    }
}

/// What came of a decision.
package enum JournalVerdict: String, Codable, Hashable, Sendable, CaseIterable {
    /// It did what was asked.
    case ok
    /// No error, and the app continues in another way: a condition of the silent exchange does not hold, or the service
    /// starts a classic sign-in.
    case fellBack
    /// A party's rule said no.
    case refused
    /// Something did not work: a fault, a timeout, or a failure of a party.
    case failed
    /// A command changed the world.
    case changed
}

/// A decision as a person reads it.
package struct DecisionText: Hashable, Sendable {
    /// The module that decided.
    package let room: String
    /// The operation, such as `accessStatus` or `POST /o/client/register`.
    package let event: String
    /// The result, such as `denied` or `201`.
    package let outcome: String
    /// The reason for the result, as one sentence.
    package let reason: String
    /// The values that influenced the result.
    package let details: [String: String]

    /// Creates a text; longer texts than ``JournalText/longest`` are truncated.
    package init(_ room: String, _ event: String, _ outcome: String, _ reason: String, details: [String: String] = [:])
    {
        self.room = room
        self.event = JournalText.beginning(of: event)
        self.outcome = JournalText.beginning(of: outcome)
        self.reason = JournalText.beginning(of: reason)
        self.details = details
    }
}

extension [String: String] {
    /// Returns the details of a decision: each value that is known.
    package static func details(_ values: KeyValuePairs<String, String?>) -> [String: String] {
        Dictionary(values.compactMap { name, value in value.map { (name, $0) } }) { first, _ in first }
    }
}
