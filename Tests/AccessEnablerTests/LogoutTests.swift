import AccessEnabler
import TVSimulator
import Testing

/// Logout, whose page the app may load late, never, or twice.
@Suite("Logout with a page")
struct LogoutTests {
    static let out = "setAuthenticationStatus 0 User Not Authenticated Error"

    /// An app whose person is signed in at the MVPD's page, and logs out.
    static func loggingOut(_ simulator: Simulator) async throws -> TestApp {
        let app = try await TestApp.launched(in: simulator)
        try await SharedTokenTests.signIn(app, in: simulator)
        app.enabler.logout()
        #expect(await app.next(1).first?.contains("/adobe-services/logout?") == true)
        return app
    }

    @Test("is over when the app says that the page was closed")
    func closed() async throws {
        let app = try await Self.loggingOut(try SharedTokenTests.world())
        app.enabler.setSelectedProvider(nil)
        #expect(await app.next(1) == [Self.out])
    }

    @Test("is over when the requestor is set again")
    func requestorSetAgain() async throws {
        let app = try await Self.loggingOut(try SharedTokenTests.world())
        app.enabler.setRequestor("REF30")
        #expect(await app.next(2) == [Self.out, "setRequestorComplete 1"])
    }

    @Test("leads to the service's own page after a failed setRequestor, too, and ends there")
    func withoutRequestor() async throws {
        let simulator = try SharedTokenTests.world()
        let app = try await TestApp.launched(in: simulator)
        try await SharedTokenTests.signIn(app, in: simulator)
        try simulator.perform("fault: {at: service.configuration, error: unreachable, times: 1}")
        app.enabler.setRequestor("REF30")
        #expect(await app.next(2) == ["status CFG404", "setRequestorComplete 0"])
        app.enabler.logout()
        let page = try #require(await app.next(1).first)
        let place = "navigate https://api.auth.adobe.com/adobe-services/logout?noflash=true&mso_id=Cablevision&"
        #expect(page.hasPrefix(place), "\(page)")
        let redirect = try await simulator.visit(String(page.dropFirst("navigate ".count)), as: "alice")
        app.enabler.handleExternalURL(redirect)
        #expect(await app.next(1) == [Self.out])
    }

    @Test("is answered once for each call")
    func twice() async throws {
        let app = try await Self.loggingOut(try SharedTokenTests.world())
        app.enabler.logout()
        app.enabler.handleExternalURL(ADOBEPASS_REDIRECT_URL)
        #expect(await app.next(2) == [Self.out, Self.out])
    }

    @Test("is over at once if the integration is disabled, and the service is informed when it is enabled again")
    func integrationSwitchedOff() async throws {
        let simulator = try SharedTokenTests.world()
        let app = try await TestApp.launched(in: simulator)
        try await SharedTokenTests.signIn(app, in: simulator)
        try simulator.perform("integration: {mvpd: Cablevision, set: {enabled: false}}")
        app.enabler.logout()
        #expect(await app.next(1) == [Self.out])
        #expect(try Self.refusals(in: simulator) == 1)
        app.enabler.setRequestor("REF30")
        app.enabler.checkAuthentication()
        #expect(await app.next(3) == ["setRequestorComplete 1", "status N000", Self.out])
        try simulator.perform("integration: {mvpd: Cablevision, set: {enabled: true}}")
        app.enabler.setRequestor("REF30")
        #expect(await app.next(1) == ["setRequestorComplete 1"])
        #expect(try Self.removals(in: simulator) == 1)
    }

    /// How often the service has removed a profile.
    private static func removals(in simulator: Simulator) throws -> Int {
        try simulator.journal().count { $0.contains("/logout/Cablevision: 200") }
    }

    /// How often the service has refused to.
    private static func refusals(in simulator: Simulator) throws -> Int {
        try simulator.journal().count { $0.contains("/logout/Cablevision: 400 invalid_integration") }
    }

    @Test("is over when a user signs in, and the next redirect belongs to that sign-in")
    func signInAfterwards() async throws {
        let simulator = try SharedTokenTests.world()
        let app = try await Self.loggingOut(simulator)
        app.enabler.getAuthentication()
        #expect(await app.next(1) == ["displayProviderDialog 1"])
        app.enabler.setSelectedProvider("Cablevision")
        #expect(await app.next(1) == [Self.out])
        let page = try #require(await app.next(1).first)
        let redirect = try await simulator.visit(String(page.dropFirst("navigate ".count)), as: "bob")
        app.enabler.handleExternalURL(redirect)
        #expect(await app.next(1) == ["setAuthenticationStatus 1 "])
    }

    @Test(
        "does not take another URL for the end of its page",
        arguments: ["adobepass://ios.appendix", "adbe.other://x", SafariPageTests.end])
    func otherAddress(url: String) async throws {
        let app = try await Self.loggingOut(try SharedTokenTests.world())
        app.enabler.handleExternalURL(url)
        app.enabler.getSelectedProvider()
        #expect(await app.next(1) == ["selectedProvider nil"])
    }

    @Test("is over when a user signs in without a prompt, by a pass or by the system-level account")
    func signInWithoutPage() async throws {
        let simulator = try Simulator(
            profile: """
                schema: 1
                name: without a page
                device: {apps: {com.example.stream: {access: granted}}, account: {provider: Dish, subscriber: carol}}
                service:
                  requestors:
                    REF30:
                      integrations:
                        Dish: {}
                        Pass: {provider: null, tempPass: {duration: 1h}}
                """)
        let app = try await TestApp.launched(in: simulator)
        for signIn in [
            { $0.getAuthentication() }, { $0.setSelectedProvider("Pass") },
        ] as [(AccessEnabler) -> Void] {
            app.enabler.setRequestor("REF30")
            app.enabler.logout()
            let told = await app.next(3)
            #expect(told[..<2] == ["setRequestorComplete 1", "status VSA203"])
            #expect(told[2].contains("/adobe-services/logout?"))
            signIn(app.enabler)
            var ended: [String] = []
            while ended.last != "setAuthenticationStatus 1 " { ended += await app.next(1) }
            #expect(ended.first == Self.out)
            // The page's end is nobody's any more.
            app.enabler.handleExternalURL(ADOBEPASS_REDIRECT_URL)
            app.enabler.checkAuthentication()
            #expect(await app.next(1) == ["setAuthenticationStatus 1 "])
        }
    }

    @Test("continues while the app's dialog is cancelled, whose sign-in ends separately")
    func dialogCancelled() async throws {
        let app = try await Self.loggingOut(try SharedTokenTests.world())
        app.enabler.getAuthentication()
        #expect(await app.next(1) == ["displayProviderDialog 1"])
        app.enabler.setSelectedProvider(nil)
        #expect(await app.next(2) == ForcedSignInTests.cancelled)
        app.enabler.handleExternalURL(ADOBEPASS_REDIRECT_URL)
        #expect(await app.next(1) == [Self.out])
    }

    @Test("is over when the MVPD is asked about a user that another app has signed in meanwhile")
    func askedPassively() async throws {
        let simulator = try RequestorTests.passiveWorld()
        let leaving = try await TestApp.launched(in: simulator, as: "com.example.stream", requestor: "SECOND")
        leaving.enabler.setOptions(["handleSVC": true])
        try await leaving.signIn(with: "Cablevision", as: "alice", in: simulator)
        leaving.enabler.logout()
        #expect(await leaving.next(1).first?.contains("/adobe-services/logout?") == true)
        let other = try await TestApp.launched(in: simulator, as: "com.example.news", requestor: "FIRST")
        other.enabler.setOptions(["handleSVC": true])
        try await other.signIn(with: "Cablevision", as: "alice", in: simulator)
        leaving.enabler.getAuthentication()
        #expect(await leaving.next(2) == [Self.out, "status N001"])
    }
}
