import AccessEnabler
import TVSimulator
import Testing

/// Who is selected, and who is authenticated: an app's selection is its own, and a session ends by itself or by logout.
@Suite("The selected provider")
struct SelectionTests {
    static let nobody = "setAuthenticationStatus 0 Provider not Selected Error"

    @Test("that was chosen last is used for the sign-in, and the page of an earlier choice has no effect")
    func chosenAnew() async throws {
        let simulator = try ForcedSignInTests.world()
        let app = try await TestApp.launched(in: simulator)
        app.enabler.getAuthentication()
        #expect(await app.next(1) == ["displayProviderDialog 3"])
        let earlier = try #require(await app.page(of: "Cablevision"))
        let page = try #require(await app.page(of: "Dish"))
        #expect(try await simulator.visit(earlier, as: "alice") == nil)
        app.enabler.handleExternalURL(try await simulator.visit(page, as: "carol"))
        app.enabler.getSelectedProvider()
        #expect(await app.next(2) == ["setAuthenticationStatus 1 ", "selectedProvider Dish"])
    }

    @Test("of one app does not affect another: a cancelled choice ends no other app's session")
    func cancelledElsewhere() async throws {
        let simulator = try SharedTokenTests.world()
        let first = try await TestApp.launched(in: simulator, as: "com.example.stream")
        try await first.signIn(with: "Cablevision", as: "alice", in: simulator)
        let second = try await TestApp.launched(in: simulator, as: "com.example.news")
        second.enabler.setSelectedProvider(nil)
        second.enabler.checkAuthentication()
        second.enabler.getSelectedProvider()
        #expect(
            await second.next(4) == [Self.nobody, "status N000", LogoutTests.out, "selectedProvider nil"])
        first.enabler.checkAuthentication()
        first.enabler.getSelectedProvider()
        #expect(await first.next(2) == ["setAuthenticationStatus 1 ", "selectedProvider Cablevision"])

        // Whoever signs in anew signs in for all who have nobody selected.
        first.enabler.logout()
        _ = await first.next(1)
        first.enabler.handleExternalURL(ADOBEPASS_REDIRECT_URL)
        #expect(await first.next(1) == [LogoutTests.out])
        second.enabler.setSelectedProvider(nil)
        #expect(await second.next(1) == [Self.nobody])
        try await first.signIn(with: "Cablevision", as: "bob", in: simulator)
        second.enabler.checkAuthentication()
        #expect(await second.next(1) == ["setAuthenticationStatus 1 "])
    }

    @Test("is empty after a cancelled choice, in the app's next process too")
    func nobodyAfterRelaunch() async throws {
        let simulator = try SharedTokenTests.world()
        let app = try await TestApp.launched(in: simulator)
        try await app.signIn(with: "Cablevision", as: "alice", in: simulator)
        app.enabler.setSelectedProvider(nil)
        #expect(await app.next(1) == [Self.nobody])
        let again = try await TestApp.launched(in: simulator)
        again.enabler.checkAuthentication()
        #expect(await again.next(2) == ["status N000", LogoutTests.out])
    }

    @Test(
        "without a signed-in user does not end the session with another provider",
        arguments: [
            ("Dish", [], "selectedProvider Dish"),
            (
                "Pass", ["status N111", "setAuthenticationStatus 0 Generic Authentication Error"],
                "selectedProvider Pass"
            ),
            (
                "Unknown", ["status N500", "setAuthenticationStatus 0 Generic Authentication Error"],
                "selectedProvider Cablevision"
            ),
        ])
    func anotherSelected(mvpd: String, told: [String], selected: String) async throws {
        let simulator = try Simulator(
            profile: """
                schema: 1
                name: selections
                service:
                  requestors:
                    REF30:
                      integrations:
                        Cablevision: {singleSignOn: false}
                        Dish: {singleSignOn: false}
                        Pass: {provider: null, tempPass: {duration: 1m}}
                """)
        let app = try await TestApp.launched(in: simulator)
        app.enabler.setSelectedProvider("Pass")
        app.enabler.checkAuthorization("REF30")
        #expect(await app.next(4).last == "setToken REF30")
        try simulator.perform("advance: 2m")
        try await app.signIn(with: "Cablevision", as: "alice", in: simulator)

        app.enabler.setSelectedProvider(mvpd)
        #expect(await app.next(told.count) == told)
        app.enabler.checkAuthentication()
        app.enabler.checkAuthorization("REF30")
        app.enabler.getSelectedProvider()
        #expect(await app.next(3) == ["setAuthenticationStatus 1 ", "setToken REF30", selected])
    }

    @Test("before a sign-in is the one whose page the next getAuthentication shows, even if another session is valid")
    func chosenBefore() async throws {
        let simulator = try ForcedSignInTests.world()
        let app = try await TestApp.launched(in: simulator)
        try await app.signIn(with: "Cablevision", as: "alice", in: simulator)
        app.enabler.setSelectedProvider("Dish")
        app.enabler.getAuthentication()
        let page = try #require(await app.next(1).first)
        #expect(page.hasPrefix("navigate "))
        app.enabler.handleExternalURL(
            try await simulator.visit(String(page.dropFirst("navigate ".count)), as: "carol"))
        app.enabler.getSelectedProvider()
        #expect(await app.next(2) == ["setAuthenticationStatus 1 ", "selectedProvider Dish"])
    }

    @Test("whose session is lost is not replaced by another session, which may be another user's")
    func sessionLost() async throws {
        let simulator = try ForcedSignInTests.world()
        let app = try await TestApp.launched(in: simulator)
        try await app.signIn(with: "Cablevision", as: "alice", in: simulator)
        app.enabler.setSelectedProvider(nil)
        #expect(await app.next(1) == [Self.nobody])
        try await app.signIn(with: "Dish", as: "carol", in: simulator)
        app.enabler.setSelectedProvider("Cablevision")
        app.enabler.getAuthentication()
        #expect(await app.next(1) == ["setAuthenticationStatus 1 "])
        try simulator.perform("fault: {at: service.authorize, error: authenticated_profile_missing, times: 1}")
        app.enabler.getAuthorization("REF30")
        app.enabler.getSelectedProvider()
        #expect(await app.next(2) == ["displayProviderDialog 3", "selectedProvider nil"])
    }
}
