import TVSimCore
import TVSimStateStorage
import Testing

@testable import TVSimWorld
@testable import TVSimulator

@Suite("A query of the journal")
struct JournalQuestionTests {
    /// What is looked for, what a decision says, and whether it is found.
    static let questions: [(text: String, reason: String, isFound: Bool)] = [
        ("none/1", "none/1", true), ("none/1", "none 1", false), ("none", "no one", false), ("NONE", "none", false),
        ("register: 201 (because", "because", true), ("register: 201 because", "because", false),
        ("client=a-b", "client=a-b", true), ("say \"no\"", "they say \"no\" again", true), ("\"no\"", "no", false),
        ("C:\\new", "in C:\\new", true), ("u{9B}", "\u{9B}", true), ("9B", "\u{9B}", true), ("u{7F}", "\u{7F}", true),
        ("caf", "caf\u{e9}", true), ("café", "caf\u{65}\u{301}", true), ("reason", "because", false),
        ("x=1 y=2", "because", true), ("", "because", true), ("-", "a-b", true),
    ]

    private struct Said: JournalDecision {
        static let kind = "said"
        let reason: String
        var verdict: JournalVerdict? { nil }
        var text: DecisionText { DecisionText("Room", "POST /register", "201", reason, details: ["x": "1", "y": "2"]) }
    }

    @Test("matches the line and the details", arguments: questions)
    func finding(text: String, reason: String, isFound: Bool) throws {
        let question = JournalQuestion(after: 0, contains: text.isEmpty ? nil : text, limit: 1)
        let journal = Simulation(store: MemoryStateStore()).journal
        try journal.record(Said(reason: reason))
        let entry = try #require(try journal.entries().first)
        #expect(question.finds(entry) == isFound)
    }
}
