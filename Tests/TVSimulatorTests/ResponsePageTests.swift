import Foundation
import HTTPTypes
import TVSimCore
import TVSimEntitlementAPI
import TVSimIdentityProvider
import TVSimStructuredText
import TVSimWorld
import TVSimXMLSecurity
import Testing

/// The page on which the MVPD's response waits for the browser.
///
/// Differences, S-117.
@Suite("The page with the response of an MVPD")
struct ResponsePageTests {
    /// An app that has begun a sign-in at an MVPD with a setting.
    private static func app(_ setting: String) async throws -> PollingApp {
        var app = try await PollingApp(
            PollingApp.world("providers: {Cablevision: {\(setting)subscribers: {alice: {}}}, Dish: {}}\n"))
        try await app.begin()
        return app
    }

    @Test(
        "has a script that submits it, unless it has only a button or is blocked",
        arguments: [
            ("", true, true), ("responsePage: posts, ", true, true), ("responsePage: button, ", false, true),
            ("responsePage: refresh, ", true, true), ("responsePage: blocked, ", false, false),
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

    @Test("comes after a page that refreshes to it, also if the user cancels")
    func refresh() async throws {
        var app = try await Self.app("responsePage: refresh, ")
        func get(_ method: HTTPRequest.Method, _ path: String, _ form: [(String, String)] = []) async throws -> (
            head: HTTPResponse, page: String
        ) {
            var request = HTTPRequest(method: method, scheme: "https", authority: "x", path: path)
            request.headerFields[.contentType] = method == .post ? "application/x-www-form-urlencoded" : nil
            let (head, data) = try app.world.respond(to: request, body: Data(FormCoding.encode(form).utf8))
            return (head, String(decoding: data, as: UTF8.self))
        }
        for (action, outcome) in [("cancel", nil), ("sign-in", "alice")] as [(String, JSONValue?)] {
            try await app.begin()
            let path = try #require(
                try await get(.get, "/api/v2/authenticate/REF30/\(app.code)").head.headerFields[.location])
            let query = try #require(path.split(separator: "?", maxSplits: 1).last.map(String.init))
            let wait = try await get(
                .post, "/mvpd/Cablevision/sso",
                [("query", query), ("username", "alice"), ("password", "secret"), ("action", action)])
            #expect(wait.head.status.code == 200 && !wait.page.contains("SAMLResponse"))
            let link = try #require(wait.page.firstMatch(of: /content="0; url=(response\?id=[0-9a-f]{32})"/)).output.1
            #expect(wait.page.contains("<a href=\"\(link)\">Continue</a>"))
            // The page may be reloaded.
            for _ in 0..<2 {
                let response = try await get(.get, "/mvpd/Cablevision/\(link)")
                #expect(PageForm(response.page) != nil && response.page.contains("<script>"))
            }
            // Another provider does not have the response, and it expires.
            #expect(try await get(.get, "/mvpd/Dish/\(link)").head.status.code == 400)
            let browser = Browser(app.world)
            try await browser.open("/mvpd/Cablevision/\(link)")
            try await browser.submit()
            #expect(try await app.poll()?.attributes["userID"]?.value == outcome)
            try app.world.simulation.clock.advance(by: 300)
            #expect(try await get(.get, "/mvpd/Cablevision/\(link)").head.status.code == 400)
            try app.world.simulation.clock.advance(by: -300)
        }
        #expect(try await get(.get, "/mvpd/Cablevision/response").head.status.code == 400)
    }

    @Test(
        "allows its script by the digest, and no script on any other page",
        arguments: ["posts", "button", "refresh", "blocked"])
    func policy(page: String) async throws {
        let app = try await Self.app("responsePage: \(page), ")
        func respond(_ method: HTTPRequest.Method, _ path: String, _ body: String = "") async throws -> (
            policy: String, page: String
        ) {
            var request = HTTPRequest(method: method, scheme: "https", authority: "x", path: path)
            if method == .post { request.headerFields[.contentType] = "application/x-www-form-urlencoded" }
            let (response, data) = try app.world.respond(to: request, body: Data(body.utf8))
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
