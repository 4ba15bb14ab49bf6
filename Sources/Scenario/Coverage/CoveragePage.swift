import Mustache
package import TVSimCore
import TVSimReports
import TVSimStructuredText
package import TVSimWorld

/// Formats coverage as one HTML file that needs nothing else, in the style of a report of runs.
package enum CoveragePage {
    /// Returns the file.
    ///
    /// - Parameters:
    ///   - report: The visited and unvisited items.
    ///   - ways: The profiles that visit unvisited items.
    /// - Returns: The HTML.
    /// - Throws: An error of the template, which a test excludes.
    package static func page(_ report: CoverageReport, ways: [CoverageItem: CoverageWay]) throws -> String {
        let title = "tvsim coverage: \(report.percent) %"
        return ReportPage.page(
            title: title,
            content: try MustacheTemplate(string: content).render([
                "title": title, "areas": report.areas.map { values(of: $0, ways) },
            ]))
    }

    private static func values(
        of area: CoverageReport.Area, _ ways: [CoverageItem: CoverageWay]
    ) -> [String: Any] {
        [
            "title": area.area.title, "figure": "\(area.visited.count) of \(area.total), \(area.percent) %",
            "visited": area.visited.map(\.description),
            "unvisited": area.unvisited.map { item in
                [
                    "item": item.description, "ways": ways[item].map { [$0.name] } ?? [],
                    "command": "tvsim coverage --write-profile '\(item)'", "reason": CoverageWay.noProfile,
                ] as [String: Any]
            },
        ]
    }

    private static let content = """
        <h1>{{title}}</h1>
        <p class="quiet">The mean of the areas; each area counts the same.</p>
        {{#areas}}
        <details class="profile">
        <summary><h2>{{title}}</h2> <span class="quiet">{{figure}}</span></summary>
        <table><tbody>
        {{#unvisited}}<tr><th scope="row"><code>{{item}}</code></th><td class="bad">not visited</td>
        <td>{{#ways}}<code>{{command}}</code> ({{.}}){{/ways}}{{^ways}}no profile: {{reason}}{{/ways}}</td></tr>
        {{/unvisited}}
        {{#visited}}<tr><th scope="row"><code>{{.}}</code></th><td class="good">visited</td><td></td></tr>
        {{/visited}}
        </tbody></table>
        </details>
        {{/areas}}

        """
}
