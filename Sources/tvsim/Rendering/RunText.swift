import TVSimCore
import TVSimEntitlementAPI
package import TVSimRuns
import TVSimSDKVocabulary
import TVSimSSOBridge
import TVSimScenario
import TVSimStructuredText
import TVSimWorld

/// Formats a run as text: the profile, its result, and each step with its effects.
package enum RunText {
    /// Returns the trace of one profile.
    ///
    /// ```
    /// PASS  permission denied  (Profiles/permission-denied.yaml)
    ///   setRequestor REF30
    ///     <- status(VSA403)
    ///     <- setRequestorComplete(1)
    ///     POST /o/client/register 201
    ///     stopped: permissionGranted does not hold
    /// ```
    ///
    /// A failed step begins with its place. Its callbacks are compared line by line:
    ///
    /// ```
    ///   FAIL  denied.yaml:8  checkAuthentication
    ///     - expected setAuthenticationStatus(1, "")
    ///     + received status(N000)
    ///     why: access is denied
    /// ```
    package static func trace(_ record: RunRecord) -> String {
        var lines = [title(record)]
        lines += record.caveat.map { ["  note: \($0)"] } ?? []
        var clock = record.steps.first.map(began)
        for step in record.steps {
            // The time is printed only when it changes, because most steps take no simulated time.
            let now = began(step)
            let failed = step.effect.failures.isEmpty ? [] : ["FAIL"] + [record.place(of: step)].compactMap(\.self)
            lines.append(
                "  " + (failed + [step.title]).joined(separator: "  ") + (now == clock ? "" : "  [\(now)]"))
            clock = now
            lines += (details(step) + reasons(of: step)).map { "    " + $0 }
        }
        return lines.joined(separator: "\n")
    }

    /// Returns the first line of a profile's trace: its result, its name and its file.
    static func title(_ record: RunRecord) -> String {
        "\(record.passed ? "PASS" : "FAIL")  \(record.profile.onOneLine)  (\(record.source.onOneLine))"
    }

    /// The marks of the trace that have colours on a terminal.
    static let marks: [Terminal.Mark] = [
        .init("PASS", .green), .init("FAIL", .red), .init("stopped:", .yellow), .init("note:", .faint),
        .init("because:", .faint), .init("- expected", .green), .init("+ received", .red), .init("why:", .yellow),
        .init("to change that:", .yellow),
    ]

    /// Returns the last line of a run, with the number of what failed: a `profile` or a `situation`.
    package static func summary(of noun: String, passed: Int, failed: Int) -> String {
        let count = passed + failed
        let noun = count == 1 ? noun : noun + "s"
        return failed == 0 ? "\(count) \(noun), all passed" : "\(count) \(noun), \(failed) failed"
    }

    private static func began(_ step: StepRecord) -> String { TimeText.format(step.began) }

    private static func details(_ step: StepRecord) -> [String] {
        let compared = step.effect.failures.flatMap(\.comparison)
        var lines = compared.isEmpty ? step.callbacks.map { "<- \($0.text)" } : compared
        lines += step.effect.appActions.map { "app: \($0)" }
        lines += step.effect.requests.map { "\($0.method) \($0.path) \($0.answer)" }
        if let exchange = step.effect.exchange { lines.append(outcome(of: exchange, step.effect.requests)) }
        lines += step.effect.notes.map { "note: \($0)" }
        lines += (step.decisions ?? []).map { "because: \($0.line)" }
        return lines
    }

    /// Returns a line that says which conditions of the silent exchange hold.
    private static func outcome(of exchange: ExchangeReport, _ requests: [HTTPExchange]) -> String {
        if let failed = exchange.failed { return "stopped: \(failed.condition) does not hold" }
        let (held, all) = (exchange.conditions.count, ExchangeCondition.allCases.count)
        let rest = held == all ? "" : ", and \(reason(of: exchange.stop, requests))"
        return "conditions: \(held) of \(all) hold\(rest)"
    }

    /// Returns why an exchange ended although every evaluated condition holds.
    private static func reason(of stop: ExchangeStop?, _ requests: [HTTPExchange]) -> String {
        if requests.contains(where: { $0.endpoint == .profile && $0.status == 200 }) {
            return "the service already had a profile"
        }
        if case .notOffered? = stop { return "the app's own filter excludes the provider" }
        guard let failed = requests.last(where: { !($0.status.map { (200..<400).contains($0) } ?? false) }) else {
            return requests.isEmpty
                ? "the service did not respond" : "a response of the service cannot be read"
        }
        return failed.status.map { "the service rejected a request (\($0))" } ?? "the service did not respond"
    }

    /// Returns why a step failed, and what lets it pass.
    private static func reasons(of step: StepRecord) -> [String] {
        let failures = step.effect.failures.filter(\.comparison.isEmpty).flatMap(\.sentences)
        let reasons = failures + [step.diagnosis?.reason].compactMap(\.self)
        return reasons.map { "why: \($0)" } + (step.diagnosis?.advice.map { ["to change that: \($0)"] } ?? [])
    }
}

extension StepFailure {
    /// The expected and the received callbacks, line by line; empty if the failure is of another kind.
    fileprivate var comparison: [String] {
        guard case .mismatch(let mismatch) = self else { return [] }
        return mismatch.rows.flatMap { row in
            switch row {
            case .equal(_, let found, _), .unchecked(let found, _): ["<- \(found.text)"]
            case .difference(let difference): difference.lines
            }
        }
    }
}

extension Mismatch.Difference {
    /// The expected callback, the received one, or both.
    fileprivate var lines: [String] {
        switch self {
        case .replaced(let expected, let found, _):
            [
                "- expected \(expected.text)"
                    + (expected.hasDifferentArgumentCount(from: found) ? " (each … matches one argument)" : ""),
                "+ received \(found.text)",
            ]
        case .missing(let expected, _): ["- expected \(expected.text)"]
        case .unexpected(let found, _): ["+ received \(found.text)"]
        }
    }
}

extension HTTPExchange {
    /// The status of the response, or "no answer" if there was no response.
    var answer: String { status.map(String.init) ?? "no answer" }
}
