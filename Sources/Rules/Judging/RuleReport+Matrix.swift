extension RuleReport {
    /// Returns the report about a command that ran in several situations.
    ///
    /// A rule that is broken in one situation is broken, else one that is waived in one is waived, else one that is held
    /// in one is held. The findings of each situation stay.
    ///
    /// - Parameter parts: The situations with their reports, in order.
    /// - Returns: The report.
    package static func merging(_ parts: [(situation: String, report: RuleReport)]) -> RuleReport {
        var merged = RuleReport(rules: [])
        for (situation, report) in parts {
            if merged.rules.isEmpty {
                merged.rules = report.rules.map { rule in
                    var empty = rule
                    (empty.verdict, empty.findings, empty.count, empty.missing) = (.notExercised, [], 0, [])
                    return empty
                }
            }
            for (index, rule) in report.rules.enumerated() { merged.rules[index].add(rule, in: situation) }
        }
        merged.situations = parts.map { situation, report in
            let verdicts = report.rules.map { ($0.id, $0.verdict) }
            return InSituation(situation: situation, verdicts: Dictionary(verdicts) { first, _ in first })
        }
        return merged
    }
}

extension RuleReport.Judged {
    /// Adds what came of the rule in a situation.
    fileprivate mutating func add(_ other: Self, in situation: String) {
        let isWorse =
            other.verdict.weight > verdict.weight || other.verdict == verdict && other.severity.rank < severity.rank
        if isWorse { (verdict, severity) = (other.verdict, other.severity) }
        count += other.count
        let own = other.findings.map { finding in
            var own = finding
            own.situation = situation
            return own
        }
        // What decides comes first, because a reader sees the first findings only.
        findings = isWorse ? own + findings : findings + own
        missing = Set(missing + other.missing).sorted()
        waiver = waiver ?? other.waiver
    }
}

extension Verdict {
    /// Which of two verdicts on a rule stays: the higher one.
    fileprivate var weight: Int {
        switch self {
        case .broken: 4
        case .waived: 3
        case .held: 2
        case .notObservable: 1
        case .notExercised: 0
        }
    }
}
