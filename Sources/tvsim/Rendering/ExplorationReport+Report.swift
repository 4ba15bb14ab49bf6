import TVSimReports
import TVSimStructuredText

extension ExplorationReport {
    /// Returns the report of `explore`, with a case for each rule that was checked.
    ///
    /// - Parameters:
    ///   - rules: The names of the rules.
    ///   - path: The file that the profile was written to; `nil` if it is part of the report.
    /// - Returns: The report.
    /// - Throws: An error of the encoder.
    func report(about rules: [String], writtenTo path: String?) throws -> Report {
        let cases = rules.map { rule in
            var tried = Report.Case("explore", rule)
            guard let found, found.rule == rule else { return tried }
            (tried.verdict, tried.message) = (.failed, "\(found.sentence): \(found.reason)")
            (tried.lines, tried.place) = (ExplorationText.lines(of: found), path.map { Report.Place($0, line: 1) })
            return tried
        }
        let figures = ExplorationText.figures(of: self)
        let lines = found.map { ExplorationText.lines(of: $0) + [figures] } ?? [figures]
        let closing =
            try found.map { try path.map { "the profile was written to '\($0)'" } ?? JSONText.pretty($0.profile) }
            ?? "no rule is broken"
        return Report(
            "tvsim explore", groups: [.init("explore", cases: cases, text: lines, value: self)], closing: [closing],
            numbers: figures)
    }
}
