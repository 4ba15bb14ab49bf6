import TVSimReports
import TVSimRules
import TVSimScenario
import TVSimServer

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
                ProgramError.tell(
                    "rules: no rule was exercised, so --fail-on fails: probably no request of the app reached this "
                        + "server. A client finds it by TVSIM_URL")
                return false
            }
            guard report.isBroken(atLeast: severity) else { return true }
            ProgramError.show(
                report.rules.filter { $0.verdict == .broken }.flatMap { RuleText.broken($0) }.map { $0 + "\n" }.joined()
            )
            return false
        } catch {
            ProgramError.tell(ProgramError(error)?.sentence ?? "the rules cannot be reported: \(error)")
            return false
        }
    }

    /// Prints the numbers of a report, and writes the files.
    ///
    /// - Returns: The report that was written.
    /// - Throws: `CommandError` if a file cannot be written.
    @discardableResult
    func write(_ judged: RuleReport) throws -> Report {
        let report = judged.report(of: "tvsim exec --rules")
        try ReportOutputs(launch.reports, StandardOutput.write).write(report)
        let files = launch.isOfOneSituation || launch.reports.isEmpty ? [] : launch.reports.map(\.file)
        ProgramError.tell("rules: \(judged.summary)" + (files.isEmpty ? "" : " (\(files.joined(separator: ", ")))"))
        return report
    }
}
