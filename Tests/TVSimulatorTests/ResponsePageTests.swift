import EntitlementAPI
import Foundation
import HTTPTypes
import IdentityProvider
import SimulatedWorld
import SimulationCore
import Testing
import XMLSecurity

/// The page on which the MVPD's response waits for the browser.
///
/// Differences, S-117.
@Suite("The page with the response of an MVPD")
struct ResponsePageTests {
    /// An app that has begun a sign-in at an MVPD with a setting.
    private static func app(_ setting: String) async throws -> PollingApp {
        var app = try await PollingApp(
            PollingApp.world("providers: {Cablevision: {\(setting)subscribers: {alice: {}}}}\n"))
        try await app.begin()
        return app
    }

    @Test(
        "has a script that submits it, unless it has only a button or is blocked",
        arguments: [
            ("", true, true), ("responsePage: posts, ", true, true), ("responsePage: button, ", false, true),
            ("responsePage: blocked, ", false, false),
        ])
    func shapes(setting: String, hasScript: Bool, hasForm: Bool) async throws {
        let app = try await Self.app(setting)
        let browser = Browser(app.world)
        try await browser.open("/api/v2/authenticate/REF30/\(app.code)")
        try await browser.submit(ClassicSignInTests.right)
        #expect(browser.page.contains("<script>") == hasScript)
        #expect(browser.page.contains("SAMLResponse") == hasForm)
        if hasForm {
            try await browser.submit()
            #expect(browser.address == "https://app.example/done")
        } else {
            #expect(browser.message == "The TV provider does not send you back to the app.")
        }
        #expect((try await app.poll() != nil) == hasForm)
    }

    @Test(
        "allows its script by the digest, and no script on any other page", arguments: ["posts", "button", "blocked"])
    func policy(page: String) async throws {
        let app = try await Self.app("responsePage: \(page), ")
        func respond(_ method: HTTPRequest.Method, _ path: String, _ body: String = "") async throws -> (
            policy: String, page: String
        ) {
            var request = HTTPRequest(method: method, scheme: "https", authority: "x", path: path)
            if method == .post { request.headerFields[.contentType] = "application/x-www-form-urlencoded" }
            let (response, data) = try await app.world.respond(to: request, body: Data(body.utf8))
            let policy = response.headerFields[.contentSecurityPolicy] ?? response.headerFields[.location] ?? ""
            return (policy, String(decoding: data, as: UTF8.self))
        }
        let path = try await respond(.get, "/api/v2/authenticate/REF30/\(app.code)").policy
        let query = try #require(path.split(separator: "?", maxSplits: 1).last.map(String.init))
        #expect(try await !respond(.get, "/mvpd/Cablevision/sso?" + query).policy.contains("script-src"))
        let form = FormCoding.encode([
            ("query", query), ("username", "alice"), ("password", "secret"), ("action", "sign-in"),
        ])
        let answer = try await respond(.post, "/mvpd/Cablevision/sso", form)
        let script = answer.page.firstMatch(of: /<script>(.*?)<\/script>/).map { String($0.output.1) }
        #expect((script != nil) == (page == "posts"))
        let digest = script.map { DigestAlgorithm.sha256.digest(of: Data($0.utf8)).base64EncodedString() }
        let allowed = answer.policy.firstMatch(of: /script-src 'sha256-([^']*)'/).map { String($0.output.1) }
        #expect(allowed == digest)
        #expect(answer.policy.hasPrefix("default-src 'none'; ") && !answer.policy.contains("script-src 'unsafe"))
    }
}
