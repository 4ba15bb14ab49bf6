import EntitlementAPI
import EntitlementService
import Foundation
import HTTPTypes
import IdentityProvider
import SAML
import SimulationCore
import StateStorage
import TVSimulator
import Testing

/// What a browser may bring that no sign-in page sent it.
extension ClassicSignInTests {
    static let garbage = [
        "/mvpd/Cablevision/sso", "/mvpd/Cablevision/sso?SAMLRequest=x", "/mvpd/Nobody/sso", "/mvpd//sso",
        "/mvpd/%ZZ/sso", "/mvpd/Cablevision", "/mvpd/Cablevision/sso/more", "/mvpd/..%2F/sso",
    ]

    @Test("garbage gets a page with a reason, never a 500", arguments: garbage)
    func refusesGarbage(target: String) async throws {
        let app = try await app()
        let browser = Browser(app.world)
        try await browser.open(target)
        #expect([400, 404].contains(browser.status))
        #expect(browser.page.contains("<h1>Sign-in cannot go on</h1>"))
        #expect(browser.page.contains("<p role=\"alert\">"))
    }

    @Test("a request for another provider, or one that was changed, is not believed")
    func otherProvider() async throws {
        let app = try await app()
        let browser = try await open(app)
        let query = try #require(browser.address.split(separator: "?", maxSplits: 1).last)
        try await browser.open("/mvpd/Dish/sso?\(query)")
        #expect(browser.status == 400)
        #expect(browser.page.contains("meant for somebody else"))
        try await browser.open("/mvpd/Cablevision/sso?\(query)0")
        #expect(browser.status == 400)
    }

    @Test("a degraded MVPD needs nobody to sign in: the browser goes straight back")
    func degraded() async throws {
        let app = try await app()
        try app.world.perform(
            .setIntegration(
                requestor: "REF30", mvpd: "Cablevision", try Patch(["degradation": .string("AuthNAll")])))
        let browser = try await open(app)
        #expect(browser.address == "https://app.example/done")
        #expect(try await app.poll()?.type == .degraded)
    }
}
