import Foundation
import Scenario
import TVSimulatorTesting
import Testing

@Suite("The report of a test")
struct TestReportTests {
    private struct Failure: Error, CustomStringConvertible {
        let description = "the player <did not> start"
    }

    private let folder = FileManager.default.temporaryDirectory.appending(path: "reports-\(UUID().uuidString)")

    private func report() throws -> TestReport {
        let simulator = try Simulator(profile: "schema: 1\nname: a device\n")
        return try #require(TestReport(of: simulator, environment: ["TVSIM_REPORT": folder.path()]))
    }

    private func pages() throws -> [String] {
        defer { try? FileManager.default.removeItem(at: folder) }
        let files = try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        return try (files ?? []).map { try String(contentsOf: $0, encoding: .utf8) }
    }

    @Test("does not exist without TVSIM_REPORT", arguments: [[:], ["TVSIM_REPORT": ""]])
    func absent(environment: [String: String]) throws {
        let simulator = try Simulator(profile: "schema: 1\nname: a device\n")
        #expect(TestReport(of: simulator, environment: environment) == nil)
    }

    @Test("is not written if the test is known to have passed")
    func passed() throws {
        let report = try report()
        report.knowIssues()
        try report.write()
        #expect(try pages().isEmpty)
    }

    @Test("has the failed expectations and the error")
    func failed() throws {
        let report = try report()
        report.knowIssues()
        report.add(issue: "Expectation failed: 1 == 2")
        report.add("calls of the test", at: "A.swift:7", expected: ["setToken(REF30)"], effect: StepEffect())
        try report.write(error: Failure())
        let page = try #require(try pages().first)
        for part in [
            "Expectation failed: 1 == 2", "the player &lt;did not&gt; start", "A.swift:7", "setToken(REF30)",
            "has the failed expectations and the error", ">FAIL<",
        ] {
            #expect(page.contains(part), "\(part)")
        }
    }

    @Test("claims no success if nothing is known about the expectations")
    func unknown() throws {
        try report().write()
        let page = try #require(try pages().first)
        #expect(!page.contains(">PASS<") && !page.contains(">FAIL<"))
    }
}
