import Foundation
import Scenario
import StructuredText
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

    @Test("is one HTML file without scripts and without addresses to load")
    func selfContained() async throws {
        let page = try RunReport.page([try await Self.run(Self.failing)])
        #expect(page.hasPrefix("<!DOCTYPE html>"))
        for part in ["<script", "src=", "<link", "url(", "<b>response</b>"] { #expect(!page.contains(part)) }
        #expect(page.contains("default-src &#39;none&#39;") || page.contains("default-src 'none'"))
        #expect(page.contains("a &lt;b&gt;response&lt;/b&gt; that has expired"))
    }

    @Test("shows callbacks side by side, the ladder of conditions, the reasons, the requests and the SAML response")
    func contents() async throws {
        let page = try RunReport.page([try await Self.run(Self.failing)])
        let parts = [
            "tvsim run: 1 run, 1 failed", "<code>setAuthenticationStatus(1, &quot;&quot;)</code>",
            "callback 1: unexpected status(N000)", "run.yaml:9", "samlResponseReceived", "is not degraded",
            "POST https://api.auth.adobe.com/api/v2/REF30/profiles/sso/Apple", "invalid_parameter_saml_response",
            "AssertionConsumer", "NotOnOrAfter: 2025-12-31T23:00:00Z", "EntitlementService: ",
        ]
        for part in parts { #expect(page.contains(part), "\(part)") }
    }

    @Test("of several runs begins with a table of contents that names failures first")
    func tableOfContents() async throws {
        let idle = try await Self.run("schema: 1\nname: idle\nflow: []\n")
        let failing = try await Self.run(Self.failing)
        let page = try RunReport.page([idle, failing])
        let contents = try #require(page.firstRange(of: "<nav").map { page[$0.lowerBound...] })
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

    @Test("draws requests between SDK and service, callbacks to the app, and notes across all")
    func diagram() async throws {
        let page = try RunReport.page([try await Self.run(Self.failing)])
        #expect(page.contains(">POST /o/client/register</text>") && page.contains(">setRequestor REF30</text>"))
        #expect(page.contains(">setRequestorComplete(1)</text>"))
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
