import Foundation
import TVSimCore
import TVSimSDKVocabulary
import TVSimStructuredText
import Testing

@testable import TVSimRuns
@testable import TVSimScenario
@testable import TVSimWorld

@Suite("What came of an app's attempt, in a report")
struct FlowOutcomeTests {
    static let verdicts: [(verdict: JournalFlow.Verdict, word: String, isBad: Bool)] = [
        (.note, "done", false), (.changed, "changed", false), (.ok, "succeeded", false), (.fellBack, "fell back", true),
        (.refused, "refused", true), (.failed, "failed", true), (.fault, "fault", true),
    ]

    private static func outcome(_ verdict: JournalFlow.Verdict, _ code: String? = nil, _ reason: String = "")
        -> FlowOutcome
    {
        FlowOutcome(JournalFlow.Outcome(verdict: verdict, code: code, reason: reason))
    }

    private static func step(_ outcome: FlowOutcome, _ decisions: [JournalEntry] = []) -> ReportedRun.Step {
        ReportedRun.Step(
            title: "Sign-in", isCallOfApp: true, place: nil, began: Date(timeIntervalSince1970: 0), expected: nil,
            decisions: decisions, failures: [], outcome: outcome)
    }

    @Test("is a word; a reader looks first at those that got less than asked for", arguments: verdicts)
    func words(verdict: JournalFlow.Verdict, word: String, isBad: Bool) {
        let outcome = Self.outcome(verdict)
        #expect(outcome.word == word && outcome.isBad == isBad)
        #expect(Self.step(outcome).isConspicuous == isBad)
    }

    @Test("is a sentence with the code of the service, if there is one")
    func sentences() {
        #expect(Self.outcome(.refused, "denied", "the user may not").sentence == "denied: the user may not")
        #expect(Self.outcome(.refused, "denied").sentence == "denied")
        #expect(Self.outcome(.refused, nil, "the user may not").sentence == "the user may not")
        #expect(Self.outcome(.refused).sentence.isEmpty)
    }
}
