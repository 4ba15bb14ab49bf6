import AccessEnabler
import Foundation
import HTTPTypes
import TVSimEntitlementAPI
import TVSimRules
import TVSimRuns
import TVSimScenario
import TVSimulator
import Testing

@testable import TVSimulatorTesting

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
        report.add("calls of the test", at: "A.swift:7", effect: StepEffect(), failures: ["no setToken(REF30)"])
        try report.write(error: Failure())
        let page = try #require(try pages().first).replacing("<wbr>", with: "")
        for part in [
            "Expectation failed: 1 == 2", "the player &lt;did not&gt; start", "A.swift:7", "setToken(REF30)",
            "has the failed expectations and the error", ">FAIL<",
        ] {
            #expect(page.contains(part), "\(part)")
        }
    }

    @Test("has the rules that the app broke")
    func brokenRules() async throws {
        let simulator = try Simulator(profile: "schema: 1\nname: a device\n")
        let report = try #require(TestReport(of: simulator, environment: ["TVSIM_REPORT": folder.path()]))
        let request = HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/api/v2/REF30/profiles")
        _ = try await simulator.transport(from: .app).send(request, body: Data())
        try report.write()
        let page = try #require(try pages().first)
        #expect(page.contains("<code>bearer</code> mandatory"))
        #expect(page.contains("instead: send Authorization: Bearer TOKEN"))
    }

    /// A world, calls of an app of which the last one fails, and the error that it throws.
    struct FailedCall: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var profile = "schema: 1\nname: a device\ndevice: {apps: {com.example.stream: {access: granted}}}\n"
        /// What the page shows with the failed call.
        let shown: [String]
        let call: @Sendable (LaunchedApp) async throws -> Void
    }

    static let failedCalls = [
        FailedCall(
            testDescription: "expected callbacks", shown: ["setToken(REF30)", "setAuthenticationStatus(0"],
            call: { app in try await app.expect(["setToken(REF30)"]) { $0.checkAuthentication() } }),
        FailedCall(
            testDescription: "the callbacks of a situation", shown: ["setAuthenticationStatus(0"],
            call: { app in
                try await app.expect(.checkAuthentication, in: Situation("access=denied")) { _ in }
            }),
        FailedCall(
            testDescription: "an app that the system ended",
            profile: "schema: 1\nname: mute\ndevice: {apps: {com.example.stream: {usageDescription: false}}}\n",
            shown: ["the app &#39;com.example.stream&#39; was terminated"],
            call: { app in try await app.callbacks { $0.getAuthentication() } }),
        FailedCall(
            testDescription: "calls that throw an error", shown: ["the player &lt;did not&gt; start"],
            call: { app in try await app.callbacks { _ in throw Failure() } }),
    ]

    @Test("has the call that failed, marked as failed, after those that passed", arguments: failedCalls)
    func failedCall(_ failed: FailedCall) async throws {
        let simulator = try Simulator(profile: failed.profile)
        let report = try #require(TestReport(of: simulator, environment: ["TVSIM_REPORT": folder.path()]))
        report.knowIssues()
        try await TestReport.$current.withValue(report) {
            let app = simulator.launch()
            try await app.callbacks { $0.setRequestor("REF30") }
            try await app.expect([])
            await #expect(throws: (any Error).self) { try await failed.call(app) }
        }
        report.add(issue: "an issue")
        try report.write()
        let page = try #require(try pages().first)
        let list = try #require(page.components(separatedBy: "<ol class=\"steps\">").last)
        let steps = list.components(separatedBy: "<li>\n<h3>").dropFirst()
        // The end of the test has the issue.
        #expect(steps.map { $0.contains(">FAIL<") } == [false, false, true, true])
        // The end of a test is no call of the app.
        let end = /<span class="message title self"[^>]*><span class="hidden"> <\/span>the end of the test</
        #expect(page.contains(end))
        // What failed stands once, above the steps.
        let beginning = try #require(page.components(separatedBy: "<ol class=\"steps\">").first)
        let text = beginning.replacing("<wbr>", with: "")
        for part in failed.shown + ["TestReportTests.swift:"] { #expect(text.contains(part), "\(part)\n\(text)") }
    }

    @Test(
        "is a file with the words of the test's name",
        arguments: [
            ("signs in: 2 of 3", "signs-in-2-of-3"), ("über", "ber"), ("…", "test"), ("", "test"), ("/../x", "x"),
            (String(repeating: "a", count: 101), String(repeating: "a", count: 100)),
        ])
    func fileName(of name: String, is file: String) {
        #expect(TestReport.fileName(of: name) == file)
    }

    @Test("does not replace the file of another test of the same name")
    func sameName() throws {
        for _ in 0..<3 { try report().write(error: Failure()) }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path()).sorted()
        let base = "does-not-replace-the-file-of-another-test-of-the-same-name"
        #expect(names == ["\(base)-2.html", "\(base)-3.html", "\(base).html"])
        #expect(try pages().count == 3)
    }

    @Test("names the case of a parameterized test", arguments: ["a b"], [1])
    func namesTheCase(word: String, number: Int) throws {
        try report().write(error: Failure())
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path())
        #expect(names == ["names-the-case-of-a-parameterized-test-with-word-a-b-number-1.html"])
        let page = try #require(try pages().first)
        #expect(page.contains("names the case of a parameterized test with word → &quot;a b&quot;, number → 1"))
    }

    @Test("claims no success if nothing is known about the expectations")
    func unknown() throws {
        try report().write()
        let page = try #require(try pages().first)
        #expect(!page.contains(">PASS<") && !page.contains(">FAIL<"))
    }
}
