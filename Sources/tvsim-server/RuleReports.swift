import Foundation
import TVSimRules
import TVSimScenario
import TVSimServer
import TVSimStateStorage
import TVSimStructuredText

/// Writes what came of the rules of clients when a command has ended.
struct RuleReports: Sendable {
    private let launch: RulesLaunch

    init(_ launch: RulesLaunch) { self.launch = launch }

    /// Judges the worlds of a server, prints the numbers, and writes the reports.
    ///
    /// - Parameter worlds: The worlds.
    /// - Returns: `false` if a rule is broken whose severity the command may not have, if no rule was exercised although
    ///   some must be kept, or if a report cannot be written.
    func write(about worlds: SimulatedWorlds) async -> Bool {
        do {
            let report = try worlds.ruleReport()
            try write(report)
            guard let severity = launch.failOn.flatMap(Rule.Severity.init) else { return true }
            guard !report.isEmpty else {
                Trouble.tell(
                    "rules: no rule was exercised, so --fail-on fails: probably no request of the app reached this "
                        + "server. A client finds it by TVSIM_URL")
                return false
            }
            guard report.isBroken(atLeast: severity) else { return true }
            Trouble.show(
                report.rules.filter { $0.verdict == .broken }.flatMap(RuleText.broken).map { $0 + "\n" }.joined())
            return false
        } catch {
            Trouble.tell(Trouble(error)?.sentence ?? "the rules cannot be reported: \(error)")
            return false
        }
    }

    /// Prints the numbers of a report, and writes the files.
    ///
    /// - Throws: `CommandError` if a file cannot be written.
    func write(_ report: RuleReport) throws {
        for path in launch.reports {
            let file = try PendingFile(path: path)
            try file.write(Self.text(of: report, for: path))
            try file.commit()
        }
        let files = launch.isPart ? "" : " (\(launch.reports.joined(separator: ", ")))"
        Trouble.tell("rules: \(report.summary)" + files)
    }

    /// Returns a report in the format of a file.
    private static func text(of report: RuleReport, for path: String) throws -> String {
        switch URL(fileURLWithPath: path).pathExtension.lowercased() {
        case "json": try JSONText.pretty(report) + "\n"
        case "xml": suite(of: report).report(of: "tvsim exec --rules")
        case "md": RuleText.markdown(of: report)
        default: RuleText.lines(of: report).joined(separator: "\n").inPlainLines + "\n"
        }
    }

    /// Returns a suite with a case for each rule, and in a matrix for each rule in each situation.
    private static func suite(of report: RuleReport) -> JUnitSuite {
        guard let situations = report.situations else {
            return JUnitSuite("client rules", cases: report.rules.map { junitCase($0) })
        }
        let cases = situations.flatMap { part in
            report.rules.compactMap { rule in
                part.verdicts[rule.id].map { verdict in
                    var own = rule
                    own.verdict = verdict
                    own.findings.removeAll { $0.situation != part.situation }
                    own.count = own.findings.count
                    return junitCase(own, in: part.situation)
                }
            }
        }
        return JUnitSuite("client rules", cases: cases)
    }

    private static func junitCase(_ rule: RuleReport.Judged, in situation: String? = nil) -> JUnitCase {
        let problem: JUnitCase.Problem? =
            switch rule.verdict {
            case .held: nil
            case .broken where rule.severity == .hint: .init(.skipped, "a hint", lines: RuleText.broken(rule))
            case .broken:
                .init(.failure, rule.findings.first?.reason ?? rule.sentence, lines: RuleText.broken(rule))
            case .waived: .init(.skipped, "waived: \(rule.waiver ?? "")", lines: RuleText.broken(rule))
            case .notExercised: .init(.skipped, "not exercised", lines: [rule.trigger])
            case .notObservable: .init(.skipped, "not observable", lines: [RuleText.missing(in: rule)])
            }
        let name = rule.id + (situation.map { " [\($0)]" } ?? "")
        return JUnitCase(className: "rules.\(rule.severity.rawValue)", name: name, problem: problem)
    }
}
