import TVSimStructuredText
import TVSimXMLSecurity

/// Writes JUnit XML, which CI servers read: a suite for each group.
struct JUnitWriter: ReportWriter {
    func beginning(of head: Report) -> String? {
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"\(head.command)\">"
    }

    func text(of group: Report.Group) -> String? {
        func count(_ verdict: Report.Verdict) -> Int { group.cases.count { $0.verdict == verdict } }
        let durations = group.cases.compactMap(\.duration)
        let time = durations.isEmpty && !group.cases.isEmpty ? nil : durations.reduce(.zero, +)
        let head =
            "<testsuite name=\(Self.quoted(group.name))\(Self.attribute("file", group.file)) "
            + "tests=\"\(group.cases.count)\" failures=\"\(count(.failed))\" errors=\"\(count(.error))\" "
            + "skipped=\"\(count(.skipped))\"\(Self.time(time))>"
        return ([head] + group.cases.flatMap(Self.lines) + ["</testsuite>"]).joined(separator: "\n")
    }

    func end(of report: Report) -> String? { "</testsuites>" }

    private static func lines(of each: Report.Case) -> [String] {
        let line = each.place?.line.map { " line=\"\($0)\"" } ?? ""
        let head =
            "  <testcase classname=\(quoted(each.className)) name=\(quoted(each.name))"
            + attribute("file", each.place?.file) + line + time(each.duration)
        var content: [String] = []
        if each.verdict != .passed {
            let element = each.verdict == .failed ? "failure" : each.verdict.rawValue
            content.append("    <\(element) message=\(quoted(each.message))>\(escaped(each.lines))</\(element)>")
        }
        if !each.output.isEmpty { content.append("    <system-out>\(escaped(each.output))</system-out>") }
        return content.isEmpty ? [head + "/>"] : [head + ">"] + content + ["  </testcase>"]
    }

    private static func escaped(_ lines: [String]) -> String {
        XMLEscaping.escape(lines.joined(separator: "\n").inPlainLines)
    }

    private static func quoted(_ text: String) -> String { "\"\(XMLEscaping.escape(text.onOneLine))\"" }

    private static func attribute(_ name: String, _ value: String?) -> String {
        value.map { " \(name)=\(quoted($0))" } ?? ""
    }

    /// Returns the attribute for a real time in seconds, with three decimals.
    private static func time(_ duration: Duration?) -> String {
        guard let (seconds, attoseconds) = duration?.components else { return "" }
        let fraction = String(1000 + attoseconds / 1_000_000_000_000_000).dropFirst()
        return " time=\"\(seconds).\(fraction)\""
    }
}
