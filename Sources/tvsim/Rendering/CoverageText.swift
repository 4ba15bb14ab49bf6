import TVSimCore
import TVSimScenario
import TVSimWorld

/// Coverage as JSON.
struct CoverageListing: Encodable {
    /// One area.
    struct Area: Encodable {
        let area: CoverageArea
        let percent: Double
        let total: Int
        let visited: [String]
        let unvisited: [Gap]
    }

    /// An unvisited item, with the name of a profile that visits it or why none does.
    struct Gap: Encodable {
        let item: String
        let profile: String?
        let noProfile: String?
    }

    let percent: Double
    let areas: [Area]

    init(_ report: CoverageReport, ways: [CoverageItem: CoverageWay]) {
        percent = report.percent
        areas = report.areas.map { area in
            Area(
                area: area.area, percent: area.percent, total: area.total, visited: area.visited.map(\.description),
                unvisited: area.unvisited.map { item in
                    let profile = ways[item]?.name
                    return Gap(
                        item: item.description, profile: profile,
                        noProfile: profile == nil ? CoverageWay.noProfile : nil)
                })
        }
    }
}

/// Formats coverage as text.
enum CoverageText {
    /// The number of unvisited situations that are printed.
    private static let shownCells = 3

    /// Returns one line for each area, and the mean.
    static func summary(of report: CoverageReport) -> String {
        let rows = report.areas.map { [$0.area.rawValue, figure($0), "\($0.percent) %"] }
        return Columns.text(rows + [["mean", "", "\(report.percent) %"]])
    }

    /// Returns for each area its items: `+` is visited, `-` is not.
    static func list(of report: CoverageReport, ways: [CoverageItem: CoverageWay]) -> [String] {
        var lines: [String] = []
        for area in report.areas {
            lines.append("\(area.area.title): \(figure(area)), \(area.percent) %")
            let limit = area.area == .cell ? shownCells : Int.max
            lines += area.visited.prefix(limit).map { "  + \($0)" } + rest(area.visited.count, limit, "+")
            lines += area.unvisited.prefix(limit).map { "  - \($0)  (\(advice(on: $0, ways)))" }
            lines += rest(area.unvisited.count, limit, "-")
        }
        if lines.contains(where: { $0.hasSuffix("(no profile)") }) {
            lines.append("no profile: \(CoverageWay.noProfile)")
        }
        return lines
    }

    /// Returns the numbers of an area.
    static func figure(_ area: CoverageReport.Area) -> String { "\(area.visited.count) of \(area.total)" }

    private static func advice(on item: CoverageItem, _ ways: [CoverageItem: CoverageWay]) -> String {
        ways[item].map { "profile: \($0.name)" } ?? "no profile"
    }

    private static func rest(_ count: Int, _ limit: Int, _ mark: String) -> [String] {
        count > limit ? ["  \(mark) and \(count - limit) more, which --format json lists"] : []
    }
}
