import Foundation
import FoundationXML
import TestSupport
import Testing

@Suite("The position of a failed step", .waitsForPrograms)
struct FailurePlaceTests {
    /// Two profiles with the same name, of which the first fails in its second step and the other in its first step.
    static let twins = """
        schema: 1
        name: twins
        flow:
          - setRequestor: REF30
            expect: [status(VSA404), setRequestorComplete(1)]
          - checkAuthentication:
            expect: [status(VSA403)]
        ---
        schema: 1
        name: twins
        flow:
          - setRequestor: REF30
            expect: [status(VSA403), setRequestorComplete(1)]

        """
    static let single = "schema: 1\nname: single\nflow: [{setRequestor: REF30}]\n"

    @Test("is in the first line about the step, in the form of a profile error")
    func text() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        _ = try tool.write(Self.twins, to: "twins.yaml")
        let lines = try tool.line("run twins.yaml").output.split(separator: "\n").filter { $0.hasPrefix("  FAIL  ") }
        #expect(lines == ["  FAIL  twins.yaml:6  checkAuthentication", "  FAIL  twins.yaml:12  setRequestor REF30"])
        let typed = try tool.run("run", "-", input: Self.twins).output
        #expect(
            typed.contains(
                """

                  FAIL  <stdin>:12  setRequestor REF30
                    - expected status(VSA403)
                    + received status(VSA404)
                    <- setRequestorComplete(1)

                """))
    }

    @Test("is in JSON for every step, as the line of the file")
    func json() throws {
        struct Report: Decodable {
            struct Step: Decodable { let line: Int }
            let steps: [Step]
        }
        let tool = try Tool()
        defer { tool.cleanUp() }
        let output = try tool.run("run", "-", "--format", "json", input: Self.twins).output
        let reports = try output.split(separator: "\n").map {
            try JSONDecoder().decode(Report.self, from: Data($0.utf8))
        }
        #expect(reports.map { $0.steps.map(\.line) } == [[4, 6], [12]])
    }

    @Test("is in JUnit, where profiles with the same name have different class names")
    func junit() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        _ = try tool.write(Self.twins, to: "twins.yaml")
        _ = try tool.write(Self.single, to: "single.yaml")
        let report = try tool.line("run single.yaml twins.yaml --format junit").output
        let cases = try JUnitReport.elements("testcase", of: report).map { element in
            let told = element.elements(forName: "failure").compactMap { failure in
                failure.stringValue?.split(separator: "\n").first.map(String.init)
            }
            return (element.values("classname", "name", "file", "line") + told).joined(separator: "|")
        }
        #expect(
            cases == [
                "single|1. setRequestor REF30|single.yaml|3",
                "twins (twins.yaml:1)|1. setRequestor REF30|twins.yaml|4",
                "twins (twins.yaml:1)|2. checkAuthentication|twins.yaml|6|"
                    + "twins.yaml:6: callback 1: expected status(VSA403), received status(N000)",
                "twins (twins.yaml:9)|1. setRequestor REF30|twins.yaml|12|"
                    + "twins.yaml:12: callback 1: expected status(VSA403), received status(VSA404)",
            ])
    }

    @Test("is the same in every shard of a run")
    func shards() throws {
        let tool = try Tool()
        defer { tool.cleanUp() }
        _ = try tool.write(Self.single, to: "a.yaml")
        _ = try tool.write(Self.single, to: "b.yaml")
        func classNames(shard: String) throws -> [String] {
            let report = try tool.line("run a.yaml b.yaml a.yaml --format junit --jobs 2 --shard \(shard)").output
            return try JUnitReport.elements("testcase", of: report).flatMap { $0.values("classname") }
        }
        #expect(try classNames(shard: "1/2") == ["single (a.yaml:1)", "single (a.yaml:1) 2"])
        #expect(try classNames(shard: "2/2") == ["single (b.yaml:1)"])
    }
}
