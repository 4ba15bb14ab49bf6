import Foundation
import TVSimCryptography
import TVSimEntitlementAPI
import TVSimRuns
import TVSimScenario
import TVSimStructuredText
import TVSimWorld
import Testing
import tvsim

@Suite("A report of runs")
struct ReportTests {
    private static func run(_ text: String) async throws -> ReportedRun {
        let profile = try #require(try ProfileDecoder.decode(text: text, source: "run.yaml").first)
        return ReportedRun(try await ProfileRunner(explaining: true).run(profile))
    }

    private static let failing = """
        schema: 1
        name: a <b>response</b> that has expired
        device:
          apps: {com.example.stream: {access: granted}}
          account: {provider: Cablevision, subscriber: alice}
        flow:
          - provider: {id: Cablevision, set: {defect: expired}}
          - {setRequestor: REF30, expect: [setRequestorComplete(1)]}
          - {checkAuthentication: , expect: ['setAuthenticationStatus(1, "")']}
        """

    @Test("is one HTML file without addresses to load; a page of one run has no script")
    func selfContained() async throws {
        let page = try RunReport.page([try await Self.run(Self.failing)])
        #expect(page.hasPrefix("<!DOCTYPE html>"))
        for part in ["<script", "src=", "<link", "url(", "<b>response</b>"] { #expect(!page.contains(part)) }
        #expect(page.contains("default-src &#39;none&#39;") || page.contains("default-src 'none'"))
        #expect(page.contains("a &lt;b&gt;response&lt;/b&gt; that has expired"))
    }

    @Test("of several runs has one script, which is the one that its policy names")
    func script() async throws {
        let runs = [try await Self.run(Self.failing), try await Self.run("schema: 1\nname: idle\nflow: []\n")]
        let page = try RunReport.page(runs)
        let parts = page.components(separatedBy: "<script>")
        try #require(parts.count == 2)
        let script = try #require(parts[1].components(separatedBy: "</script>").first)
        let hash = Data(Hash.sha256.digest(of: Data(script.utf8))).base64EncodedString()
        let policy = page.replacing("&#39;", with: "'").replacing("&#x2F;", with: "/").replacing("&#x3D;", with: "=")
        #expect(policy.contains("script-src 'sha256-\(hash)'"))
    }

    /// What an app attempts in a world, with what a report says of each condition of the silent exchange.
    static let attempts: [(change: String, word: String, rows: [String: String])] = [
        ("permission: granted", "succeeded", [:]),
        (
            "permission: denied", "fell back",
            ["permissionGranted": "does not hold: access is denied", "signedIn": "not reached"]
        ),
        (
            "integration: {mvpd: Cablevision, set: {singleSignOn: false}}", "fell back",
            ["integrationEnabled": "holds", "singleSignOnEnabled": "does not hold", "notDegraded": "not reached"]
        ),
    ]

    @Test(
        "of an app's attempts begins with those that got less than asked for, and says which condition did not hold",
        arguments: attempts)
    func attempt(_ change: String, _ word: String, _ rows: [String: String]) async throws {
        let text = """
            schema: 1
            name: attempt
            device:
              apps: {com.example.stream: {access: granted}}
              account: {provider: Cablevision, subscriber: alice}
            flow:
              - \(change)
              - setRequestor: REF30

            """
        let profile = try #require(try ProfileDecoder.decode(text: text, source: "run.yaml").first)
        let decisions = try await ProfileRunner(explaining: true).run(profile).steps.compactMap(\.decisions).joined()
        var flows = JournalFlows()
        for (number, entry) in decisions.enumerated() { flows.add(number + 1, entry) }
        let flow = try #require(flows.flows.last)
        let step = ReportedRun.Step(
            title: flow.title, isCallOfApp: true, place: nil, began: flow.began, expected: nil,
            decisions: Array(decisions), failures: [], outcome: FlowOutcome(flow.outcome))
        let page = try RunReport.page([ReportedRun(name: "world", source: "", steps: [step])])
        #expect(page.contains(">\(word)</span> <code>\(flow.title)</code>"))
        // An app that continues in another way has not failed.
        #expect(page.contains("<section class=\"failure warn\">") == !rows.isEmpty)
        for (condition, received) in rows {
            #expect(page.contains("<td><code>\(condition)</code></td><td>\(received)"), "\(condition)")
        }
    }

    @Test("begins a failed run with its failed step: the rows of the comparison, the place and the command")
    func failureFirst() async throws {
        let page = try RunReport.page([try await Self.run(Self.failing)])
        let (head, rest) = try #require(
            page.firstRange(of: "class=\"sequence\"").map { (page[..<$0.lowerBound], page[$0.upperBound...]) })
        for part in [
            "<section class=\"failure\">", "run.yaml:9",
            "<td><code></code></td><td><code>status(N000)</code></td>\n<td>unexpected</td>",
            "<td>differs</td>", "<code>tvsim run run.yaml --explain</code>",
        ] { #expect(head.contains(part), "\(part)") }
        #expect(rest.contains("<ol class=\"steps\">"))
        // Each difference stands once.
        #expect(!page.contains("callback 1: ") && page.components(separatedBy: ">unexpected<").count == 2)
    }

    @Test("says when it was made, how long the runs took, the version and the command")
    func origin() async throws {
        var origin = RunReport.Origin()
        origin.date = Date(timeIntervalSince1970: 1_767_225_600.75)
        origin.duration = .milliseconds(2340)
        origin.command = "tvsim run --format html"
        let page = try RunReport.page([try await Self.run(Self.failing)], origin: origin)
        for part in ["2026-01-01T00:00:00Z", "2.3 s", "tvsim run --format html"] {
            #expect(page.contains("<dd>\(part)</dd>"), "\(part)")
        }
        #expect(page.contains(/<dd>tvsim \d+\.\d+\.\d+<\/dd>/))
    }

    @Test("shows callbacks, the ladder of conditions, the reasons, the requests and the SAML response")
    func contents() async throws {
        let page = try RunReport.page([try await Self.run(Self.failing)]).replacing("<wbr>", with: "")
        let parts = [
            "tvsim run: 1 run, 1 failed", "<code>setAuthenticationStatus(1, &quot;&quot;)</code>",
            "run.yaml:9", "samlResponseReceived", "is not degraded",
            "POST https://api.auth.adobe.com/api/v2/REF30/profiles/sso/Apple", "invalid_parameter_saml_response",
            "AssertionConsumer", "NotOnOrAfter: 2025-12-31T23:00:00Z", "EntitlementService: ",
        ]
        for part in parts { #expect(page.contains(part), "\(part)") }
    }

    @Test("says of a profile without a flow that nothing was tested")
    func withoutFlow() async throws {
        let page = try RunReport.page([try await Self.run("schema: 1\nname: idle\n")])
        #expect(page.contains("<p>note: the profile has no flow, so nothing was tested</p>"))
        #expect(try await !RunReport.page([Self.run(Self.failing)]).contains("nothing was tested"))
    }

    @Test("of several runs begins with a table of contents that names failures first")
    func tableOfContents() async throws {
        let idle = try await Self.run("schema: 1\nname: idle\nflow: []\n")
        let failing = try await Self.run(Self.failing)
        let page = try RunReport.page([idle, failing])
        let contents = try #require(page.firstRange(of: "<nav").map { page[$0.lowerBound...] })
        let places = try [2, 1].map { try #require(page.firstRange(of: "id=\"profile-\($0)\"")).lowerBound }
        #expect(places[0] < places[1])
        let failure = try #require(contents.firstRange(of: ##"<a href="#profile-2">a &lt;b&gt;response"##))
        let success = try #require(contents.firstRange(of: ##"<a href="#profile-1">idle</a>"##))
        #expect(failure.lowerBound < success.lowerBound)
        #expect(try !RunReport.page([failing]).contains("<nav"))
    }

    @Test("contains no access token, client secret, software statement or SAML message")
    func secrets() async throws {
        let profile = try #require(try ProfileDecoder.decode(text: Self.failing, source: "run.yaml").first)
        let record = try await ProfileRunner().run(profile)
        let page = try RunReport.page([ReportedRun(record)])
        let archive = try JSONText.line(HTTPArchive([ReportedRun(record)]))
        var secrets: Set<String> = []
        for request in record.steps.flatMap(\.effect.requests) {
            for name in ["client_secret", "access_token", "software_statement", "SAMLResponse", "request"] {
                for body in [request.body, request.responseBody] {
                    let text = String(decoding: body, as: UTF8.self)
                    for pattern in ["\"\(name)\":\"([^\"]+)\"", "\(name)=([^&]+)"] {
                        let found = try Regex(pattern, as: (Substring, Substring).self)
                        text.matches(of: found).forEach { secrets.insert(String($0.output.1)) }
                    }
                }
            }
        }
        #expect(secrets.count >= 5)
        for secret in secrets {
            #expect(!page.contains(secret) && !archive.contains(secret))
        }
        #expect(page.contains("&lt;redacted ") && archive.contains("<redacted "))
    }

    @Test("draws the messages between app, SDK, framework, service and provider in the order of the decisions")
    func diagram() async throws {
        let page = try RunReport.page([try await Self.run(Self.failing)])
        let lanes = ["App", "AccessEnabler", "Apple framework", "Entitlement service", "TV provider"]
        #expect(page.contains(lanes.map { "<span>\($0)</span>" }.joined()))
        var rest = page[...]
        for message in [
            "App to AccessEnabler </span>setRequestor REF30<",
            "AccessEnabler to Entitlement service </span>POST /o/client/register<",
            "AccessEnabler to Apple framework </span>", "Apple framework to TV provider </span>",
            "AccessEnabler to App </span>setRequestorComplete(1)<",
        ] {
            let range = try #require(rest.firstRange(of: message), "\(message)")
            rest = rest[range.upperBound...]
        }
    }

    @Test(
        "draws the app, and the participants that a message reaches",
        arguments: [
            ("permission: denied", ["App"]),
            ("setRequestor: REF30", ["App", "AccessEnabler", "Apple framework", "Entitlement service"]),
        ] as [(String, [String])])
    func lanes(_ step: String, _ names: [String]) async throws {
        let world = "device: {apps: {com.example.stream: {access: denied}}}"
        let page = try RunReport.page([try await Self.run("schema: 1\nname: lanes\n\(world)\nflow: [{\(step)}]\n")])
        for lane in ["App", "AccessEnabler", "Apple framework", "Entitlement service", "TV provider"] {
            #expect(page.contains("<span>\(lane)</span>") == names.contains(lane), "\(lane)")
        }
    }

    @Test("shows failures in the diagram: what was refused where it happened, and what failed across all")
    func failuresInDiagram() async throws {
        let page = try RunReport.page([try await Self.run(Self.failing)])
        let start = try #require(page.firstRange(of: "class=\"sequence\"")?.upperBound)
        let end = try #require(page.firstRange(of: "<ol class=\"steps\">")?.lowerBound)
        let rows = page[start..<end].components(separatedBy: "<li>").filter { $0.contains("message failure") }
        let refused = try #require(rows.first { $0.contains("Entitlement service to AccessEnabler </span>") })
        #expect(refused.contains("class=\"message failure left\""))
        let failed = try #require(rows.last)
        #expect(failed.contains("class=\"message failure self\" style=\"grid-column: 1 / 6; --span: 5\""))
        #expect(failed.contains("other callbacks were expected"))
    }

    @Test("as an HTTP archive has the members that version 1.2 requires, and a page for each run")
    func archive() async throws {
        let runs = [try await Self.run(Self.failing), try await Self.run("schema: 1\nname: idle\nflow: []\n")]
        let text = try JSONText.line(HTTPArchive(runs))
        let value = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        let log = try #require(value?["log"] as? [String: Any])
        #expect(log["version"] as? String == "1.2")
        let pages = try #require(log["pages"] as? [[String: Any]])
        #expect(pages.map { $0["title"] as? String } == ["a <b>response</b> that has expired", "idle"])
        let entries = try #require(log["entries"] as? [[String: Any]])
        #expect(entries.count == 5)
        let required: [String: Set<String>] = [
            "request": [
                "method", "url", "httpVersion", "cookies", "headers", "queryString", "headersSize", "bodySize",
            ],
            "response": [
                "status", "statusText", "httpVersion", "cookies", "headers", "content", "redirectURL", "headersSize",
                "bodySize",
            ],
        ]
        for entry in entries {
            #expect(Set(entry.keys).isSuperset(of: ["startedDateTime", "time", "cache", "timings", "pageref"]))
            for (name, keys) in required {
                let message = try #require(entry[name] as? [String: Any])
                #expect(Set(message.keys).isSuperset(of: keys))
            }
        }
        #expect((entries.last?["response"] as? [String: Any])?["status"] as? Int == 400)
    }
}
