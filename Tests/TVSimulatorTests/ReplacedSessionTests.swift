import Foundation
import TVSimCore
import TVSimEntitlementAPI
import TVSimStructuredText
import TVSimWorld
import Testing

/// A sign-in whose app is given a newer code before it is over.
///
/// FAQ of REST API V2, authentication phase; Differences, S-91.
@Suite("A sign-in that a newer one has replaced")
struct ReplacedSessionTests {
    @Test(
        "a returning browser gets an error page and no user is signed in; the newer one works")
    func atTheProvider() async throws {
        var app = try await PollingApp(PollingApp.world())
        try await app.begin()
        let browser = Browser(app.world)
        try await browser.open("/api/v2/authenticate/REF30/\(app.code)")
        try await browser.submit(PollingApp.credentials("alice"))
        let earlier = app
        try await app.begin(mvpd: "Dish")
        try await browser.submit()
        #expect(browser.status == 400)
        #expect(browser.page.contains("newer code") && browser.page.contains("invalid_authentication_session"))
        #expect(try await app.profile() == nil)
        let poll = try await earlier.send(
            .profile(ofCode: earlier.code, serviceProvider: "REF30", headers: earlier.headers))
        #expect(poll.error?.is(.invalidAuthenticationSession) == true)
        try await app.signIn(as: "carol")
        #expect(try await app.poll(mvpd: "Dish")?.type == .regular)
    }

    @Test("the second screen rejects the earlier code, and accepts the newer one")
    func secondScreen() async throws {
        var app = try await PollingApp(PollingApp.world())
        try await app.begin(mvpd: nil, domainName: nil, redirectURL: nil)
        let earlier = app.code
        try await app.begin(mvpd: nil, domainName: nil, redirectURL: nil)
        let phone = Browser(app.world)
        try await phone.open("/activate")
        try await phone.submit(["code": earlier])
        #expect(phone.status == 400 && phone.page.contains("This code is unknown or has expired"))
        try await phone.open("/activate")
        try await phone.submit(["code": app.code])
        #expect(phone.page.contains("Choose your TV provider"))
    }

    @Test("a user who has signed in returns to the app, even if a newer code was issued since")
    func finished() async throws {
        var app = try await PollingApp(PollingApp.world())
        try await app.begin()
        let again = Browser(app.world)
        try await again.open("/api/v2/authenticate/REF30/\(app.code)")
        try await again.submit(PollingApp.credentials("alice"))
        try await app.signIn()
        try await app.begin(mvpd: "Dish")
        try await again.submit()
        #expect(again.page.contains("This sign-in is finished") && again.page.contains("https://app.example/done"))
        #expect(try await app.profile()?.type == .regular)
    }
}
