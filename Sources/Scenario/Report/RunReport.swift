import AccessEnabler
import EntitlementAPI
import Mustache
import SSOBridge
import Settings
import SimulatedWorld
import StructuredText

/// Formats runs as one HTML file that needs nothing else: no script, no network, no second file.
///
/// Each profile has a diagram of its messages, and each step has its expected and received callbacks side by side, the
/// conditions of the silent exchange, the reasons, the requests without secrets, and the parts of the SAML response.
package enum RunReport {
    /// Returns the file.
    ///
    /// - Parameters:
    ///   - runs: The runs, in the order of the file. Failed ones are opened, and first in the table of contents.
    ///   - title: The title; `nil` for the number of runs and of failures.
    /// - Returns: The HTML.
    /// - Throws: An error of the template, which a test excludes.
    package static func page(_ runs: [ReportedRun], title: String? = nil) throws -> String {
        let failed = runs.count(where: \.failed)
        let profiles = runs.enumerated().map(profile)
        let failures = zip(profiles, runs).filter(\.1.failed).map(\.0)
        let others = zip(profiles, runs).filter { !$0.1.failed }.map(\.0)
        let count = runs.count == 1 ? "1 run" : "\(runs.count) runs"
        return try MustacheTemplate(string: ReportTemplate.page).render([
            "title": title ?? "tvsim run: \(count), \(failed == 0 ? "all passed" : "\(failed) failed")",
            "style": ReportTemplate.style, "profiles": profiles,
            "contents": runs.count > 1 ? [["entries": failures + others]] : [],
        ])
    }

    private static func profile(_ index: Int, _ run: ReportedRun) -> [String: Any] {
        [
            "id": "profile-\(index + 1)", "name": run.name.onOneLine, "source": run.source.onOneLine,
            "passed": run.passed, "failed": run.failed, "open": !run.passed,
            "diagram": SequenceDiagram(run.steps).values, "steps": run.steps.enumerated().map(step),
        ]
    }

    private static func step(_ index: Int, _ step: ReportedRun.Step) -> [String: Any] {
        let conditions = step.effect.exchange.map { ladder(of: $0) } ?? []
        let exchanges = step.effect.requests.map { exchange(ShownExchange($0)) }
        return [
            "number": index + 1, "title": step.title.onOneLine, "at": TimeText.format(step.began),
            "place": step.place ?? "", "failed": !step.failures.isEmpty, "failures": step.failures,
            "hasExpected": step.expected != nil, "expected": step.expected ?? [],
            "callbacks": step.effect.callbacks.map(\.text), "silent": step.effect.callbacks.isEmpty,
            "hasConditions": !conditions.isEmpty, "conditions": conditions,
            "notes": step.effect.appActions.map { "app: \($0)" } + step.effect.notes.map { "\($0)" },
            "hasReasons": step.decisions?.isEmpty == false, "reasons": step.decisions?.map(\.line) ?? [],
            "exchanges": exchanges,
        ]
    }

    /// Returns all conditions in their order: those that were evaluated with their result, then the others.
    private static func ladder(of exchange: ExchangeReport) -> [[String: Any]] {
        ExchangeCondition.allCases.map { condition in
            guard let found = exchange.conditions.first(where: { $0.condition == condition }) else {
                return ["name": condition.rawValue, "state": "not reached", "kind": "open", "reason": ""]
            }
            return [
                "name": condition.rawValue, "state": found.holds ? "holds" : "does not hold",
                "kind": found.holds ? "good" : "bad", "reason": found.cause.description,
            ]
        }
    }

    private static func exchange(_ exchange: ShownExchange) -> [String: Any] {
        [
            "method": exchange.method, "url": exchange.url, "status": exchange.status.map(String.init) ?? "no response",
            "kind": exchange.status.map { $0 < 400 } ?? false ? "good" : "bad",
            "request": message(exchange.request),
            "responses": exchange.response.map { [message($0)] } ?? [],
            "saml": exchange.samlResponse.map { [$0] } ?? [],
        ]
    }

    private static func message(_ message: ShownExchange.Message) -> [String: Any] {
        [
            "fields": message.fields.map { ["name": $0.name, "value": $0.value] },
            "body": message.body.map { [$0] } ?? [],
        ]
    }
}
