package import Foundation
import Mustache
import TVSimEntitlementAPI
import TVSimReports
import TVSimSDKVocabulary
import TVSimStructuredText
import TVSimWorld

extension Date {
    /// The instant without its fraction of a second.
    fileprivate var withoutFraction: Date { Date(timeIntervalSince1970: timeIntervalSince1970.rounded(.down)) }
}

/// Formats runs as one HTML file that needs nothing else: no network and no second file.
///
/// Failed runs come first. Each begins with its failed steps: the expected and the received callbacks in the rows of the
/// comparison that decided, the place, the reasons and the command. The diagram of the messages and all steps follow. A
/// small script filters the runs by a text; everything else works without it.
package enum RunReport {
    /// What the page says about how it came to be.
    ///
    /// Equal values give equal pages.
    package struct Origin: Sendable {
        /// When the page was made; `nil` to leave it out.
        package var date: Date?
        /// How long the runs took; `nil` to leave it out.
        package var duration: Duration?
        /// The command that makes such a page again; `nil` to leave it out.
        package var command: String?
        /// Which part of something larger the page shows; `nil` if it shows all.
        package var filter: String?

        /// Creates an origin that says nothing.
        package init() {}

        /// The lines of the page's head, as names and values.
        fileprivate var rows: [[String: Any]] {
            let length = duration.map { String(format: "%.1f s", $0 / .seconds(1)) }
            return [
                ("Made", date.map { TimeText.format($0.withoutFraction) }), ("Duration", length),
                ("Version", "tvsim \(SimulatorVersion.current)"), ("Build", SimulatorVersion.build), ("Shows", filter),
                ("Command", command),
            ].compactMap { name, value in value.map { ["name": name].merging(Self.folded($0)) { $1 } } }
        }

        /// Returns a value, whose further lines are folded.
        private static func folded(_ value: String) -> [String: Any] {
            let lines = value.split(separator: "\n", omittingEmptySubsequences: false).map { String($0).onOneLine }
            guard lines.count > 1 else { return ["value": value.onOneLine, "whole": [String]()] }
            return ["value": "\(lines[0]) …", "whole": [lines.joined(separator: "\n")]]
        }
    }

    /// Returns the file.
    ///
    /// - Parameters:
    ///   - runs: The runs. Failed ones are opened, and first.
    ///   - title: The title; `nil` for the number of runs and of failures.
    ///   - headline: The first line of the page; `nil` for the title.
    ///   - origin: How the page came to be.
    /// - Returns: The HTML.
    /// - Throws: An error of the template, which a test excludes.
    package static func page(
        _ runs: [ReportedRun], title: String? = nil, headline: String? = nil, origin: Origin = Origin()
    ) throws -> String {
        let failed = runs.count(where: \.failed)
        let profiles = runs.enumerated().map(profile)
        let sorted = zip(profiles, runs).filter(\.1.failed) + zip(profiles, runs).filter { !$0.1.failed }
        let count = runs.count == 1 ? "1 run" : "\(runs.count) runs"
        let isLong = runs.count > 1
        let title = title ?? "tvsim run: \(count), \(failed == 0 ? "all passed" : "\(failed) failed")"
        let content = try MustacheTemplate(string: ReportTemplate.content).render([
            "headline": headline ?? title, "origin": origin.rows, "profiles": sorted.map(\.0),
            "contents": isLong
                ? [["entries": sorted.map(\.0), "failed": failed, "others": runs.count - failed] as [String: Any]] : [],
        ])
        return ReportPage.page(
            title: title, script: (isLong ? ReportTemplate.filter : "", ReportTemplate.filterHash),
            content: content)
    }

    private static func profile(_ index: Int, _ run: ReportedRun) -> [String: Any] {
        let steps = run.steps.enumerated().map(step)
        let conspicuous = zip(steps, run.steps).filter(\.1.isConspicuous)
        // An attempt that the test made fail, or in which the app got something else, is not what a reader looks for first.
        let sorted =
            conspicuous.filter { $0.1.outcome?.isMild != true } + conspicuous.filter { $0.1.outcome?.isMild == true }
        let failures = sorted.map { step, reported in
            step.merging([
                "comparison": table(rows(of: reported)),
                "findings": table(reported.outcome == nil ? [] : findings(reported)), "again": again(run),
                "why": [reported.why].compactMap(\.self), "advice": [reported.advice].compactMap(\.self),
            ]) { $1 }
        }
        return [
            "id": "profile-\(index + 1)", "name": run.name.onOneLine, "source": run.source.onOneLine,
            "passed": run.passed, "failed": run.failed, "open": !run.passed,
            "result": run.failed ? "failed" : run.passed ? "passed" : "other",
            "assertion": run.assertion.map { [assertion($0)] } ?? [], "failures": failures, "sections": run.sections,
            "diagram": SequenceDiagram(run.steps).values,
            "steps": steps,
        ]
    }

    /// Returns a table of rows; empty without rows.
    private static func table(_ rows: [[String: String]]) -> [[String: Any]] { rows.isEmpty ? [] : [["rows": rows]] }

    private static func assertion(_ assertion: ReportedRun.Assertion) -> [String: Any] {
        ["where": [assertion.place].compactMap(\.self), "message": [assertion.message].compactMap(\.self)]
    }

    /// Returns the command that runs the profile again; empty if the run has no file.
    private static func again(_ run: ReportedRun) -> [String] {
        let file = run.source.split(separator: ":").first.map(String.init) ?? ""
        guard file.hasSuffix(".yaml") || file.hasSuffix(".yml") || file.hasSuffix(".json") else { return [] }
        return [["tvsim", "run", ShellWords.quoted(file), "--explain"].joined(separator: " ")]
    }

    /// Returns the comparison of a failed step, row by row; empty if its callbacks were not compared.
    private static func rows(of step: ReportedRun.Step) -> [[String: String]] {
        step.mismatches.flatMap(\.rows).map { row in
            let (expected, received, result, kind): (String, String, String, String) =
                switch row {
                case .equal(let expected, let found, _): (expected.text, found.text, "equal", "good")
                case .difference(.replaced(let expected, let found, _)):
                    (expected.text, found.text, "differs", "bad")
                case .difference(.missing(let expected, _)): (expected.text, "", "missing", "bad")
                case .difference(.unexpected(let found, _)): ("", found.text, "unexpected", "bad")
                case .unchecked(let found, _): ("", found.text, "not checked", "open")
                }
            return ["expected": expected, "received": received, "result": result, "kind": kind]
        }
    }

    private static func step(_ index: Int, _ step: ReportedRun.Step) -> [String: Any] {
        let conditions = step.conditions.map(ladder) ?? []
        let exchanges = step.exchanges.map(exchange)
        return [
            "number": index + 1, "title": step.title.onOneLine, "at": TimeText.format(step.began),
            "place": step.place ?? "", "failed": step.isConspicuous,
            "messages": step.messages,
            "word": step.outcome?.word ?? "FAIL", "good": step.outcome.map { $0.isBad ? [] : [$0.word] } ?? [],
            "when": step.outcome == nil ? [] : [TimeText.format(step.began)],
            "tone": step.outcome?.isMild == true ? ["warn"] : [],
            "heading": step.expected == nil
                ? "Callbacks" : step.mismatches.isEmpty ? "Received, as expected" : "Received",
            "callbacks": step.callbacks.map(\.text), "hasCallbacks": !step.callbacks.isEmpty,
            "silent": step.callbacks.isEmpty && step.outcome == nil && step.isCallOfApp,
            "hasConditions": !conditions.isEmpty, "conditions": conditions,
            "notes": step.notes,
            "hasReasons": step.decisions?.isEmpty == false, "reasons": step.decisions?.map(\.line) ?? [],
            "exchanges": exchanges,
        ]
    }

    /// Returns all conditions in their order: those that were evaluated with their result, then the others.
    private static func ladder(of conditions: [ConditionFinding]) -> [[String: Any]] {
        ExchangeCondition.allCases.map { condition in
            guard let found = conditions.first(where: { $0.condition == condition }) else {
                return ["name": condition.rawValue, "state": "not reached", "kind": "open", "reason": ""]
            }
            return [
                "name": condition.rawValue, "state": found.holds ? "holds" : "does not hold",
                "kind": found.holds ? "good" : "bad", "reason": found.cause.description,
            ]
        }
    }

    private static func exchange(_ exchange: RedactedExchange) -> [String: Any] {
        [
            "method": exchange.method, "url": exchange.url, "status": exchange.status.map(String.init) ?? "no response",
            "kind": exchange.status.map { $0 < 400 } ?? false ? "good" : "bad",
            "request": message(exchange.request),
            "responses": exchange.response.map { [message($0)] } ?? [],
            "saml": exchange.request.samlOutline.map { [$0] } ?? [],
        ]
    }

    private static func message(_ message: RedactedExchange.Message) -> [String: Any] {
        [
            "fields": message.headers.map { ["name": $0.name, "value": $0.value] },
            "body": message.body.map { [$0] } ?? [],
        ]
    }
}
