/// A decision of a journal that was written before decisions were values: its texts, and no verdict.
package struct TextDecision: JournalDecision {
    package static let kind = "text"
    private let room: String
    private let event: String
    private let outcome: String
    private let reason: String
    private let details: [String: String]

    package var verdict: JournalVerdict? { nil }
    package var text: DecisionText { DecisionText(room, event, outcome, reason, details: details) }
}
