import Foundation
import HTTPTypes
import TVSimCore
import TVSimEntitlementAPI
import TVSimEntitlementService
import TVSimIdentityProvider
import TVSimSAML
import TVSimStructuredText
import TVSimWorld
import Testing

/// Logout through the MVPD's single logout endpoint and back, with a browser, over real HTTP messages.
///
/// Adobe Pass REST API V2, Logout; SAML Profiles 2.0, 4.4.
@Suite struct SingleLogoutTests {
    /// An app and a browser that have signed in.
    private func signedIn(_ profile: String = "") async throws -> (PollingApp, Browser) {
        var app = try await PollingApp(PollingApp.world(profile))
        try await app.begin()
        let browser = try await app.signIn()
        return (app, browser)
    }

    /// Whether the MVPD asks a browser for a password.
    private func isAsked(_ browser: Browser, in world: World) async throws -> Bool {
        var other = try await PollingApp(world, device: "somebody's else")
        try await other.begin()
        try await browser.open("/api/v2/authenticate/REF30/\(other.code)")
        return browser.page.contains("Sign in to")
    }

    @Test("the browser goes to the MVPD, whose session ends, and back to the app's redirect URL")
    func logsOut() async throws {
        let (app, browser) = try await signedIn()
        #expect(try await !isAsked(browser, in: app.world))
        let logout = try await app.logOut()
        #expect(logout.actionName == .logout && logout.actionType == .interactive)
        let url = try #require(logout.url)
        let place =
            "https://api.auth.adobe.com/adobe-services/logout?noflash=true&mso_id=Cablevision&requestor_id=REF30"
        #expect(url.hasPrefix(place + "&redirect_url="))
        #expect(try await app.profile() == nil)
        try await browser.open(url)
        #expect(browser.address == "https://app.example/out")
        #expect(try await isAsked(browser, in: app.world))
        let told = try app.world.simulation.journal.entries().map(\.line)
        #expect(told.contains { $0.contains("the user's session has ended") })
    }

    @Test("another browser has no session to end and still returns; the session of the first one stays")
    func anotherBrowser() async throws {
        let (app, browser) = try await signedIn()
        let url = try #require(try await app.logOut().url)
        let other = Browser(app.world)
        try await other.open(url)
        #expect(other.address == "https://app.example/out")
        #expect(try await !isAsked(browser, in: app.world))
    }

    @Test("a session of another user in the same browser is not ended, and the browser returns")
    func anotherPerson() async throws {
        let (app, browser) = try await signedIn(Self.twoSubscribers)
        var second = try await PollingApp(app.world, device: "another")
        try await second.begin()
        try await browser.open("/api/v2/authenticate/REF30/\(second.code)?forceAuthn=true")
        try await browser.submit(PollingApp.credentials("bob"))
        try await browser.submit()
        let url = try #require(try await app.logOut().url)
        try await browser.open(url)
        #expect(browser.address == "https://app.example/out")
        #expect(try await !isAsked(browser, in: app.world), "bob is still signed in")
    }

    private static let twoSubscribers = """
        providers:
          Cablevision:
            subscribers:
              alice: {entitlements: [REF30]}
              bob: {entitlements: [REF30]}
        """

    @Test("a logout can be completed once, and within half an hour")
    func once() async throws {
        let (app, browser) = try await signedIn()
        let url = try #require(try await app.logOut().url)
        try await browser.open(url)
        try await browser.open(url)
        #expect(browser.status == 400)
        #expect(browser.page.contains("invalid_authentication_session"))

        var again = app
        try await again.begin()
        try await again.signIn(in: browser)
        let late = try #require(try await again.logOut().url)
        try app.world.simulation.clock.advance(by: 1_800)
        try await browser.open(late)
        #expect(browser.status == 400)
        try app.world.simulation.clock.advance(by: -1_801)
        try await browser.open(late)
        #expect(browser.status == 400, "it has not begun")
        try app.world.simulation.clock.advance(by: 1)
        try await browser.open(late)
        #expect(browser.address == "https://app.example/out")
    }

    @Test("an MVPD without a logout endpoint is not asked: the logout is complete")
    func noEndpoint() async throws {
        let (app, _) = try await signedIn()
        try app.world.perform(
            .setIntegration(requestor: "REF30", mvpd: "Cablevision", try Patch(["logoutEndpoint": .bool(false)])))
        let logout = try await app.logOut()
        #expect(logout.actionName == .complete && logout.url == nil)
    }

    static let garbage = [
        "/adobe-services/logout", "/adobe-services/logout?pt_device_id=../../x",
        "/adobe-services/logout?mso_id=Cablevision&requestor_id=REF30",
        "/mvpd/Cablevision/slo", "/mvpd/Cablevision/slo?SAMLRequest=AAAA&Signature=AAAA&SigAlg=x",
        "/adobe-services/logout?a=1&a=2", "/adobe-services/logout?redirect_url=https%3A%2F%2Felsewhere.example",
        "/adobe-services/logout?redirect_url=javascript%3Ax", "/adobe-services/logout?redirect_url=adbe%3A%2F%2Fx",
        "/sp/saml/LogoutServiceHTTPRedirectResponse", "/sp/saml/LogoutServiceHTTPRedirectResponse?SAMLResponse=x",
    ]

    @Test("garbage gets a page with a reason, never a 500", arguments: garbage)
    func refusesGarbage(target: String) async throws {
        let browser = Browser(try PollingApp.world())
        try await browser.open(target)
        #expect(browser.status == 400)
        #expect(browser.page.contains("<h1>"))
    }

    /// Logs out, and returns what a browser asks the service's host for.
    private func target(_ app: PollingApp) async throws -> String {
        String(try #require(try await app.logOut().url).trimmingPrefix("https://api.auth.adobe.com"))
    }

    @Test("an answer to another location than the request's is rejected, and ends nothing")
    func elsewhere() async throws {
        let (app, browser) = try await signedIn()
        func step(_ target: String, at served: ServedAddress = .inProcess) async throws -> String {
            let request = HTTPRequest(method: .get, scheme: "http", authority: "x", path: target)
            let (response, _) = try app.world.respond(to: request, body: Data(), at: served)
            return response.headerFields[.location] ?? "none"
        }
        let atProvider = try await step(try await target(app))
        let back = try await step(atProvider, at: ServedAddress(base: "https://elsewhere.example"))
        try await browser.open(back)
        #expect(browser.status == 400)
        #expect(browser.page.contains("The Destination of the logout response is "))
        try await browser.open(try await step(atProvider))
        #expect(browser.address == "https://app.example/out")
    }

    @Test("a logout page that is opened twice returns to the app, whichever of the two returns first")
    func twice() async throws {
        for first in [0, 1] {
            let (app, browser) = try await signedIn()
            let url = try await target(app)
            var answers: [String] = []
            for _ in 0..<2 {
                var target = url
                for _ in 0..<2 {
                    let request = HTTPRequest(method: .get, scheme: "http", authority: "x", path: target)
                    let (response, _) = try app.world.respond(to: request, body: Data())
                    target = try #require(response.headerFields[.location])
                }
                answers.append(target)
            }
            try await browser.open(answers[first])
            #expect(browser.address == "https://app.example/out")
            try await browser.open(answers[1 - first])
            #expect(browser.status == 400, "a logout is answered once")
        }
    }

    @Test("a modified answer, or an answer to another logout, leads to an error page, and the correct one still works")
    func forged() async throws {
        let (app, browser) = try await signedIn()
        let url = try await target(app)
        let world = app.world
        func step(_ target: String) async throws -> String {
            let request = HTTPRequest(method: .get, scheme: "http", authority: "x", path: target)
            return try world.respond(to: request, body: Data()).response.headerFields[.location] ?? "none"
        }
        let atProvider = try await step(url)
        let back = try await step(atProvider)
        #expect(back.hasPrefix("/sp/saml/LogoutServiceHTTPRedirectResponse?SAMLResponse="))
        try await browser.open(back.replacingOccurrences(of: "SAMLResponse=", with: "SAMLResponse=A"))
        #expect(browser.status == 400)
        #expect(browser.page.contains("invalid_parameter_saml_response"))
        var second = try await PollingApp(app.world, device: "another")
        try await second.begin()
        try await second.signIn()
        let other = try await target(second)
        let otherID = try #require(other.split(separator: "=").last)
        let state = try #require(back.firstMatch(of: /RelayState=([0-9a-f]+)/)).output.1
        _ = try await step(other)
        try await browser.open(back.replacingOccurrences(of: String(state), with: String(otherID)))
        #expect(browser.status == 400)
        // A relay state under a name that only decoding makes one, beside an answer that was signed without it.
        let query = back.drop { $0 != "?" }.dropFirst()
        let provider = try #require(try world.providers.providers().first { $0.identifier == "Cablevision" })
        let signed = try RedirectBinding.query(
            .response, try RedirectBinding.readUnsigned(.response, in: String(query)).xml, relayState: nil,
            signedBy: try SigningKeys.identity(number: provider.keyNumber))
        try await browser.open("/sp/saml/LogoutServiceHTTPRedirectResponse?\(signed)&%52elayState=\(state)")
        #expect(browser.status == 400)
        try await browser.open(back)
        #expect(browser.address == "https://app.example/out")
    }
}
