import TVSimCore
import TVSimReports
import TVSimScenario
import TVSimWorld

extension CoverageReport {
    /// Returns the report of `coverage`, with a case for each area and one for the mean.
    ///
    /// - Parameters:
    ///   - ways: The profiles that visit unvisited items.
    ///   - least: The percentage below which the mean fails; `nil` if it never does.
    /// - Returns: The report.
    func report(ways: [CoverageItem: CoverageWay], failingUnder least: Double?) -> Report {
        let numbers = "the mean is \(percent) %"
        var mean = Report.Case("coverage", "mean", least.map { percent < $0 } ?? false ? .failed : .passed)
        mean.message = numbers + (least.map { mean.isWrong ? ", below \($0) %" : ", at least \($0) %" } ?? "")
        let parts = areas.map { area in
            var part = Report.Case("coverage", area.area.rawValue)
            part.message = "\(CoverageText.figure(area)), \(area.percent) %"
            part.output = area.unvisited.map { "not visited: \($0)" }
            return part
        }
        let summary = CoverageText.summary(of: self)
        let group = Report.Group(
            "coverage", cases: parts + [mean], text: CoverageText.list(of: self, ways: ways) + [summary],
            value: CoverageListing(self, ways: ways))
        var report = Report("tvsim coverage", groups: [group], numbers: numbers)
        report.own[.html] = { try CoveragePage.page(self, ways: ways) }
        report.own[.summary] = { summary }
        return report
    }
}
