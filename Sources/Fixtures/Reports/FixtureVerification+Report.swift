package import TVSimReports

extension FixtureVerification {
    /// Returns the report of `fixtures verify`, in which a missing tool is a skipped case.
    ///
    /// - Parameter table: The lines of the table in the form `text`.
    /// - Returns: The report.
    package func report(table: [String]) -> Report {
        let verdicts = rows.map { row in
            var found = Report.Case("fixtures", row.name, row.agrees ? .passed : .failed)
            (found.message, found.lines) = (row.differences.first ?? "", row.differences)
            return found
        }
        let skipped = missing.map { judge in
            var found = Report.Case("fixtures", judge, .skipped)
            found.message = "\(judge) is not installed"
            return found
        }
        return Report(
            "tvsim fixtures", groups: [.init("fixtures", cases: verdicts + skipped, text: table, value: self)],
            closing: FixtureText.closing(self))
    }
}
