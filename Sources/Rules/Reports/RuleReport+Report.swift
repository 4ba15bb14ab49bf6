package import TVSimReports

extension RuleReport {
    /// Returns the report of a command, with a case for each rule, and in a matrix for each rule in each situation.
    ///
    /// - Parameter command: The words of the command line.
    /// - Returns: The report.
    package func report(of command: String) -> Report {
        var report = Report(
            command, title: "Client rules",
            groups: [.init("client rules", cases: cases, text: RuleText.lines(of: self), value: self)],
            numbers: summary)
        report.own[.markdown] = { RuleText.markdown(of: self) }
        return report
    }

    private var cases: [Report.Case] {
        guard let situations else { return rules.map { $0.reportCase() } }
        return situations.flatMap { part in
            rules.compactMap { rule in
                part.verdicts[rule.id].map { verdict in
                    var own = rule
                    own.verdict = verdict
                    own.findings.removeAll { $0.situation != part.situation }
                    own.count = own.findings.count
                    return own.reportCase(in: part.situation)
                }
            }
        }
    }
}

extension RuleReport.Judged {
    fileprivate func reportCase(in situation: String? = nil) -> Report.Case {
        var found = Report.Case("rules.\(severity.rawValue)", id + (situation.map { " [\($0)]" } ?? ""), .skipped)
        found.weight = severity.weight
        found.links = sources.map { Report.Link($0.text, to: $0.address) }
        found.place = findings.first { $0.file != nil }.flatMap { finding in
            finding.file.map { Report.Place($0, line: finding.line) }
        }
        switch verdict {
        case .held: found.verdict = .passed
        case .broken where severity == .hint: (found.message, found.lines) = ("a hint", RuleText.broken(self))
        case .broken:
            found.verdict = .failed
            (found.message, found.lines) = (findings.first?.reason ?? sentence, RuleText.broken(self))
        case .waived: (found.message, found.lines) = ("waived: \(waiver ?? "")", RuleText.broken(self))
        case .notExercised: (found.message, found.lines) = ("not exercised", [trigger])
        case .notObservable: (found.message, found.lines) = ("not observable", [RuleText.missing(in: self)])
        }
        return found
    }
}

extension Rule.Severity {
    fileprivate var weight: Report.Weight {
        switch self {
        case .mandatory: .critical
        case .recommended: .major
        case .guideline: .minor
        case .hint: .info
        }
    }
}
