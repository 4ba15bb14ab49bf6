import TVSimStructuredText

/// Writes one page: the groups with a failed case are open, and each case that did not pass has its lines.
struct HTMLWriter: ReportWriter {
    var keepsGroups: Bool { true }

    func end(of report: Report) -> String? {
        let head = "<h1>\(Self.text(report.title))</h1>\n<p class=\"quiet\">\(Self.text(report.numbers))</p>\n"
        let page = ReportPage.page(
            title: report.title.onOneLine, content: head + report.groups.map(Self.details).joined())
        return String(page.dropLast())
    }

    private static func details(of group: Report.Group) -> String {
        let isWrong = group.cases.contains(where: \.isWrong)
        let rows = group.cases.map { each in
            let kind = each.verdict == .passed ? "good" : each.isWrong ? "bad" : "open"
            let links = each.links.map { " <a href=\"\(text($0.target))\">\(text($0.title))</a>" }.joined()
            let lines = ReportPage.escaped((each.lines + each.output).joined(separator: "\n").inPlainLines)
            return """
                <tr><th scope="row"><code>\(text(each.name))</code></th><td class="\(kind)">\(each.verdict.rawValue)</td>
                <td>\(text(each.message))\(links)\(lines.isEmpty ? "" : "<pre>\(lines)</pre>")</td></tr>

                """
        }
        return """
            <details class="profile"\(isWrong ? " open" : "")>
            <summary><h2>\(text(group.name))</h2> <span class="quiet">\(text(group.file ?? ""))</span></summary>
            <table><tbody>
            \(rows.joined())</tbody></table>
            </details>

            """
    }

    private static func text(_ text: String) -> String { ReportPage.escaped(text.onOneLine) }
}
