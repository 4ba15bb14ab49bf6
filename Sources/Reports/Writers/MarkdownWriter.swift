import TVSimStructuredText

/// Writes Markdown for the summary of a CI job: the numbers, and a row for each case that did not pass.
struct MarkdownWriter: ReportWriter {
    var keepsGroups: Bool { true }

    func end(of report: Report) throws -> String? {
        let head = ["## \(MarkdownText.escaped(report.title))", "", MarkdownText.escaped(report.numbers)]
        if let own = try report.own[.markdown]?() {
            return (head + (own.isEmpty ? [] : ["", own])).joined(separator: "\n")
        }
        let rows = report.cases.filter { $0.each.verdict != .passed }.map { group, each in
            let place = each.place.map { $0.file + ($0.line.map { ":\($0)" } ?? "") } ?? group.file ?? group.name
            let name = each.className == each.name ? each.name : "\(each.className): \(each.name)"
            let links = each.links.map { " [\(MarkdownText.escaped($0.title))](<\(MarkdownText.address($0.target))>)" }
            return "| \(each.verdict.rawValue) | \(MarkdownText.escaped(name)) | "
                + "\(MarkdownText.escaped(each.message))\(links.joined()) | \(MarkdownText.escaped(place)) |"
        }
        let table = rows.isEmpty ? [] : ["", "| result | case | reason | place |", "|---|---|---|---|"] + rows
        return (head + table).joined(separator: "\n")
    }
}

/// Texts in Markdown.
package enum MarkdownText {
    /// Returns a text on one line without the characters that Markdown reads as a link, HTML, code, emphasis or the end
    /// of a cell (CommonMark 0.31, 2.4).
    package static func escaped(_ text: String) -> String {
        text.onOneLine.unicodeScalars.map { scalar in
            #"\`*_[]<>&#~|"#.unicodeScalars.contains(scalar) ? "\\\(scalar)" : String(scalar)
        }.joined()
    }

    /// Returns an address between angle brackets, which it cannot end.
    static func address(_ text: String) -> String {
        text.onOneLine.replacing("<", with: "%3C").replacing(">", with: "%3E").replacing("|", with: "%7C")
            .replacing("\\", with: "%5C")
    }
}
