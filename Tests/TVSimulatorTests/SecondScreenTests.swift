import Foundation
import HTTPTypes
import TVSimCore
import TVSimEntitlementAPI
import TVSimEntitlementService
import TVSimStructuredText
import TVSimWorld
import Testing

/// The second screen: a television shows a code, a person enters it in a browser elsewhere, the television polls.
///
/// Adobe Pass REST API V2, Sessions and Profiles.
@Suite struct SecondScreenTests {
    private func television(mvpd: MVPDID? = "Cablevision", redirectURL: String? = nil) async throws -> PollingApp {
        var app = try await PollingApp(PollingApp.world())
        let session = try await app.begin(mvpd: mvpd, domainName: nil, redirectURL: redirectURL)
        #expect(session.actionName == .resume)
        return app
    }

    @Test("the user enters the code and signs in, and the television then has the profile")
    func signsIn() async throws {
        let app = try await television()
        let phone = Browser(app.world)
        try await phone.open("/activate")
        #expect(phone.page.contains("<label for=\"code\">"))
        #expect(phone.page.contains("simulated"))
        try await phone.submit(["code": app.code])
        #expect(phone.page.contains("Sign in to Cablevision"))
        #expect(try await app.poll() == nil)
        try await phone.submit(PollingApp.credentials("alice"))
        try await phone.submit()
        #expect(phone.address == "https://activate.tvsim.example/activate/done?code=\(app.code)")
        #expect(try await app.poll()?.type == .regular)
        try await phone.open("/activate/done?code=\(app.code)")
        #expect(phone.page.contains("Go back to your TV"))
    }

    @Test("a code can be typed in lower case, with spaces and a hyphen")
    func forgives() async throws {
        let app = try await television()
        let phone = Browser(app.world)
        try await phone.open("/activate?code=\(app.code.lowercased())")
        #expect(phone.page.contains("value=\"\(app.code.lowercased())\""))
        try await phone.submit(["code": " \(app.code.lowercased().prefix(3))-\(app.code.dropFirst(3)) "])
        #expect(phone.page.contains("Sign in to Cablevision"))
    }

    @Test("the user chooses an integrated provider if the television named none")
    func choosesProvider() async throws {
        let app = try await television(mvpd: nil)
        let phone = Browser(app.world)
        try await phone.open("/activate")
        try await phone.submit(["code": app.code])
        #expect(phone.page.contains("Choose your TV provider"))
        #expect(phone.page.contains("value=\"Cablevision\""))
        try await phone.submit(["mvpd": "Nobody"])
        #expect(phone.status == 400)
        #expect(phone.page.contains("role=\"alert\""))
        try await phone.submit(["mvpd": "Cablevision"])
        #expect(phone.page.contains("Sign in to Cablevision"))
        try await phone.submit(PollingApp.credentials("alice"))
        try await phone.submit()
        #expect(try await app.poll()?.type == .regular)
    }

    @Test("S-111: the television's platform decides on the providers and the profile's lifetime, not the phone's")
    func platformOfTheTelevision() async throws {
        var app = try await PollingApp(
            PollingApp.world(
                """
                service:
                  requestors:
                    REF30:
                      integrations:
                        Cablevision: {platforms: {tvOS: {authenticationTTL: 1h}, iOS: {enabled: false}}}
                        Dish: {platforms: {tvOS: {enabled: false}}}
                """))
        app.headers.deviceInformation = .init(model: "AppleTV", version: "1", osName: "tvOS", osVersion: "26")
        try await app.begin(mvpd: nil, domainName: nil, redirectURL: nil)
        let phone = Browser(app.world)
        try await phone.open("/activate")
        try await phone.submit(["code": app.code])
        #expect(phone.page.contains("value=\"Cablevision\"") && !phone.page.contains("value=\"Dish\""))
        try await phone.submit(["mvpd": "Cablevision"])
        try await phone.submit(PollingApp.credentials("alice"))
        try await phone.submit()
        let profile = try #require(try await app.poll())
        #expect(profile.notAfter.instant.timeIntervalSince(profile.notBefore.instant) == 3_600)
    }

    @Test("a forced sign-in is also forced after the user has chosen the provider", arguments: [true, false])
    func forcesAfterChoice(isForced: Bool) async throws {
        let known = try await television(mvpd: "Cablevision")
        let phone = Browser(known.world)
        try await phone.open("/activate?code=\(known.code)")
        try await phone.submit(["code": known.code])
        try await phone.submit(PollingApp.credentials("alice"))
        try await phone.submit()
        var app = try await PollingApp(known.world, device: "another")
        try await app.begin(mvpd: nil, domainName: nil, redirectURL: nil)
        try await phone.open("/api/v2/authenticate/REF30/\(app.code)" + (isForced ? "?forceAuthn=true" : ""))
        try await phone.submit(["code": app.code])
        try await phone.submit(["mvpd": "Cablevision"])
        #expect(phone.page.contains("Sign in to Cablevision") == isForced)
    }

    @Test("the user can change the provider until the sign-in, and an invalid choice is reported")
    func choosesAnew() async throws {
        let app = try await television(mvpd: nil)
        let phone = Browser(app.world)
        try await phone.open("/activate")
        try await phone.submit(["code": app.code])
        try await phone.submit(["mvpd": "Dish"])
        #expect(phone.page.contains("Sign in to Dish"))
        try await phone.open("/activate")
        try await phone.submit(["code": app.code])
        #expect(phone.page.contains("Choose your TV provider"))
        try await phone.submit(["mvpd": "Nope"])
        #expect(phone.status == 400 && phone.page.contains("Unknown TV provider"))
        try await phone.submit(["mvpd": "Cablevision"])
        #expect(phone.page.contains("Sign in to Cablevision"))
        try await phone.submit(PollingApp.credentials("alice"))
        try await phone.submit()
        #expect(try await app.poll()?.type == .regular)
    }

    @Test("only providers with a sign-in are offered: no temporary pass and no disabled integration")
    func choices() async throws {
        let app = try await television(mvpd: nil)
        let changes: [String: Members] = [
            "Dish": ["tempPass": .object(["duration": .string("10m")])], "Suddenlink": ["enabled": .bool(false)],
        ]
        for (mvpd, values) in changes {
            try app.world.perform(.setIntegration(requestor: "REF30", mvpd: mvpd, try Patch(values)))
        }
        let phone = Browser(app.world)
        try await phone.open("/activate")
        try await phone.submit(["code": app.code])
        #expect(phone.page.contains("value=\"Cablevision\""))
        #expect(!phone.page.contains("value=\"Dish\"") && !phone.page.contains("value=\"Suddenlink\""))
        try await phone.submit(["mvpd": "Dish"])
        #expect(phone.status == 400 && phone.page.contains("Unknown TV provider"))
    }

    @Test(
        "a page cannot be framed, loads and runs nothing, and is not cached",
        arguments: ["/activate", "/mvpd/Cablevision/sso"])
    func headers(target: String) async throws {
        let request = HTTPRequest(method: .get, scheme: "http", authority: "x", path: target)
        let (response, _) = try PollingApp.world().respond(to: request, body: Data())
        #expect(
            response.headerFields[.contentSecurityPolicy]
                == "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
        #expect(response.headerFields[.cacheControl] == "no-store")
    }

    @Test("the user cannot change a provider that the television has named")
    func keepsNamedProvider() async throws {
        let app = try await television()
        let phone = Browser(app.world)
        try await phone.open("/activate")
        try await phone.submit(["code": app.code, "mvpd": "Dish"])
        #expect(phone.status == 400 && phone.page.contains("another TV provider"))
        try await phone.submit(["code": app.code, "mvpd": "Cablevision"])
        #expect(phone.page.contains("Sign in to Cablevision"))
    }

    @Test("the page says that the user is signed in if a rule authenticates all users")
    func tellsOfDegradation() async throws {
        var app = try await PollingApp(
            PollingApp.world("service: {requestors: {REF30: {integrations: {Suddenlink: {degradation: AuthNAll}}}}}"))
        try await app.begin(mvpd: nil, domainName: nil, redirectURL: nil)
        let phone = Browser(app.world)
        try await phone.open("/activate/done?code=\(app.code)")
        #expect(phone.page.contains("You are not signed in"))
        try await phone.open("/activate")
        try await phone.submit(["code": app.code])
        try await phone.submit(["mvpd": "Suddenlink"])
        #expect(try await app.poll(mvpd: "Suddenlink")?.type == .degraded)
        try await phone.open("/activate/done?code=\(app.code)")
        #expect(phone.page.contains("You are signed in"))
    }

    @Test("the browser ends at the redirect URL of the session")
    func keepsRedirect() async throws {
        let app = try await television(redirectURL: "https://app.example/second")
        let phone = Browser(app.world)
        try await phone.open("/activate")
        try await phone.submit(["code": app.code])
        try await phone.submit(PollingApp.credentials("alice"))
        try await phone.submit()
        #expect(phone.address == "https://app.example/second")
    }

    @Test("cancelling ends at a page that says that no user is signed in")
    func cancels() async throws {
        let app = try await television()
        let phone = Browser(app.world)
        try await phone.open("/activate")
        try await phone.submit(["code": app.code])
        try await phone.submit(["action": "cancel"])
        try await phone.submit()
        try await phone.open("/activate/done?code=\(app.code)")
        #expect(phone.page.contains("You are not signed in"))
        #expect(try await app.poll() == nil)
    }

    @Test("an unknown, expired or used code is refused with its own message, and the field keeps it")
    func refuses() async throws {
        let app = try await television()
        let phone = Browser(app.world)
        for typed in ["AAAAAAA", "", "no code at all, but a long text", "<script>"] {
            try await phone.open("/activate")
            try await phone.submit(["code": typed])
            #expect(phone.status == 400)
            #expect(phone.page.contains("This code is unknown or has expired"))
            #expect(!phone.page.contains("<script>"))
        }
        try await phone.open("/activate")
        try await phone.submit(["code": app.code])
        try await phone.submit(PollingApp.credentials("alice"))
        try await phone.submit()
        try await phone.open("/activate")
        try await phone.submit(["code": app.code])
        #expect(phone.page.contains("This code has already been used to sign in"))

        let other = try await television()
        try other.world.simulation.clock.advance(by: 1_800)
        let late = Browser(other.world)
        try await late.open("/activate")
        try await late.submit(["code": other.code])
        #expect(late.page.contains("This code is unknown or has expired"))
        try other.world.simulation.clock.advance(by: -1_801)
        try await late.open("/activate")
        try await late.submit(["code": other.code])
        #expect(late.page.contains("This code is unknown or has expired"))
    }

    @Test("a fallback from the partner without an MVPD lets the user choose one and sign in")
    func fallsBack() async throws {
        var app = try await PollingApp(PollingApp.world())
        let request = PartnerSessionRequest(domainName: "example.com", redirectURL: "https://app.example/done")
        let session = try await app.send(.partnerSession(request, of: "REF30", headers: app.headers)).required()
        #expect(session.reasonType == .pfsFallback)
        app.code = try #require(session.code)
        let browser = Browser(app.world)
        try await browser.open(try #require(session.url))
        try await browser.submit(["code": app.code])
        #expect(browser.page.contains("Choose your TV provider"))
        try await browser.submit(["mvpd": "Cablevision"])
        try await browser.submit(PollingApp.credentials("alice"))
        try await browser.submit()
        #expect(browser.address == "https://app.example/done")
        #expect(try await app.poll()?.type == .regular)
    }

    @Test("a fallback with the provider of the status goes directly to its MVPD")
    func fallsBackToNamedProvider() async throws {
        var app = try await PollingApp(PollingApp.world())
        let request = PartnerSessionRequest(domainName: "example.com", redirectURL: "https://app.example/done")
        var headers = app.headers
        headers.frameworkStatus = PartnerFrameworkStatus(
            permission: .init(accessStatus: .denied), provider: .init(id: "Cablevision"))
        let session = try await app.send(.partnerSession(request, of: "REF30", headers: headers)).required()
        #expect(session.reasonType == .pfsFallback && session.mvpd == "Cablevision")
        app.code = try #require(session.code)
        try await app.signIn()
        #expect(try await app.poll()?.type == .regular)
    }

    @Test("a code with control characters leaves none in the page")
    func controlCharacters() async throws {
        let app = try await television()
        let phone = Browser(app.world)
        try await phone.open("/activate?code=A%00%08%0AB")
        #expect(phone.page.contains("value=\"AB\""))
    }
}
