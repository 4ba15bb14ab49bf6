import Foundation
import HTTPTypes
import TVSimCore
import TVSimEntitlementAPI
import TVSimEntitlementService
import TVSimStructuredText
import TVSimWorld
import Testing

@testable import TVSimulator

/// A sign-in at an MVPD with OAuth 2, as a client of REST API V2 sees it.
@Suite struct OAuth2SignInTests {
    private func app(_ fixture: OAuth2Fixture, device: String = "device") async throws -> PollingApp {
        var app = try await PollingApp(fixture.world, device: device)
        try await app.begin()
        return app
    }

    /// Signs alice in, and returns where the browser ended.
    @discardableResult
    private func signIn(_ app: PollingApp, _ query: String = "") async throws -> (end: String, browser: ScriptedBrowser)
    {
        let browser = ScriptedBrowser(over: app.transport)
        let end = try await browser.open("/api/v2/authenticate/REF30/\(app.code)\(query)")
        guard end == .stayed, browser.asksForPassword else { return (browser.address, browser) }
        _ = try await app.world.signIn(as: "alice", password: nil, in: browser)
        return (browser.address, browser)
    }

    // MARK: - Good sign-ins

    static let settings = [
        "{}", "{pkce: required}", "{pkce: none}", "{userInfo: inToken}", "{refreshToken: rotating}",
        "{refreshToken: none}", "{iss: false}", "{iss: false, defect: wrongIss}",
        "{clientID: svc, clientSecret: 'a b/+%'}", "{logout: false}",
    ]

    @Test("a user signs in with every setting of a good server", arguments: settings)
    func signsIn(settings: String) async throws {
        let app = try await app(try OAuth2Fixture(settings))
        #expect(try await signIn(app).end == "https://app.example/done")
        let profile = try #require(try await app.poll())
        #expect(profile.type == .regular && profile.attributes["userID"]?.value == "alice")
        #expect(profile.attributes["channelID"]?.value == ["one", "two"])
        #expect(try await app.decide().authorized)
    }

    @Test(
        "a user signs in through every page that carries the response",
        arguments: ["responsePage: refresh", "responsePage: button", "signInPage: {exit: confirm}"])
    func pages(page: String) async throws {
        let fixture = try OAuth2Fixture("{}", provider: page)
        let app = try await app(fixture)
        let (end, browser) = try await signIn(app)
        if end != "https://app.example/done" {
            // The page has a link, which a person follows.
            let link = try #require(browser.page.firstMatch(of: /<a href="(.*?)">Continue/)?.output.1)
            try await browser.open(String(link).replacing("&amp;", with: "&"))
        }
        #expect(browser.address == "https://app.example/done")
        #expect(try await app.poll() != nil)
    }

    @Test("a blocked page keeps the user, and the app finds no profile")
    func blocked() async throws {
        let app = try await app(try OAuth2Fixture("{}", provider: "responsePage: blocked"))
        #expect(try await signIn(app).browser.page.contains("role=\"alert\""))
        #expect(try await app.poll() == nil)
    }

    @Test("a cancelled sign-in returns the browser to the app, which finds no profile")
    func cancels() async throws {
        let app = try await app(try OAuth2Fixture())
        let browser = ScriptedBrowser(over: app.transport)
        try await browser.open("/api/v2/authenticate/REF30/\(app.code)")
        let end = try await browser.cancel()
        #expect(end == .left("https://app.example/done"))
        #expect(try await app.poll() == nil)
    }

    @Test("a browser with a session is not asked again, unless the sign-in is forced")
    func session() async throws {
        let fixture = try OAuth2Fixture()
        let app = try await app(fixture)
        let browser = try await signIn(app).browser
        var second = try await PollingApp(fixture.world, device: "another")
        try await second.begin()
        try await browser.open("/api/v2/authenticate/REF30/\(second.code)?forceAuthn=true")
        #expect(browser.page.contains("sign in again"))
        let end = try await browser.open("/api/v2/authenticate/REF30/\(second.code)")
        #expect(end == .left("https://app.example/done"))
        #expect(try await second.poll() != nil)
    }

    // MARK: - The return to the service

    /// Signs in at the MVPD with a browser, and returns the address at which it would return to the service.
    private func callback(_ app: PollingApp) async throws -> String {
        let authenticate = HTTPRequest(
            method: .get, scheme: "https", authority: "x", path: "/api/v2/authenticate/REF30/\(app.code)")
        let location = try app.world.respond(to: authenticate, body: Data()).response.headerFields[.location] ?? ""
        let query = String(location.drop { $0 != "?" }.dropFirst())
        let form = FormCoding.encode([
            ("query", query), ("username", "alice"), ("password", "secret"), ("action", "sign-in"),
        ])
        let request = HTTPRequest(
            method: .post, scheme: "https", authority: "x", path: "/mvpd/Cablevision/authorize")
        return try app.world.respond(to: request, body: Data(form.utf8)).response.headerFields[.location] ?? ""
    }

    private func open(_ address: String, _ app: PollingApp) throws -> OAuth2Answer {
        let request = HTTPRequest(method: .get, scheme: "https", authority: "x", path: address)
        let (response, body) = try app.world.respond(to: request, body: Data())
        return OAuth2Answer(response: response, body: body)
    }

    @Test("a return is accepted once: again it is a page that links to the app, and another code's state is refused")
    func once() async throws {
        let app = try await app(try OAuth2Fixture())
        let address = try await callback(app)
        #expect(address.hasPrefix("/adobe-services/oauth2?code="))
        #expect(try open(address, app).response.headerFields[.location] == "https://app.example/done")
        let again = try open(address, app)
        #expect(again.status == 400 && again.page.contains("This sign-in is finished"))
        #expect(try await app.decide().authorized, "the reload has revoked nothing")
    }

    /// What is replaced in the address of the return, and the rule that it breaks in the journal; `nil` for none.
    static let wrongReturns: [(from: String, to: String, policy: String?)] = [
        ("state=", "other=", nil), ("&state=.*$", "", nil), ("state=.*$", "state=nonsense", nil),
        ("state=[^&]*\\.", "state=AAAAAAA.", nil), ("\\._", "._x", "state"), ("code=[^&]*&", "", "code"),
        ("code=[^&]*", "code=0123456789abcdef0123456789abcdef", "tokens"), ("code=[^&]*", "code=", "code"),
        ("&iss=[^&]*", "", "issuer"), ("iss=[^&]*", "iss=https%3A%2F%2Fother.example", "issuer"),
        ("Cablevision$", "Dish", "issuer"),
    ]

    /// RFC 6749, 4.1.2: the client ignores unknown parameters.
    @Test(
        "a return may have unknown parameters, also twice, and parameters without a value",
        arguments: ["&x=1&x=2", "&error=", "&state=", "&session_state=a"])
    func otherParameters(more: String) async throws {
        let app = try await app(try OAuth2Fixture())
        let address = try await callback(app) + more
        #expect(try open(address, app).response.headerFields[.location] == "https://app.example/done")
        #expect(try await app.poll() != nil)
    }

    @Test("a return has each known parameter once", arguments: ["&code=x", "&state=x", "&error=a&error=b"])
    func repeatedParameters(more: String) async throws {
        let app = try await app(try OAuth2Fixture())
        let address = try await callback(app)
        let answer = try open(address + more, app)
        #expect(answer.status == 400 && answer.page.contains("occurs twice"))
        #expect(try await app.poll() == nil)
        #expect(try open(address, app).response.headerFields[.location] == "https://app.example/done")
    }

    @Test("a wrong return gives an error page and no profile, with the rule that it breaks in the journal")
    func wrongReturns() async throws {
        for (pattern, replacement, policy) in Self.wrongReturns {
            let fixture = try OAuth2Fixture()
            let app = try await app(fixture)
            let address = try await callback(app)
            let wrong = address.replacing(try Regex(pattern), with: replacement)
            #expect(wrong != address)
            let answer = try open(wrong, app)
            #expect(answer.status == 400 && answer.page.contains("invalid_authentication_session"), "\(pattern)")
            #expect(try await app.poll() == nil)
            let decision = try fixture.world.simulation.journal.entries().compactMap { $0.decision as? RequestDecision }
                .last { $0.endpoint == "authorizationReturn" }
            #expect(decision?.policies == (policy.map { [$0] } ?? []), "\(pattern)")
        }
    }

    @Test(
        "every error of the MVPD returns the browser to the app without a profile",
        arguments: ["access_denied", "server_error"])
    func errors(error: String) async throws {
        let app = try await app(try OAuth2Fixture())
        let address = try await callback(app).replacing(/code=[^&]*/, with: "error=\(error)")
        #expect(try open(address, app).response.headerFields[.location] == "https://app.example/done")
        #expect(try await app.poll() == nil)
    }

    // MARK: - Defects and faults

    /// A defect, the status of the page, and what the service records of its own request; `nil` if it sends none.
    static let defects: [(String, status: Int, asked: String?)] = [
        ("wrongState", 400, nil), ("noState", 400, nil), ("wrongIss", 400, nil), ("noIss", 400, nil),
        ("invalidGrant", 400, "refused"),
        ("noUserID", 400, "answered"),
        ("notJSON", 400, "malformed"), ("slowToken", 504, "timeout"), ("wrongTokenType", 400, "malformed"),
    ]

    @Test(
        "each defect ends the sign-in on an error page without a profile, and the journal says why", arguments: defects)
    func defect(defect: (String, status: Int, asked: String?)) async throws {
        let fixture = try OAuth2Fixture("{defect: \(defect.0)}")
        let app = try await app(fixture)
        let (_, browser) = try await signIn(app)
        #expect(browser.status == defect.status && browser.page.contains("role=\"alert\""))
        #expect(try await app.poll() == nil)
        let asked = try fixture.world.simulation.journal.entries().compactMap { $0.decision as? BackChannelDecision }
        #expect(asked.last?.outcome.rawValue == defect.asked)
        try fixture.simulator.perform("provider: {id: Cablevision, set: {oauth2: {defect: none}}}")
        #expect(try await signIn(app).end == "https://app.example/done", "the user may begin again")
    }

    /// A fault of a token or user info request, and the status of the page.
    static let faults: [(String, status: Int)] = [
        ("{at: provider.token, error: 500}", 400), ("{at: provider.token, error: hang}", 504),
        ("{at: provider.token, error: connectionClosed}", 503), ("{at: provider.userInfo, error: 503}", 400),
        ("{at: provider.token, status: 200, body: <h1>Busy</h1>}", 400),
        ("{at: provider.token, adds: {access_token: other}}", 400), ("{at: provider.token, adds: {new: {a: 1}}}", 302),
    ]

    @Test("a fault of a request that the service sends itself becomes a page", arguments: faults)
    func fault(fault: (String, status: Int)) async throws {
        let fixture = try OAuth2Fixture()
        try fixture.simulator.perform("fault: " + fault.0)
        let app = try await app(fixture)
        let answer = try open(try await callback(app), app)
        #expect(answer.status == fault.status, "\(answer.page)")
        #expect(try await app.poll() != nil || fault.status != 302)
    }

    // MARK: - The end of a session

    @Test("the service renews an expired access token before it asks for a decision, and a stored decision needs none")
    func refresh() async throws {
        let fixture = try OAuth2Fixture()
        let app = try await app(fixture)
        try await signIn(app)
        #expect(try await app.decide().authorized)
        func refreshes() throws -> [BackChannelDecision.Outcome] {
            try fixture.world.simulation.journal.entries().compactMap { $0.decision as? BackChannelDecision }
                .filter { $0.asked == .refresh }.map(\.outcome)
        }
        try fixture.simulator.perform("advance: 61m")
        #expect(try await app.decide().authorized)
        #expect(try refreshes() == [])
        #expect(try await app.decide("ESPN").error?.code == "authorization_denied_by_mvpd")
        #expect(try refreshes() == [.answered])
        #expect(try await app.decide("CNN").error?.code == "authorization_denied_by_mvpd")
        #expect(try refreshes() == [.answered], "the new token is fresh")
    }

    /// Settings, after which time the service asks, and how many refreshes end in which decision.
    @Test("a session ends when the MVPD refuses a new token: the profile and its decisions are gone")
    func sessionEnds() async throws {
        for (settings, good) in [
            ("{refreshToken: rotating}", 1), ("{refreshToken: none}", 0), ("{defect: noRefreshToken}", 0),
            ("{refreshTokenTTL: 90m}", 1),
        ] {
            let fixture = try OAuth2Fixture(settings)
            let app = try await app(fixture)
            try await signIn(app)
            #expect(try await app.decide().authorized)
            for number in 0..<good {
                try fixture.simulator.perform("advance: 61m")
                #expect(try await app.decide("R\(number)").error?.code == "authorization_denied_by_mvpd", "\(settings)")
            }
            try fixture.simulator.perform("advance: 61m")
            #expect(
                try await app.decide("ESPN").error?.code == "authorization_denied_by_session_invalidated", "\(settings)"
            )
            #expect(try await app.profile() == nil)
            #expect(try await app.decide().error?.code == "authenticated_profile_missing")
        }
    }

    @Test("an MVPD that does not answer at a refresh denies with a network error, and the profile stays")
    func refreshFails() async throws {
        for (error, code) in [("hang", "network_connection_timeout"), ("500", "network_received_error")] {
            let fixture = try OAuth2Fixture()
            let app = try await app(fixture)
            try await signIn(app)
            try fixture.simulator.perform("advance: 61m")
            try fixture.simulator.perform("fault: {at: provider.token, error: \(error), times: 1}")
            #expect(try await app.decide().error?.code == code)
            #expect(try await app.profile() != nil)
            #expect(try await app.decide().authorized)
        }
    }

    @Test("a profile from the home network does not outlive the refresh token")
    func home() async throws {
        let fixture = try OAuth2Fixture("{refreshTokenTTL: 2d}", provider: "homeNetwork: alice")
        let app = try await app(fixture)
        try await signIn(app)
        let profile = try #require(try await app.poll())
        #expect(profile.attributes["hba_status"]?.value == "true")
        #expect(profile.notAfter.instant.timeIntervalSince(profile.notBefore.instant) == 2 * 86_400)
    }

    @Test("a logout visits the MVPD only if its server has a logout", arguments: [true, false])
    func logout(hasLogout: Bool) async throws {
        let fixture = try OAuth2Fixture("{logout: \(hasLogout)}")
        let app = try await app(fixture)
        let browser = try await signIn(app).browser
        let end = try await browser.open(try #require(try await app.logOut().url))
        #expect(end == .left("https://app.example/out"))
        #expect((try fixture.newest("/mvpd/Cablevision/logout") != nil) == hasLogout)
    }

    @Test("a session keeps its protocol when the MVPD's protocol changes, until it ends")
    func migration() async throws {
        let fixture = try OAuth2Fixture()
        let app = try await app(fixture)
        let browser = try await signIn(app).browser
        try fixture.simulator.perform("provider: {id: Cablevision, set: {protocol: saml}}")
        try fixture.simulator.perform("advance: 61m")
        #expect(try await app.decide().authorized, "the refresh still goes to the token endpoint")
        let out = try await app.logOut()
        let end = try await browser.open(try #require(out.url))
        #expect(end == .left("https://app.example/out"))
        #expect(try fixture.newest("/mvpd/Cablevision/logout")?.contains("logged out") == true)
        var second = try await PollingApp(fixture.world, device: "another")
        try await second.begin()
        try await browser.open("/api/v2/authenticate/REF30/\(second.code)")
        #expect(browser.address.hasPrefix("/mvpd/Cablevision/sso"))
    }
}
