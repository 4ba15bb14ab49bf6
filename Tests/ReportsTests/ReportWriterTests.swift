import Foundation
import FoundationXML
import TVSimReports
import TestSupport
import Testing

@Suite("A report")
struct ReportWriterTests {
    @Test("shows the output of a wrong case, the file of its group, and a group in which a test could not run")
    func wrong() throws {
        var error = Report.Case("c", "n", .error)
        (error.message, error.output) = ("m", ["printed"])
        let report = Report("c", groups: [Report.Group("g", file: "g.yaml", cases: [error], value: 0)])
        #expect(try report.text(in: .junit).contains("<system-out>printed</system-out>"))
        #expect(try report.text(in: .github) == "::error file=g.yaml,title=c%3A n::m\n")
        #expect(try report.text(in: .html).contains("<details class=\"profile\" open>"))
    }

    @Test("is the committed file in each common form", arguments: ReportFormat.common)
    func snapshot(_ format: ReportFormat) throws {
        try GeneratedFile.check(
            "Tests/ReportsTests/Snapshots/report.\(format.rawValue)", is: ReportSample.report().text(in: format))
    }

    @Test("prints no control character that a text has", arguments: ReportFormat.common)
    func printable(_ format: ReportFormat) throws {
        // In JSON, a control character is an escape sequence.
        let printed = try ReportSample.report().text(in: format).replacing(#"\u001b"#, with: "")
        #expect(!printed.contains("\u{1B}"))
        if format != .json { #expect(!printed.contains("\u{202E}")) }
    }

    @Test("has what its maker writes only in the forms that no other can write")
    func own() throws {
        let report = ReportSample.report()
        #expect(try report.text(in: .mermaid) == "a diagram\n")
        #expect(try report.text(in: .summary) == "only the maker knows\n")
        #expect(try report.text(in: .har) == "")
        #expect(!ReportFormat.common.contains(where: { [.har, .mermaid, .summary].contains($0) }))
    }

    @Test("as JUnit has a suite for each group, which counts its cases and adds their times")
    func junit() throws {
        let document = try XMLDocument(xmlString: ReportSample.report().text(in: .junit))
        func values(_ path: String) throws -> [String] {
            try document.nodes(forXPath: path).map { $0.stringValue ?? "" }
        }
        #expect(try values("/testsuites/@name") == ["tvsim check"])
        #expect(try values("//testsuite/@tests") == ["3", "2", "0"])
        #expect(try values("//testsuite/@failures") == ["1", "1", "0"])
        #expect(try values("//testsuite/@errors") == ["0", "1", "0"])
        #expect(try values("//testsuite/@skipped") == ["1", "0", "0"])
        // No case of the second group has run.
        #expect(try values("//testsuite/@time") == ["1.520", "0.000"])
        #expect(try values("//testcase/@name").count == 5)
        #expect(try values("//error").first?.hasSuffix("\nsecond line") == true)
        #expect(try values("//b") == [])
    }

    /// A case's texts, and the command of GitHub.
    static let annotations: [(name: String, file: String?, message: String, weight: Report.Weight, command: String)] = [
        ("n", "f.py", "m", .critical, "::error file=f.py,line=7,title=c%3A n::m"),
        ("n", "f.py", "m", .major, "::error file=f.py,line=7,title=c%3A n::m"),
        ("n", "f.py", "m", .minor, "::warning file=f.py,line=7,title=c%3A n::m"),
        ("n", "f.py", "m", .info, "::notice file=f.py,line=7,title=c%3A n::m"),
        ("n", nil, "m", .critical, "::error title=c%3A n::m"),
        (
            "50%, a:b", "d,e:f", "50%, a:b\nc", .critical,
            "::error file=d%2Ce%3Af,line=7,title=c%3A 50%25%2C a%3Ab::50%25, a:b%0Ac"
        ),
        ("n", nil, "::warning::x\r\n", .critical, "::error title=c%3A n::::warning::x\\u{D}%0A"),
    ]

    @Test("as commands of GitHub annotates what failed, and escapes what would end a value", arguments: annotations)
    func github(_ name: String, _ file: String?, _ message: String, _ weight: Report.Weight, _ command: String) throws {
        var failed = Report.Case("c", name, .failed)
        (failed.message, failed.weight, failed.place) = (message, weight, file.map { Report.Place($0, line: 7) })
        let group = Report.Group("g", cases: [Report.Case("c", "passes"), failed], value: 0)
        #expect(try Report("c", groups: [group]).text(in: .github) == command + "\n")
    }

    @Test("as TAP numbers the cases of all groups, and no name of a case is a directive")
    func tap() throws {
        var skipped = Report.Case("c", "a # TODO \\", .skipped)
        skipped.message = "not # here"
        let groups = [[Report.Case("c", "first")], [skipped]].map { Report.Group("g", cases: $0, value: 0) }
        #expect(
            try Report("c", groups: groups).text(in: .tap) == ##"""
                TAP version 14
                ok 1 - c: first
                ok 2 - c: a \# TODO \\ # SKIP not \# here
                1..2

                """##)
        #expect(try Report("c").text(in: .tap) == "TAP version 14\n1..0\n")
    }

    private struct Issue: Decodable {
        struct Location: Decodable {
            struct Lines: Decodable { let begin: Int }
            let path: String
            let lines: Lines
        }
        let fingerprint: String
        let severity: String
        let location: Location
    }

    @Test("as issues of GitLab keeps a fingerprint when its line moves, and has a path for each case")
    func gitlab() throws {
        func issues(_ line: Int) throws -> [Issue] {
            var placed = Report.Case("c", "placed", .failed)
            placed.place = Report.Place("a.py", line: line)
            let group = Report.Group(
                "subject", cases: [placed, Report.Case("c", "other", .failed), Report.Case("c", "fine")], value: 0)
            let text = try Report("tvsim check", groups: [group]).text(in: .gitlab)
            return try JSONDecoder().decode([Issue].self, from: Data(text.utf8))
        }
        let (before, after) = try (issues(3), issues(9))
        #expect(before.map(\.location.path) == ["a.py", "subject"])
        #expect(before.map(\.location.lines.begin) == [3, 1] && after.map(\.location.lines.begin) == [9, 1])
        #expect(before.map(\.fingerprint) == after.map(\.fingerprint))
        #expect(Set(before.map(\.fingerprint)).count == 2)
        #expect(before.map(\.severity) == ["critical", "critical"])
    }

    @Test("is written while its checks go on, but for the forms that need all groups", arguments: ReportFormat.common)
    func stream(_ format: ReportFormat) throws {
        let report = ReportSample.report()
        var parts: [String] = []
        var stream = try ReportStream(report, to: [(format, { parts.append($0) })])
        for group in report.groups { try stream.add(group) }
        let isLate: Set<ReportFormat> = [.markdown, .html, .gitlab]
        #expect(parts.isEmpty == isLate.contains(format))
        try stream.finish(closing: report.closing)
        #expect(try parts.map { $0 + "\n" }.joined() == report.text(in: format))
    }
}
