import XMLSecurity

/// A run as CI servers read it: JUnit XML, a suite for each profile and a case for each step.
package enum RunJUnit {
    /// What stands before the first profile.
    package static let beginning = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"tvsim run\">"
    /// What stands after the last one.
    package static let end = "</testsuites>"

    /// Writes one profile.
    package static func suite(_ report: RunReport) -> String {
        let failed = report.steps.count { !$0.failures.isEmpty }
        var lines = [
            "<testsuite name=\(quoted(report.profile)) file=\(quoted(report.source)) tests=\"\(report.steps.count)\" "
                + "failures=\"\(failed)\" errors=\"0\" skipped=\"0\">"
        ]
        for (number, step) in report.steps.enumerated() {
            // Steps can repeat: the number tells them apart.
            let name = "\(number + 1). \(RunText.title(step))"
            let head = "  <testcase classname=\(quoted(report.profile)) name=\(quoted(name))"
            let content = Self.content(of: step)
            guard !content.isEmpty else {
                lines.append(head + "/>")
                continue
            }
            lines += [head + ">"] + content.map { "    " + $0 } + ["  </testcase>"]
        }
        return (lines + ["</testsuite>"]).joined(separator: "\n")
    }

    /// What is in a case: what differs, what else there is to say, and the reasons where they were asked for.
    private static func content(of step: StepReport) -> [String] {
        var lines: [String] = []
        let notes = (step.notes ?? []).map { "note: \($0)" }
        if let first = step.failures.first {
            lines.append("<failure message=\(quoted(first))>\(escaped(step.failures + notes))</failure>")
        }
        let others = (step.failures.isEmpty ? notes : []) + (step.reasons ?? []).map { "because: \($0)" }
        if !others.isEmpty { lines.append("<system-out>\(escaped(others))</system-out>") }
        return lines
    }

    private static func escaped(_ lines: [String]) -> String {
        XMLEscaping.escape(lines.joined(separator: "\n").inPlainLines)
    }

    private static func quoted(_ text: String) -> String {
        "\"\(XMLEscaping.escape(text.onOneLine))\""
    }
}
