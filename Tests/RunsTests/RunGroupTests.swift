import TVSimReports
import TVSimRuns
import TVSimScenario
import Testing

@Suite("The report of a profile's run")
struct RunGroupTests {
    @Test("has a case for each step, with its failures, its place, its notes and its reasons")
    func profile() async throws {
        let text = """
            schema: 1
            name: two
            flow:
              - checkAuthentication
              - {setRequestor: REF30, expect: [setRequestorComplete(0)]}
            """
        let profile = try #require(try ProfileDecoder.decode(text: text, source: "two.yaml").first)
        for isExplained in [false, true] {
            let record = try await ProfileRunner(explaining: isExplained).run(profile)
            let group = Report.Group(record, className: "mine")
            #expect(group.name == "two" && group.file == "two.yaml")
            #expect(group.cases.map(\.name) == ["1. checkAuthentication", "2. setRequestor REF30"])
            #expect(group.cases.allSatisfy { $0.className == "mine" && $0.duration != nil })
            #expect(group.cases.map(\.place) == [4, 5].map { Report.Place("two.yaml", line: $0) })
            #expect(group.cases.map(\.verdict) == [.passed, .failed])
            #expect(group.cases[0].output.first == "note: the calls wait for setRequestor")
            #expect(group.cases[1].output.contains { $0.hasPrefix("because: ") } == isExplained)
            #expect(group.cases[1].lines.first?.hasPrefix("two.yaml:5: callback ") == true, "\(group.cases[1].lines)")
            #expect(record.withoutReasons.steps.allSatisfy { $0.decisions == nil })
        }
    }

    @Test("has the profile's name as the class of its cases, with the place where several have the same name")
    func classNames() throws {
        let text = "schema: 1\nname: a\n---\nschema: 1\nname: a\n---\nschema: 1\nname: b\n"
        let profiles = try ProfileDecoder.decode(text: text, source: "p.yaml")
        #expect(Report.Group.classNames(of: profiles) == ["a (p.yaml:1)", "a (p.yaml:4)", "b"])
        // The same file as an argument twice.
        #expect(
            Report.Group.classNames(of: profiles + profiles)
                == [
                    "a (p.yaml:1)", "a (p.yaml:4)", "b (p.yaml:7)", "a (p.yaml:1) 2", "a (p.yaml:4) 2",
                    "b (p.yaml:7) 2",
                ])
    }
}
