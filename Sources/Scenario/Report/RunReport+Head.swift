import TVSimWorld

extension RunReport {
    /// Returns what a reader of a page has to know first: how many attempts did not succeed, and how many rules are broken.
    ///
    /// - Parameters:
    ///   - subject: What was run, and what came of it.
    ///   - runs: The runs of the page, whose steps are attempts of apps.
    /// - Returns: One line, such as `pytest failed (exit 1): 2 of 9 attempts refused, 4 rules broken`.
    package static func headline(_ subject: String, of runs: [ReportedRun]) -> String {
        let verdicts = runs.flatMap(\.steps).compactMap(\.outcome?.verdict)
        let bad: [(verdict: JournalFlow.Verdict, word: String)] = [
            (.refused, "refused"), (.failed, "failed"), (.fault, "failed by a fault that was set"),
        ]
        let counts = bad.map { bad in (verdicts.count { $0 == bad.verdict }, bad.word) }.filter { $0.0 > 0 }
        let attempts = verdicts.count == 1 ? "1 attempt" : "\(verdicts.count) attempts"
        var parts = counts.enumerated().map { place, count in
            place == 0 ? "\(count.0) of \(attempts) \(count.1)" : "\(count.0) \(count.1)"
        }
        if parts.isEmpty { parts = [verdicts.isEmpty ? "no attempt of an app" : "\(attempts), none refused"] }
        let rules = Set(runs.flatMap(\.brokenRules)).count
        if rules > 0 { parts.append(rules == 1 ? "1 rule broken" : "\(rules) rules broken") }
        return "\(subject): \(parts.joined(separator: ", "))"
    }
}
