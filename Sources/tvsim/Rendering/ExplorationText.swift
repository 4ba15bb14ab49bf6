import TVSimExploration
import TVSimScenario
import TVSimStructuredText

/// The result of an exploration as JSON.
struct ExplorationReport: Encodable {
    /// The rule that was broken, and the shortest profile that breaks it.
    struct Found: Encodable {
        let rule: String
        let sentence: String
        let source: String?
        let step: Int
        let call: String?
        let reason: String
        let command: String
        let profile: JSONValue
    }

    let seed: UInt64
    let flows: Int
    let steps: Int
    let visited: Int
    let found: Found?

    init(_ outcome: Explorer.Outcome, seed: UInt64, command: String, document: Members) {
        self.seed = seed
        (flows, steps, visited) = (outcome.sequences, outcome.steps, outcome.visited.count)
        found = outcome.found.map { found in
            Found(
                rule: found.violation.rule, sentence: found.violation.sentence, source: found.violation.source,
                step: found.violation.step + 1, call: found.steps.dropFirst(found.violation.step).first?.call,
                reason: found.violation.reason, command: command,
                profile: found.profile(of: document, foundBy: command))
        }
    }
}

/// All rules, as JSON.
struct RulesListing: Encodable {
    let rules = Invariant.all.map(RuleListing.init)
}

/// A rule, as JSON.
struct RuleListing: Encodable {
    let name: String
    let sentence: String
    let source: String

    init(_ rule: Invariant) {
        (name, sentence, source) = (rule.name, rule.sentence, rule.source)
    }
}

/// Formats explorations as text.
enum ExplorationText {
    /// Returns the figures of an exploration, in one line.
    static func figures(of report: ExplorationReport) -> String {
        "seed \(report.seed): \(report.flows) \(report.flows == 1 ? "flow" : "flows") of \(report.steps) steps visited "
            + "\(report.visited) coverage items"
    }

    /// Returns the lines of a broken rule.
    static func lines(of found: ExplorationReport.Found) -> [String] {
        var lines = ["FAIL  \(found.rule)", "  \(found.sentence)"]
        if let source = found.source { lines.append("  Source: \(source)") }
        return lines + [
            "  step \(found.step), \(found.call ?? "before the first"): \(found.reason)", "  again: \(found.command)",
        ]
    }

    /// Returns the rules, each with its document.
    static func list(_ rules: [RuleListing]) -> String {
        rules.map { "\($0.name)\n  \($0.sentence)\n  Source: \($0.source)" }.joined(separator: "\n")
    }
}
