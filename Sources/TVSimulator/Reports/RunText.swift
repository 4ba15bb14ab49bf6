import EntitlementAPI
import SSOBridge
import StructuredText

/// A run as a person reads it: the profile, each step with what it caused, and the verdict.
package enum RunText {
    /// Writes one profile's trace.
    ///
    /// ```
    /// PASS  permission denied  (Profiles/permission-denied.yaml)
    ///   setRequestor REF30
    ///     <- status(VSA403)
    ///     <- setRequestorComplete(1)
    ///     POST /o/client/register 201
    ///     stopped: permissionGranted does not hold
    /// ```
    package static func trace(_ report: RunReport) -> String {
        var lines = ["\(report.passed ? "PASS" : "FAIL")  \(report.profile.onOneLine)  (\(report.source.onOneLine))"]
        var clock = report.steps.first?.at
        for step in report.steps {
            // The instant is told where it changes; most steps take no simulated time.
            let moved = step.at != clock
            clock = step.at
            lines.append("  " + title(step) + (moved ? "  [\(step.at)]" : ""))
            lines += (details(step) + failures(of: step, at: report.place(of: step))).map { "    " + $0 }
        }
        return lines.joined(separator: "\n")
    }

    /// Writes the line that closes a run of several profiles.
    package static func summary(passed: Int, failed: Int) -> String {
        let count = passed + failed
        let noun = count == 1 ? "profile" : "profiles"
        return failed == 0 ? "\(count) \(noun), all passed" : "\(count) \(noun), \(failed) failed"
    }

    /// Writes a step's call with its arguments.
    static func title(_ step: StepReport) -> String {
        ([step.call] + step.arguments.map(short)).joined(separator: " ")
    }

    private static func details(_ step: StepReport) -> [String] {
        var lines = step.callbacks.map { "<- \($0.text)" }
        lines += (step.actions ?? []).map { "app: \($0)" }
        lines += step.requests.map { "\($0.method) \($0.path) \($0.status.map(String.init) ?? "no answer")" }
        if let conditions = step.conditions {
            if let stopped = conditions.first(where: { !$0.holds }) {
                lines.append("stopped: \(stopped.name) does not hold")
            } else {
                let all = ExchangeCondition.allCases.count
                let hadProfile = step.requests.contains {
                    $0.method == "GET" && $0.path.contains("/profiles/") && $0.status == 200
                }
                // The app is told so where its filter, and none of the conditions, stands in the way.
                let isFiltered =
                    !step.requests.contains { $0.path.contains("/sessions/sso/") }
                    && step.callbacks.contains { $0.text.hasPrefix("status(N004)") }
                let rest =
                    if conditions.count == all {
                        ""
                    } else if hadProfile {
                        ", and the service had a profile already"
                    } else if isFiltered {
                        ", and the app's own filter leaves the provider out"
                    } else {
                        ", and \(trouble(of: step.requests))"
                    }
                lines.append("conditions: \(conditions.count) of \(all) hold\(rest)")
            }
        }
        lines += (step.notes ?? []).map { "note: \($0)" }
        lines += (step.reasons ?? []).map { "because: \($0)" }
        return lines
    }

    /// What differs: each line says by itself where, for editors, and for whoever looks for such lines alone.
    private static func failures(of step: StepReport, at place: String?) -> [String] {
        let beginning = place.map { "FAIL: \($0): " } ?? "FAIL: "
        return step.failures.map { beginning + $0 }
    }

    /// Why the service said nothing that would have helped.
    private static func trouble(of requests: [RequestReport]) -> String {
        guard let failed = requests.last(where: { !($0.status.map { (200..<400).contains($0) } ?? false) }) else {
            return requests.isEmpty
                ? "the service could not be asked for the rest" : "the service's answer to the rest cannot be read"
        }
        return failed.status.map { "the service refused the rest (\($0))" }
            ?? "the service could not be asked for the rest"
    }

    private static func short(_ value: JSONValue) -> String {
        if case .string(let text) = value { return text }
        return (try? JSONText.line(value)) ?? ""
    }
}
