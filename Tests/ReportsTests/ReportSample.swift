import TVSimReports

/// A report with every kind of case, and with texts that each form has to escape.
enum ReportSample {
    /// What no form may obey: a command of GitHub, a directive of TAP, elements, a link, a table's end, colours.
    static let hostile =
        "100% <b>bold</b> & \"it's\" | `a` [x](javascript:y) # SKIP \\ \u{1B}[31m\u{202E}\n::error::forged, a: b"

    static func report() -> Report {
        var report = Report(
            "tvsim check", title: "A report of \(hostile)", groups: [plain(), named(), empty()],
            closing: ["5 cases", "2 failed \(hostile)"])
        report.own[.summary] = { "only the maker knows" }
        return report
    }

    private static func plain() -> Report.Group {
        var passed = Report.Case("plain", "1. passes")
        (passed.duration, passed.place) = (.milliseconds(1500), Report.Place("flow.yaml", line: 3))
        passed.output = ["because: a & b"]
        var failed = Report.Case("plain", "2. fails", .failed)
        (failed.message, failed.lines) = ("callback 1 differs", ["flow.yaml:4: callback 1 differs", "note: <late>"])
        (failed.duration, failed.place) = (.microseconds(20_999), Report.Place("flow.yaml", line: 4))
        failed.links = [Report.Link("evidence", to: "failed/a b")]
        var skipped = Report.Case("plain", "3. is left out", .skipped)
        skipped.message = "not installed"
        return Report.Group(
            "plain", file: "flow.yaml", cases: [passed, failed, skipped], text: ["PASS  plain", "  1. passes"],
            value: ["name": "plain"])
    }

    private static func named() -> Report.Group {
        var error = Report.Case(hostile, hostile, .error)
        (error.message, error.lines, error.weight) = (hostile, [hostile, "second line"], .minor)
        (error.place, error.links) = (
            Report.Place("a,b:c%.py"), [Report.Link(hostile, to: "https://a.example/<x>|\"y\"")]
        )
        var hint = Report.Case("hints", "4. is not an error", .failed)
        (hint.weight, hint.message) = (.info, "could be better")
        var group = Report.Group(
            hostile, cases: [error, hint], text: ["FAIL  \(hostile)"], value: ["name": hostile])
        group.own[.mermaid] = { "a diagram" }
        return group
    }

    private static func empty() -> Report.Group {
        Report.Group("empty", cases: [], value: [String]())
    }
}
