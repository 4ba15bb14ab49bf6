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
    package static func trace(_ record: RunRecord) -> String {
        var lines = [title(record)]
        lines += record.caveat.map { ["  note: \($0)"] } ?? []
        var clock = record.steps.first.map(began)
        for step in record.steps {
            // The time is printed only when it changes, because most steps take no simulated time.
            let now = began(step)
            lines.append("  " + step.title + (now == clock ? "" : "  [\(now)]"))
            clock = now
            lines += (details(step) + failures(of: step, at: record.place(of: step))).map { "    " + $0 }
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
        .init("because:", .faint),
    ]

    /// Returns the last line of a run, with the number of what failed: a `profile` or a `situation`.
    package static func summary(of noun: String, passed: Int, failed: Int) -> String {
        let count = passed + failed
        let noun = count == 1 ? noun : noun + "s"
        return failed == 0 ? "\(count) \(noun), all passed" : "\(count) \(noun), \(failed) failed"
    }

    private static func began(_ step: StepRecord) -> String { TimeText.format(step.began) }

    private static func details(_ step: StepRecord) -> [String] {
        var lines = step.callbacks.map { "<- \($0.text)" }
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

    /// Returns the failures, each with file and line, so that editors can link every line.
    private static func failures(of step: StepRecord, at place: String?) -> [String] {
        let beginning = place.map { "FAIL: \($0): " } ?? "FAIL: "
        return step.failures.map { beginning + $0 }
    }
}

extension HTTPExchange {
    /// The status of the response, or "no answer" if there was no response.
    var answer: String { status.map(String.init) ?? "no answer" }
}
