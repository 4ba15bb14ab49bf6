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
        (.refused, "refused", true), (.failed, "failed", true), (.fault, "intended fault", true),
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
        #expect(
            Self.outcome(.refused, "denied", "the user may not").sentences == ["Refused: denied: the user may not"])
        #expect(Self.outcome(.refused, "denied").sentences == ["Refused: denied"])
        #expect(Self.outcome(.refused, nil, "the user may not").sentences == ["Refused: the user may not"])
        #expect(Self.outcome(.refused).sentences == ["Refused"])
    }

    @Test("names first the policies that a SAML response failed, and the defect that had been set")
    func policies() {
        let outcome = JournalFlow.Outcome(
            verdict: .refused, code: "invalid_parameter_saml_response", status: 400,
            reason: "structure: two assertions",
            policies: ["structure"])
        let defect = FlowCause(
            .provider("Cablevision", "defect", "xsw3"), isDefect: true, SettingChanges(), at: 3)
        #expect(
            FlowOutcome(outcome, cause: defect).sentences == [
                "Refused (400): structure; cause: defect xsw3",
                "invalid_parameter_saml_response: structure: two assertions",
            ])
    }
}
