/// A report for a terminal, and for the summary of a CI job.
package enum RuleText {
    /// Returns the report as text: what is broken first, then the numbers, then what was not judged.
    package static func lines(of report: RuleReport) -> [String] {
        var lines: [String] = []
        for rule in report.rules where rule.verdict == .broken { lines += broken(rule) }
        for rule in report.rules where rule.verdict == .waived {
            lines.append("waived  \(rule.id)  \(rule.severity.letter)  \(rule.count) times: \(rule.waiver ?? "")")
        }
        lines.append(report.summary)
        for part in report.situations ?? [] { lines.append("  \(part.situation): \(part.summary)") }
        lines += listed(.held, in: report)
        lines += listed(.notExercised, in: report) { $0.trigger }
        lines += listed(.notObservable, in: report) { missing(in: $0) }
        for id in report.unusedWaivers { lines.append("unused waiver: \(id) was not broken") }
        return lines
    }

    /// Returns the report in Markdown, without its heading and its numbers.
    static func markdown(of report: RuleReport) -> String {
        var lines: [String] = []
        if let situations = report.situations {
            lines += situations.map { "- `\($0.situation)`: \($0.summary)" } + [""]
        }
        let broken = report.rules.filter { $0.verdict == .broken || $0.verdict == .waived }
        if !broken.isEmpty {
            lines += ["| rule | severity | found | source |", "|---|---|---|---|"]
            for rule in broken {
                let found = rule.findings.prefix(RuleJudge.most).map { "\(place(of: $0)): \(said(of: $0))" }
                let more = rule.count > found.count ? ["and \(rule.count - found.count) more"] : []
                lines.append(
                    "| `\(rule.id)` | \(rule.severity.rawValue) | \(cell((found + more).joined(separator: "; "))) | "
                        + rule.sources.map { "[\(cell($0.text))](\($0.address))" }.joined(separator: ", ") + " |")
            }
            lines.append("")
        }
        for verdict in [Verdict.notExercised, .notObservable] {
            let names = report.rules.filter { $0.verdict == verdict }.map { "`\($0.id)`" }
            if !names.isEmpty { lines += ["\(verdict.words): " + names.joined(separator: ", "), ""] }
        }
        return lines.dropLast().joined(separator: "\n")
    }

    private static func cell(_ text: String) -> String {
        text.replacing("|", with: "\\|").replacing("\n", with: " ")
    }

    /// Returns the lines of a broken rule.
    ///
    /// - Parameters:
    ///   - rule: The rule.
    ///   - most: The largest number of findings that are named.
    /// - Returns: The lines.
    package static func broken(_ rule: RuleReport.Judged, most: Int = RuleJudge.most) -> [String] {
        var lines = ["BROKEN  \(rule.id)  \(rule.severity.letter)  \(rule.sentence)"]
        let shown = rule.findings.prefix(most)
        for finding in shown {
            lines.append("        \(place(of: finding)): \(said(of: finding))")
            lines.append("        instead: \(finding.instead)")
        }
        if rule.count > shown.count { lines.append("        and \(rule.count - shown.count) more") }
        return lines + rule.sources.map { "        \($0.text)" }
    }

    /// Returns what the app did, and why its world's profile waives it.
    static func said(of finding: RuleReport.Found) -> String {
        finding.reason + (finding.waiver.map { " (waived: \($0))" } ?? "")
    }

    /// Returns the situation, the test, the world and the entries of a finding.
    static func place(of finding: RuleReport.Found) -> String {
        let entries = finding.entries.map(String.init).joined(separator: ", ")
        let noun = finding.entries.count == 1 ? "entry" : "entries"
        let world = finding.world.map { "s/\($0)" }
        let test = finding.test.map { test in test + (world.map { " (\($0))" } ?? "") } ?? world
        return [finding.situation, test].compactMap { $0.map { "\($0): " } }.joined() + "\(noun) \(entries)"
    }

    /// Returns what a rule lacks, and how a test can give it.
    package static func missing(in rule: RuleReport.Judged) -> String {
        rule.missing.compactMap(Rule.Evidence.init).map(\.advice).joined(separator: "; ")
    }

    private static func listed(
        _ verdict: Verdict, in report: RuleReport, _ note: ((RuleReport.Judged) -> String)? = nil
    ) -> [String] {
        let rules = report.rules.filter { $0.verdict == verdict }
        guard !rules.isEmpty else { return [] }
        guard let note else { return ["\(verdict.words): " + rules.map(\.id).joined(separator: ", ")] }
        return ["\(verdict.words):"] + rules.map { "  \($0.id): \(note($0))" }
    }
}

extension Rule.Evidence {
    /// What gives the evidence, for a person.
    package var advice: String {
        switch self {
        case .facts: "the server has not seen every request"
        case .beginning: "the beginning of the world is lost"
        case .marks: "the test marks nothing (the command 'mark')"
        case .framework: "no app of the world asks the framework"
        case .calls: "the calls of the framework were not seen with their arguments"
        case .platform: "the device's platform is not known"
        case .screen: "the profile has no 'rules.screen'"
        case .architecture: "the profile has no 'rules.architecture'"
        case .times:
            "tvsim's own archive has simulated times and no commands: check the folder with its evidence.json"
        case .tokens: "the archive does not have the access tokens of the requests"
        case .bodies: "the archive does not have all bodies"
        }
    }
}
