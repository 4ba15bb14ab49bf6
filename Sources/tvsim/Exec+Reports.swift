import ArgumentParser
import TVSimReports
import TVSimRules
import TVSimScenario

/// The reports of `tvsim exec`.
extension Exec {
    private static let aboutRules = ReportFormat.common.filter { $0 != .html }

    /// The files of the reports about the rules alone.
    private var ruleTargets: [ReportTarget] {
        get throws {
            try rules.map { try ReportTarget($0, of: "--rules", among: Self.aboutRules, otherwise: .text) }
        }
    }

    /// The files of `--report` and `--junit`; each situation of a matrix has worlds of its own, and no page.
    private var targets: [ReportTarget] {
        get throws {
            let formats = matrix == nil ? ReportFormat.common + [.har] : Self.aboutRules
            let usual: ReportFormat? = matrix == nil ? .html : nil
            return try report.map { try ReportTarget($0, of: "--report", among: formats, otherwise: usual) }
                + (junit.map { [ReportTarget($0, as: .junit)] } ?? [])
        }
    }

    /// Throws `ValidationError` if a report cannot be written, or two have one file.
    func validateReports() throws {
        let files = try (ruleTargets + targets).map(\.file).filter { $0 != "-" }
        if let twice = files.first(where: { file in files.count { $0 == file } > 1 }) {
            throw ValidationError("two reports have the file '\(twice)'")
        }
    }

    /// Sets the reports of a server, and whether the rules of clients are judged.
    func applyReports(to launch: inout ServerLaunch) throws {
        // Without a matrix, a report is about all worlds, or about the rules.
        launch.reports = try targets.filter { matrix != nil || !Self.aboutRules.contains($0.format) }
        let judged = try ruleTargets + targets.filter { !launch.reports.contains($0) }
        guard !judged.isEmpty || failOn != nil else { return }
        launch.rules = RulesLaunch(reports: judged, failOn: failOn?.rawValue)
    }
}
