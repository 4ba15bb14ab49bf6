import Foundation
import TVSimCore
import TVSimDevice
import TVSimRules
import TVSimScenario
import TVSimStructuredText
import TVSimWorld

// The text that clients print below a failed test, the same in each language. What a reader needs first comes first: the
// test, the clock, broken rules, refused requests. Then the journal, and what the app's first call would do.
extension WorldEvidence {
    /// The newest entries of the journal that the text has.
    private static let newest = 25
    /// The refused requests, the lines of a test's message, and the characters of an answer.
    private static let (requests, lines, answer) = (5, 40, 400)

    /// Returns the text.
    ///
    /// - Parameter explanation: What the app's first call would do; `nil` without an app of the SDK.
    /// - Returns: The text.
    /// - Throws: `StateError` if the world cannot be read.
    func text(_ explanation: ExplanationListing?) throws -> String {
        let parts: [(title: String, lines: [String])] = [
            ("tvsim test", try told()), ("tvsim rules", try broken()), ("tvsim requests", refused()),
            ("tvsim journal", recent()), ("tvsim explain", explanation.map(reasons) ?? []),
        ]
        return parts.filter { !$0.lines.isEmpty }.map { part in
            "--- \(part.title) ---\n" + part.lines.map { $0.onOneLine + "\n" }.joined()
        }.joined()
    }

    /// What became of the test, and when it was for the app.
    private func told() throws -> [String] {
        var lines: [String] = []
        if let outcome {
            let test = outcome.test ?? name.map { "the test of world \($0)" } ?? "the test"
            lines.append("\(test): \(outcome.status.rawValue)" + (outcome.place.map { " (\($0))" } ?? ""))
            let message = (outcome.message ?? "").split(separator: "\n", omittingEmptySubsequences: false)
            if outcome.message != nil { lines += message.prefix(Self.lines).map { "    \($0)" } }
            if message.count > Self.lines { lines.append("    … \(message.count - Self.lines) more lines") }
        }
        let clock = try clock()
        lines.append(
            "the clock of the world: \(TimeText.format(clock.now))"
                + (clock.follows ? ", which follows the machine's" : ", which stands still unless the test moves it"))
        let strikes = journal.entries.compactMap(\.entry.fault)
        guard !strikes.isEmpty else { return lines }
        let counts = Dictionary(strikes.map { ("\($0.operation.rawValue) (\($0.error))", 1) }, uniquingKeysWith: +)
        let named = counts.sorted { $0.key < $1.key }.map { "\($0.value) of \($0.key)" }
        return lines + ["intended, by faults of the test: " + named.joined(separator: ", ")]
    }

    /// The broken rules: each mandatory one with its first finding, and the numbers of the others.
    private func broken() throws -> [String] {
        let broken = try ruleReport().broken(atLeast: .guideline)
        let mandatory = broken.filter { $0.severity == .mandatory }
        var lines = mandatory.flatMap { rule in
            RuleText.broken(rule, most: 1)
        }
        let others = broken.filter { $0.severity != .mandatory }.map(\.id)
        if !others.isEmpty { lines.append("also broken, recommended: \(others.joined(separator: ", "))") }
        return lines
    }

    /// The requests that the service refused, with the reasons and the answers.
    private func refused() -> [String] {
        let steps = run().steps.filter { !$0.exchanges.isEmpty }
        let refused = steps.filter { ($0.exchanges.last?.status ?? 0) >= 400 }
        let world = name.map { "the world '\($0)'" } ?? "the served world"
        let total = "requests that reached \(world): \(steps.count); with status 400 or more: \(refused.count)"
        return [total]
            + refused.suffix(Self.requests).flatMap { step -> [String] in
                guard let exchange = step.exchanges.last else { return [] }
                let decision = step.decisions?.last
                let fault = step.decisions?.lazy.compactMap(\.fault).last
                var line = "\(exchange.method) \(exchange.path) -> \(exchange.status.map(String.init) ?? "no answer")"
                if let text = decision?.text {
                    line = "\(exchange.method) \(exchange.path) -> \(text.outcome) (\(text.reason))"
                }
                if let fault { line += " [intended: the fault \(fault.error) at \(fault.operation.rawValue)]" }
                let body = exchange.response?.body.map {
                    $0.split(whereSeparator: \.isWhitespace).joined(separator: " ")
                }
                return [line] + (body.map { ["    " + $0.prefix(Self.answer)] } ?? [])
            }
    }

    /// The newest entries of the journal.
    private func recent() -> [String] {
        let shown = journal.entries.suffix(Self.newest)
        guard !shown.isEmpty else { return ["(no entries)"] }
        let left = journal.entries.count - shown.count
        return (left > 0 ? ["… \(left) earlier entries are in journal.txt"] : [])
            + shown.map { "\($0.number)  \(TimeText.format($0.entry.at))  \($0.entry.line)" }
    }

    /// What the app's first call would do; without the SDK and the framework it would be about a call that no app makes.
    private func reasons(_ explanation: ExplanationListing) -> [String] {
        let asks = journal.entries.contains { entry in
            guard let way = entry.entry.decision.way else { return false }
            return [way.from, way.to].contains { $0 == .sdk || $0 == .framework }
        }
        guard asks else { return [] }
        var lines = ["\(explanation.call.rawValue) would cause now: \(explanation.callbacks.joined(separator: ", "))"]
        lines += (explanation.conditions ?? []).filter { !$0.holds }.map { "NO   \($0.name)" }
        if let remedy = explanation.remedy { lines.append("to change that, perform: \(remedy)") }
        return lines
    }
}
