import TVSimReports
import TVSimWorld
import Testing

@testable import TVSimRules

@Suite("A report about rules")
struct RuleReportTests {
    private static func report(_ verdict: Verdict, _ severity: Rule.Severity, _ found: [RuleReport.Found] = []) throws
        -> RuleReport
    {
        let rule = try #require(Rule.named("bearer"))
        return RuleReport(rules: [
            .init(
                id: rule.id.rawValue, verdict: verdict, severity: severity, sentence: rule.sentence,
                trigger: rule.trigger,
                findings: found, count: found.count, missing: ["facts"], sources: rule.sources, waiver: nil)
        ])
    }

    static let verdicts: [(Verdict, Rule.Severity, Report.Verdict, Report.Weight)] = [
        (.held, .mandatory, .passed, .critical), (.broken, .mandatory, .failed, .critical),
        (.broken, .recommended, .failed, .major), (.broken, .guideline, .failed, .minor),
        (.broken, .hint, .skipped, .info), (.waived, .mandatory, .skipped, .critical),
        (.notExercised, .mandatory, .skipped, .critical), (.notObservable, .mandatory, .skipped, .critical),
    ]

    @Test("has a case for each rule, which fails if the rule is broken and no hint", arguments: verdicts)
    func cases(_ verdict: Verdict, _ severity: Rule.Severity, _ expected: Report.Verdict, _ weight: Report.Weight)
        throws
    {
        let made = try #require(try Self.report(verdict, severity).report(of: "c").groups.first?.cases.first)
        #expect(made.className == "rules.\(severity.rawValue)" && made.name == "bearer")
        #expect(made.verdict == expected && made.weight == weight)
        #expect(made.message.isEmpty == (expected == .passed) && !made.links.isEmpty)
    }

    @Test("names the test of a finding, and stands in its file")
    func place() throws {
        var found = RuleReport.Found(world: "mine", entries: [7], reason: "no token", instead: "send one")
        let plain = try Self.report(.broken, .mandatory, [found]).report(of: "c").groups[0]
        #expect(plain.text.contains("        s/mine: entry 7: no token") && plain.cases[0].place == nil)
        (found.test, found.file, found.line) = ("tests/test_login.py::test_login", "tests/test_login.py", 12)
        let told = try Self.report(.broken, .mandatory, [found]).report(of: "c")
        #expect(told.groups[0].text.contains("        tests/test_login.py::test_login (s/mine): entry 7: no token"))
        #expect(told.groups[0].cases[0].place == Report.Place("tests/test_login.py", line: 12))
        #expect(
            try told.text(in: .github).hasPrefix("::error file=tests/test_login.py,line=12,title=rules.mandatory%3A"))
        (found.world, found.file) = (nil, nil)
        let served = try Self.report(.broken, .mandatory, [found]).report(of: "c").groups[0]
        #expect(served.text.contains("        tests/test_login.py::test_login: entry 7: no token"))
        #expect(served.cases[0].place == nil)
    }
}
