import Foundation
import HTTPTypes
import TVSimEntitlementAPI
import TVSimSDKVocabulary
import TVSimStructuredText
import Testing

@testable import TVSimRuns
@testable import TVSimScenario

@Suite("The page of a run")
struct RunPageTests {
    private static func step(
        _ effect: StepEffect = StepEffect(), expected: [String]? = nil, failures: [String] = []
    ) -> ReportedRun.Step {
        ReportedRun.Step(
            title: "a step", isCallOfApp: true, place: "run.yaml:7", began: Date(timeIntervalSince1970: 1_767_225_600),
            expected: expected, effect: effect, decisions: nil, failures: failures)
    }

    private static func page(
        _ steps: [ReportedRun.Step], source: String = "run.yaml", isComplete: Bool = true, hasFailed: Bool = false
    ) throws -> String {
        try RunReport.page([
            ReportedRun(name: "mine", source: source, steps: steps, isComplete: isComplete, hasFailed: hasFailed)
        ])
    }

    /// Returns the cells of each row of the comparisons.
    private static func comparison(_ page: String) -> [[String]] {
        page.matches(of: /<td><code>(.*?)<\/code><\/td><td><code>(.*?)<\/code><\/td>\n<td>(.*?)<\/td>/).map {
            [String($0.1), String($0.2), String($0.3)]
        }
    }

    @Test("begins with each failed step: what was expected, received, missing, unexpected and not compared")
    func comparison() throws {
        var effect = StepEffect()
        effect.callbacks = [
            ReceivedCallback(.sendTrackingData, ["authentication"]), ReceivedCallback(.setRequestorComplete, [0]),
            ReceivedCallback(.setToken, ["A"]), ReceivedCallback(.selectedProvider, ["Dish"]),
        ]
        let expected = try ["setRequestorComplete(1)", "setToken(A)", "presentTvProviderDialog"].map {
            try CallbackPattern($0)
        }
        let mismatch = try #require(Mismatch(expected: expected, callbacks: effect.callbacks))
        effect.failures = [.mismatch(mismatch)]
        let page = try Self.page([
            Self.step(), Self.step(effect, expected: expected.map(\.text), failures: mismatch.sentences),
        ])
        #expect(
            Self.comparison(page.replacing("<wbr>", with: "")) == [
                ["", "sendTrackingData(authentication)", "not checked"],
                ["setRequestorComplete(1)", "setRequestorComplete(0)", "differs"],
                ["setToken(A)", "setToken(A)", "equal"],
                ["presentTvProviderDialog", "", "missing"], ["", "selectedProvider(Dish)", "unexpected"],
            ])
        #expect(page.contains("<code>tvsim run run.yaml --explain</code>"))
        #expect(!page.contains("callback 2: expected setRequestorComplete(1)"))
        #expect(page.components(separatedBy: "<section class=\"failure\">").count == 2)
        #expect(page.contains("<title>tvsim run: 1 run, 1 failed</title>"))
    }

    static let sources = [
        ("run.yaml", "run.yaml"), ("a b.yml:3", "'a b.yml'"), ("run.json", "run.json"), ("PlayerTests.swift:3", nil),
        ("", nil),
    ]

    @Test("names the command that runs a profile again, and none for a test", arguments: sources)
    func again(source: String, file: String?) throws {
        let page = try Self.page([Self.step(failures: ["it differs"])], source: source)
        #expect(page.contains("To reproduce it:") == (file != nil))
        if let file { #expect(page.contains("tvsim run \(file.replacing("'", with: "&#39;")) --explain")) }
    }

    @Test("says that a run passed only if every failure of it would be known")
    func passed() throws {
        for (isComplete, hasFailed, words, result) in [
            (true, false, "PASS", "all passed"), (true, true, "FAIL", "1 failed"), (false, false, nil, "all passed"),
            (false, true, "FAIL", "1 failed"),
        ] as [(Bool, Bool, String?, String)] {
            let page = try Self.page([Self.step()], isComplete: isComplete, hasFailed: hasFailed)
            for word in ["PASS", "FAIL"] { #expect(page.contains(">\(word)<") == (word == words)) }
            #expect(page.contains("1 run, \(result)</title>"))
            // A run that passed is closed.
            #expect(page.contains("id=\"profile-1\" open") == (words != "PASS"))
        }
    }

    @Test("has the requests of a step with their status, and what the app and its user did")
    func requests() throws {
        var effect = StepEffect()
        effect.requests = [(200, "/a"), (399, "/b"), (400, "/c"), (nil, "/d")].map { (status: Int?, path: String) in
            HTTPExchange(
                request: HTTPRequest(method: .get, scheme: "https", authority: "a.example", path: path),
                body: Data(),
                response: status.map {
                    HTTPResponse(status: .init(code: $0), headerFields: [.contentType: "application/json"])
                }, responseBody: Data((status == nil ? "" : "{\"a\": 1}").utf8))
        }
        effect.appActions = [.cancelSignIn]
        effect.notes = [.callsWaitForRequestor]
        let page = try Self.page([Self.step(effect)])
        for line in [
            "<code>GET https://a.example/a</code> <span class=\"good\">200</span>",
            "<code>GET https://a.example/b</code> <span class=\"good\">399</span>",
            "<code>GET https://a.example/c</code> <span class=\"bad\">400</span>",
            "<code>GET https://a.example/d</code> <span class=\"bad\">no response</span>",
            "<p>app: cancel the sign-in page</p>", "<p>the calls wait for setRequestor</p>",
            "<span class=\"quiet\">2026-01-01T00:00:00Z run.yaml:7</span>",
            "<p class=\"quiet\">no callback</p>",
        ] {
            let isThere = page.replacing("&#x2F;", with: "/").contains(line)
            #expect(isThere, "\(line)")
        }
        // A request without a response has only its own message.
        #expect(page.components(separatedBy: "<h4>Response</h4>").count == 4)
        #expect(page.components(separatedBy: "<pre>{&quot;a&quot;:1}</pre>").count == 4)
    }

    @Test("has the conditions of a silent sign-in up to the one that does not hold, and the others as not reached")
    func ladder() async throws {
        let profile = try #require(
            try ProfileDecoder.decode(
                text: """
                    schema: 1
                    name: denied
                    device: {apps: {com.example.stream: {access: granted}}}
                    flow: [{setRequestor: REF30}]
                    """, source: "run.yaml"
            ).first)
        let page = try RunReport.page([ReportedRun(try await ProfileRunner(explaining: true).run(profile))])
        let rows = page.matches(of: /<th scope="row">(\w+)<\/th><td class="(\w+)">([^<]*)<\/td>\n<td>([^<]*)<\/td>/)
        #expect(rows.map { String($0.1) } == ExchangeCondition.allCases.map(\.rawValue))
        #expect(rows.map { String($0.2) } == ["good", "bad"] + Array(repeating: "open", count: rows.count - 2))
        #expect(
            rows.map { String($0.3) }
                == ["holds", "does not hold"] + Array(repeating: "not reached", count: rows.count - 2))
        #expect(rows.map { $0.4.isEmpty } == [false, false] + Array(repeating: true, count: rows.count - 2))
        #expect(page.contains("<details><summary>Reasons</summary><ul><li>"))
    }
}
