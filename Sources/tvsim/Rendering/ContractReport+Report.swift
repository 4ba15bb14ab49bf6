import TVSimRecordings
import TVSimReports

extension ContractReport {
    /// Returns the report of `contract check`, with a case for each entry.
    ///
    /// - Parameter archive: The path of the recording.
    /// - Returns: The report.
    func report(of archive: String) -> Report {
        let cases = entries.map { entry in
            let isWrong = entry.verdict == .unexplained
            var found = Report.Case(
                "contract", "entry \(entry.entry): \(entry.method) \(entry.path)", isWrong ? .failed : .passed)
            guard isWrong else { return found }
            found.lines = entry.differences.filter { $0.row == nil }.map(ContractText.line)
            found.message = found.lines.first ?? ""
            return found
        }
        let lines = entries.flatMap(ContractText.lines)
        return Report(
            "tvsim contract check", groups: [.init("contract", file: archive, cases: cases, text: lines, value: self)],
            closing: [ContractText.total(of: self)])
    }
}
