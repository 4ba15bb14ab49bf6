import TVSimSDKVocabulary
import TVSimScenario
import TVSimStructuredText
import Testing

@testable import TVSimExploration

/// A history in a few steps, and what a rule says about its last step.
struct JudgedHistory: Sendable, CustomTestStringConvertible {
    let rule: String
    let situation: String
    let steps: [HandWrittenStep]
    /// What the rule says happened instead, and the callbacks that it demands; `nil` if it holds.
    let finding: (reason: String, expect: [String]?)?

    var testDescription: String { "\(rule): \(situation)" }

    static func holds(_ rule: String, _ situation: String, _ steps: HandWrittenStep...) -> Self {
        Self(rule: rule, situation: situation, steps: steps, finding: nil)
    }

    static func breaks(
        _ rule: String, _ situation: String, _ steps: HandWrittenStep..., because reason: String,
        expect: [String]? = nil
    ) -> Self {
        Self(rule: rule, situation: situation, steps: steps, finding: (reason, expect))
    }
}

/// Each rule of `tvsim explore` by histories that were written by hand: where it is broken, and every exception.
@Suite("A rule of an exploration")
struct InvariantTests {
    @Test(
        "says what the last step of a history should have been, or nothing",
        arguments: JudgedHistory.authentication + JudgedHistory.callbacks + JudgedHistory.tokens)
    func judges(_ row: JudgedHistory) throws {
        let rule = try #require(Invariant.all.first { $0.name == row.rule })
        let found = rule.finding(in: FlowHistory(row.steps))
        #expect(found?.step == row.finding.map { _ in row.steps.count - 1 })
        #expect(found?.reason == row.finding?.reason)
        #expect(found?.expect == row.finding?.expect)
    }

    @Test("about the transfer of a device names the first line that differs, after the last step")
    func transfer() throws {
        let rule = try #require(Invariant.all.first { $0.name == "export-import" })
        var history = FlowHistory([.configured, .call(.logout)])
        #expect(rule.finding(in: history) == nil)
        history.transfer = ObservedTransfer(exported: "a\nb\nc", exportedAgain: "a\nb\nc")
        #expect(rule.finding(in: history) == nil)
        history.transfer?.exportedAgain = "a\nx\ny"
        #expect(
            rule.finding(in: history)
                == BrokenInvariant(step: 1, reason: "the exports differ: 'b' became 'x'", expect: nil))
        history.steps = []
        #expect(rule.finding(in: history)?.step == 0)
    }

    @Test("is covered by rows in which it is broken, and by rows in which it holds")
    func complete() {
        let rows = JudgedHistory.authentication + JudgedHistory.callbacks + JudgedHistory.tokens
        let rules = Set(Invariant.all.map(\.name)).subtracting(["export-import"])
        #expect(Set(rows.filter { $0.finding != nil }.map(\.rule)) == rules)
        #expect(Set(rows.filter { $0.finding == nil }.map(\.rule)) == rules)
    }
}
