import Foundation
import HTTPTypes
import TVSimCore
import TVSimEntitlementAPI
import TVSimEntitlementService
import TVSimIdentityProvider
import TVSimSAML
import TVSimStateStorage
import TVSimStructuredText
import TVSimWorld
import Testing

/// What a browser may bring that no sign-in page sent it.
extension ClassicSignInTests {
    // Targets, and the headings of their pages.
    private static let signInEnds = "Sign-in cannot continue"
    private static let requestEnds = "The request cannot be completed"
    static let garbage = [
        ("/mvpd/Cablevision/sso", signInEnds), ("/mvpd/Cablevision/sso?SAMLRequest=x", signInEnds),
        ("/mvpd/Cablevision/slo", requestEnds), ("/mvpd/Cablevision/slo?SAMLRequest=x", requestEnds),
        ("/mvpd/Nobody/sso", requestEnds), ("/mvpd//sso", requestEnds), ("/mvpd/%ZZ/sso", requestEnds),
        ("/mvpd/Cablevision", requestEnds),
        ("/mvpd/Cablevision/sso/more", requestEnds), ("/mvpd/..%2F/sso", requestEnds),
    ]

    @Test("garbage gets a page with a reason, never a 500", arguments: garbage)
    func refusesGarbage(target: String, heading: String) async throws {
        let app = try await app()
        let browser = Browser(app.world)
        try await browser.open(target)
        #expect([400, 404].contains(browser.status))
        #expect(browser.page.contains("<h1>\(heading)</h1>"))
        #expect(browser.page.contains("<p role=\"alert\">"))
    }

    @Test("a request for another provider, or a modified request, is rejected")
    func otherProvider() async throws {
        let app = try await app()
        let browser = try await open(app)
        let query = try #require(browser.address.split(separator: "?", maxSplits: 1).last)
        try await browser.open("/mvpd/Dish/sso?\(query)")
        #expect(browser.status == 400)
        #expect(browser.page.contains("The Destination of the request is "))
        try await browser.open("/mvpd/Cablevision/sso?\(query)0")
        #expect(browser.status == 400)
    }

    @Test("a form with a repeated field signs no user in, whichever value is correct")
    func fieldTwice() async throws {
        for password in ["secret", "wrong"] {
            let app = try await app()
            let browser = try await open(app)
            try await browser.submit([
                (name: "username", value: "alice"), (name: "password", value: "secret"),
                (name: "password", value: password), (name: "action", value: "sign-in"),
            ])
            #expect(browser.status == 400)
            #expect(browser.page.contains("The form is invalid: "))
            #expect(try await app.poll() == nil)
        }
    }

    @Test("a degraded MVPD needs no sign-in: the browser returns immediately")
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
