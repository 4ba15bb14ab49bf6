import TVSimEntitlementAPI
import TVSimStructuredText

/// The verdicts on all rules, from which each form of a report is written.
package struct RuleReport: Codable, Hashable, Sendable {
    /// A finding in its world.
    package struct Found: Codable, Hashable, Sendable {
        /// The situation of a matrix; `nil` without a matrix.
        package var situation: String?
        /// The world; `nil` for the served world.
        package var world: String?
        /// The test that used the world, as its runner told; `nil` if it told none.
        package var test: String?
        /// The file of that test; `nil` if unknown.
        package var file: String?
        /// The line of that test, from 1; `nil` if unknown.
        package var line: Int?
        /// The entries of the world's journal.
        package var entries: [Int]
        /// What the app did.
        package var reason: String
        /// What it does instead.
        package var instead: String
        /// Why the profile of its world waives the rule; `nil` if it does not.
        package var waiver: String?
    }

    /// What came of one rule.
    package struct Judged: Codable, Hashable, Sendable {
        /// The rule.
        package var id: String
        package var verdict: Verdict
        /// That of the most severe finding, or that of the rule.
        package var severity: Rule.Severity
        /// What an app does that keeps the rule.
        package var sentence: String
        /// What exercises it.
        package var trigger: String
        /// The first findings.
        package var findings: [Found]
        /// The number of all findings.
        package var count: Int
        /// The evidence that was missing in some world.
        package var missing: [String]
        package var sources: [Rule.Source]
        /// Why a profile waives the rule; `nil` if none does.
        package var waiver: String?
    }

    /// The verdicts in one situation of a matrix.
    package struct InSituation: Codable, Hashable, Sendable {
        package var situation: String
        /// The verdicts, by rule.
        package var verdicts: [String: Verdict]

        /// The numbers of the verdicts, in one line.
        package var summary: String { RuleReport.summary(of: Array(verdicts.values)) }
    }

    /// The rules, in the order of the table.
    package var rules: [Judged]
    /// The verdicts in each situation of a matrix; `nil` without a matrix.
    package var situations: [InSituation]?

    /// Returns the number of rules with a verdict.
    package func count(_ verdict: Verdict) -> Int { rules.count { $0.verdict == verdict } }

    /// Returns whether a rule is broken whose severity is at least the given one.
    package func isBroken(atLeast severity: Rule.Severity) -> Bool { !broken(atLeast: severity).isEmpty }

    /// Returns the broken rules that are at least so severe.
    package func broken(atLeast severity: Rule.Severity) -> [Judged] {
        rules.filter { $0.verdict == .broken && $0.severity != .hint && $0.severity.rank <= severity.rank }
    }

    /// Whether no rule was exercised, so that the report says nothing about the app.
    package var isEmpty: Bool { rules.allSatisfy { $0.verdict == .notExercised || $0.verdict == .notObservable } }

    /// The waivers of rules that the app did not break where they are waived.
    package var unusedWaivers: [String] {
        rules.filter { $0.waiver != nil && $0.findings.allSatisfy { $0.waiver == nil } }.map(\.id)
    }

    /// The numbers of the verdicts, in one line.
    package var summary: String { Self.summary(of: rules.map(\.verdict)) }

    private static func summary(of verdicts: [Verdict]) -> String {
        [Verdict.held, .broken, .waived, .notExercised, .notObservable].map { verdict in
            "\(verdicts.count { $0 == verdict }) \(verdict.words)"
        }.joined(separator: ", ")
    }
}

extension Rule.Severity {
    /// The place in the order: mandatory first.
    package var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
