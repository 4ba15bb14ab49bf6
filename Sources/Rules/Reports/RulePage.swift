import TVSimReports

/// A report as a part of an HTML page, for a person who looks for the cause of a failure.
package enum RulePage {
    /// Returns the broken rules, and the numbers of the others, as HTML.
    ///
    /// The classes of the page's style are those of a failed step.
    ///
    /// - Parameter report: The report.
    /// - Returns: The HTML; `nil` if the report says nothing about the app.
    package static func section(of report: RuleReport) -> String? {
        guard !report.isEmpty else { return nil }
        let broken = report.rules.filter { $0.verdict == .broken }
        return section(broken.map(text).joined() + "<p>\(escaped(report.summary))</p>\n")
    }

    /// Returns that the rules could not be judged, as HTML: a page without broken rules would say that none is broken.
    ///
    /// - Parameter reason: Why not.
    /// - Returns: The HTML.
    package static func section(unjudged reason: String) -> String {
        section("<p><span class=\"bad\">not judged</span> \(escaped(reason))</p>\n")
    }

    private static func section(_ content: String) -> String {
        ReportPage.section("Client rules", class: "rules", content: content)
    }

    private static func text(of rule: RuleReport.Judged) -> String {
        let findings = rule.findings.map { finding in
            "<li>\(escaped(RuleText.place(of: finding))): \(escaped(RuleText.said(of: finding)))<br>"
                + "instead: \(escaped(finding.instead))</li>\n"
        }
        let more = rule.count > findings.count ? "<li>and \(rule.count - findings.count) more</li>\n" : ""
        let sources = rule.sources.map { "<a href=\"\(escaped($0.address))\">\(escaped($0.text))</a>" }
        return """
            <div class="failure">
            <p><span class="bad">BROKEN</span> <code>\(escaped(rule.id))</code> \(rule.severity.rawValue): \
            \(escaped(rule.sentence))</p>
            <ul>
            \(findings.joined())\(more)</ul>
            <p class="quiet">\(sources.joined(separator: "; "))</p>
            </div>

            """
    }

    /// Returns a text on one line, for the content or an attribute of an element.
    private static func escaped(_ text: String) -> String {
        text.reduce(into: "") { result, character in
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case let character where character.isNewline: result += " "
            default: result.append(character)
            }
        }
    }
}
