import TVSimReports
import Testing

@Suite("A file of a report")
struct ReportTargetTests {
    static let targets: [(text: String, file: String?, format: ReportFormat?)] = [
        ("a.txt", "a.txt", .text), ("a.json", "a.json", .json), ("a.xml", "a.xml", .junit), ("a.md", "a.md", .markdown),
        ("a.html", "a.html", .html), ("a.HTM", "a.HTM", .html), ("a.tap", "a.tap", .tap), ("a.har", "a.har", .har),
        ("a.json:gitlab", "a.json", .gitlab), ("a:b.xml", "a:b.xml", .junit), ("a:b:tap", "a:b", .tap),
        ("-:github", "-", .github), ("a.xml:other", nil, nil), ("a", nil, nil), ("-", nil, nil), (":junit", nil, nil),
        ("", nil, nil), ("--report", nil, nil), ("-x.json", nil, nil), ("./-x.json", "./-x.json", .json),
    ]

    @Test("has the form after its last colon, or that of its end", arguments: targets)
    func read(_ text: String, _ file: String?, _ format: ReportFormat?) {
        let target = ReportTarget(text)
        #expect(target?.file == file && target?.format == format)
    }

    @Test("has the usual form of its command if neither names one; standard output never has one")
    func usual() {
        #expect(ReportTarget("report.page", otherwise: .html) == ReportTarget("report.page", as: .html))
        #expect(ReportTarget("a:other", otherwise: .text) == ReportTarget("a:other", as: .text))
        #expect(ReportTarget("-", otherwise: .text) == nil)
        #expect(ReportTarget("", otherwise: .text) == nil)
    }
}
