import TVSimCore
import TVSimEntitlementService
import TVSimSDKVocabulary
import TVSimStructuredText
package import TVSimWorld

/// What came of an attempt of an app, for which no profile says what to expect.
package struct FlowOutcome: Sendable {
    /// The worst verdict of its decisions.
    package let verdict: JournalFlow.Verdict
    /// The error code of the service that decided; `nil` if something else did.
    package let code: String?
    /// The status of the response that decided; `nil` if something else did.
    let status: Int?
    /// Why it ended so.
    package let reason: String
    /// The policies that a SAML response failed.
    private let policies: [String]
    /// What had been set that led to it, in a few words; `nil` if nothing is known.
    private let cause: String?
    /// The words that the app got.
    private let said: [String]
    /// What it waits for; `nil` if it has ended.
    private let waiting: FlowWaiting?

    /// Reads the outcome of a flow.
    ///
    /// - Parameters:
    ///   - outcome: The outcome.
    ///   - cause: What had been set that led to it; `nil` if nothing is known.
    ///   - waiting: What the flow waits for; `nil` if it has ended.
    package init(_ outcome: JournalFlow.Outcome, cause: FlowCause? = nil, waiting: FlowWaiting? = nil) {
        (verdict, code, status, reason) = (outcome.verdict, outcome.code, outcome.status, outcome.reason)
        policies = outcome.policies
        self.waiting = waiting
        self.cause = cause.map { cause in
            cause.kind == .defect ? "defect \(cause.setting?.value?.string ?? "")" : cause.sentence
        }
        said = outcome.said.map { words in
            let whose =
                switch words.by {
                case .mvpd: "the MVPD"
                case .rule: "the degradation rule"
                case .service: "the service"
                }
            return "The app got from \(whose): “\(words.text.kept)”"
        }
    }

    /// Whether the app got less than it had asked for, or still waits for it.
    var isBad: Bool { verdict.isBad || waiting != nil }
    /// Whether the app got something else instead, still waits, or failed by the test itself.
    var isMild: Bool { verdict == .fellBack || verdict == .fault || waiting != nil }
    /// The verdict as a word; a fault happens only if the test or its profile sets one.
    var word: String {
        if waiting != nil { return FlowWaiting.word }
        return verdict == .fault ? "intended fault" : verdict.word
    }

    /// The verdict with the status, the reason and the cause; the words that the app got; one sentence each.
    var sentences: [String] {
        let beginning = word.prefix(1).uppercased() + word.dropFirst() + (status.map { " (\($0))" } ?? "")
        let why =
            waiting?.sentence ?? [code, reason.isEmpty ? nil : reason].compactMap(\.self).joined(separator: ": ")
        let what = policies.isEmpty ? why : policies.joined(separator: ", ")
        let first = (what.isEmpty ? beginning : "\(beginning): \(what)") + (cause.map { "; cause: \($0)" } ?? "")
        return [first] + (policies.isEmpty ? [] : [why]) + said
    }
}

extension RunReport {
    /// Returns what had to hold in a flow and what was found, row by row; empty if one sentence says it.
    static func findings(_ step: ReportedRun.Step) -> [[String: String]] {
        let found = (step.decisions ?? []).compactMap { $0.decision as? ConditionFinding }
        let conditions = found.isEmpty ? [] : ExchangeCondition.allCases
        let rows = conditions.map { condition -> [String: String] in
            guard let last = found.last(where: { $0.condition == condition }) else {
                return row(condition.rawValue, "not reached", "open")
            }
            return row(
                condition.rawValue, "\(last.holds ? "holds" : "does not hold"): \(last.cause.description)",
                last.holds ? "good" : "bad")
        }
        let requests = (step.decisions ?? []).filter {
            $0.decision is RequestDecision && JournalFlow.Verdict($0) != .ok
        }
        guard !rows.isEmpty || requests.count > 1 else { return [] }
        return rows
            + requests.map { entry in
                let text = entry.text
                let fault = entry.fault == nil ? "" : " (a fault that was set)"
                return row(text.event, "\(text.outcome): \(text.reason)\(fault)", fault.isEmpty ? "bad" : "open")
            }
    }

    private static func row(_ what: String, _ found: String, _ kind: String) -> [String: String] {
        ["what": what.onOneLine, "found": found.onOneLine, "kind": kind]
    }
}
