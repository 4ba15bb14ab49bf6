import TVSimCore
import TVSimEntitlementService
import TVSimSDKVocabulary
import TVSimStructuredText
package import TVSimWorld

/// What came of an attempt of an app, for which no profile says what to expect: the report shows what had to hold.
package struct FlowOutcome: Sendable {
    /// The worst verdict of its decisions.
    package let verdict: JournalFlow.Verdict
    /// The error code of the service that decided; `nil` if something else did.
    package let code: String?
    /// Why it ended so.
    package let reason: String

    /// Reads the outcome of a flow.
    package init(_ outcome: JournalFlow.Outcome) {
        (verdict, code, reason) = (outcome.verdict, outcome.code, outcome.reason)
    }

    /// Whether the app got less than it had asked for.
    var isBad: Bool { verdict.isBad }
    /// The verdict as a word.
    var word: String { verdict.word }

    /// The reason with the code, as one sentence.
    var sentence: String { [code, reason.isEmpty ? nil : reason].compactMap(\.self).joined(separator: ": ") }
}

extension RunReport {
    /// Returns what had to hold in a flow and what was found, row by row; the last row is the flow itself.
    static func rows(of outcome: FlowOutcome, _ step: ReportedRun.Step) -> [[String: String]] {
        let found = (step.decisions ?? []).compactMap { $0.decision as? ConditionFinding }
        let conditions = found.isEmpty ? [] : ExchangeCondition.allCases
        let rows = conditions.map { condition -> [String: String] in
            guard let last = found.last(where: { $0.condition == condition }) else {
                return row("\(condition.rawValue) holds", "not reached", "not checked", "open")
            }
            return row(
                "\(condition.rawValue) holds", "\(last.holds ? "holds" : "does not hold"): \(last.cause.description)",
                last.holds ? "equal" : "differs", last.holds ? "good" : "bad")
        }
        let requests = (step.decisions ?? []).filter {
            $0.decision is RequestDecision && JournalFlow.Verdict($0) != .ok
        }
        return rows
            + requests.map { entry in
                row("\(entry.text.event) succeeds", "\(entry.text.outcome): \(entry.text.reason)", "differs", "bad")
            }
            + (rows.isEmpty && requests.isEmpty
                ? [row("\(step.title) succeeds", "\(outcome.word): \(outcome.sentence)", "differs", "bad")] : [])
    }

    private static func row(_ expected: String, _ received: String, _ result: String, _ kind: String) -> [String:
        String]
    {
        ["expected": expected.onOneLine, "received": received.onOneLine, "result": result, "kind": kind]
    }
}
