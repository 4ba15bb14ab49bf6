import TVSimCore
import TVSimEntitlementAPI
import TVSimWorld
import Testing

/// The page that an MVPD shows after a logout.
///
/// Differences, S-118.
@Suite("The page of an MVPD after a logout")
struct LogoutPageTests {
    /// Signs in, logs out in the app, and returns a browser at the end of the URL to which the app sends it.
    private static func browser(_ page: String, in other: Bool = false) async throws -> (Browser, PollingApp) {
        var app = try await PollingApp(
            PollingApp.world("providers: {Cablevision: {displayName: Cable, \(page)subscribers: {alice: {}}}}\n"))
        try await app.begin()
        let signedIn = try await app.signIn()
        let browser = other ? Browser(app.world) : signedIn
        try await browser.open(try #require(try await app.logOut().url))
        return (browser, app)
    }

    @Test(
        "leads back to the app by a redirect, a refresh or a link, or not at all",
        arguments: [
            ("", "https://app.example/out"), ("logoutPage: none, ", "https://app.example/out"),
            ("logoutPage: refresh, ", "https://app.example/out"), ("logoutPage: link, ", nil),
            ("logoutPage: blocked, ", nil),
        ])
    func shapes(setting: String, end: String?) async throws {
        let (browser, app) = try await Self.browser(setting)
        guard let end else {
            #expect(browser.status == 200 && browser.page.contains("<h1>You have signed out of Cable</h1>"))
            let link = browser.page.firstMatch(of: /<a href="([^"]*)">Continue<\/a>/)?.output.1
            #expect((link != nil) == setting.contains("link"))
            if let link {
                try await browser.open(String(link).replacing("&amp;", with: "&"))
                #expect(browser.address == "https://app.example/out")
            } else {
                #expect(browser.message == "The TV provider does not send you back to the app.")
            }
            return
        }
        #expect(browser.address == end)
        let told = try app.world.simulation.journal.entries().map(\.line)
        #expect(told.contains { $0.contains("the user's session has ended") })
    }

    @Test("ends the session whichever page it is", arguments: ["none", "refresh", "link", "blocked"])
    func ends(page: String) async throws {
        let (browser, app) = try await Self.browser("logoutPage: \(page), ")
        var next = app
        try await next.begin()
        try await browser.open("/api/v2/authenticate/REF30/\(next.code)")
        #expect(browser.asksForPassword)
    }

    @Test("says that the browser had no session")
    func noSession() async throws {
        let (browser, _) = try await Self.browser("logoutPage: link, ", in: true)
        #expect(browser.page.contains("<h1>You are not signed in to Cable</h1>"))
    }
}
