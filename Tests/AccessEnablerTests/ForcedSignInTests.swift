import AccessEnabler
import TVSimulator
import Testing

/// `getAuthentication` with `forceAuthn`: whoever is to be asked is asked, and until then nothing has changed.
@Suite("A forced authentication")
struct ForcedSignInTests {
    static let cancelled = ["status N005", "setAuthenticationStatus 0 Provider not Selected Error"]

    static func world(device: String = "") throws -> Simulator {
        try Simulator(
            profile: """
                schema: 1
                name: forced
                device: {\(device)}
                service:
                  requestors:
                    REF30:
                      integrations:
                        Cablevision: {singleSignOn: \(!device.isEmpty)}
                        Dish: {singleSignOn: false}
                        Pass: {provider: null, tempPass: {duration: 1h, resources: 2}}
                """)
    }

    @Test("asks on the page of another MVPD, even if a user signed in there before")
    func anotherMVPD() async throws {
        let simulator = try Self.world()
        let app = try await TestApp.launched(in: simulator)
        try await app.signIn(with: "Dish", as: "carol", in: simulator)
        app.enabler.setSelectedProvider(nil)
        #expect(await app.next(1) == ["setAuthenticationStatus 0 Provider not Selected Error"])
        try await app.signIn(with: "Cablevision", as: "alice", in: simulator)
        app.enabler.getAuthentication(true, withData: nil)
        #expect(await app.next(1) == ["displayProviderDialog 3"])
        #expect(await app.page(of: "Dish")?.hasSuffix("?forceAuthn=true") == true)
    }

    @Test("asks on the page, even if the service has a profile that the app has never requested")
    func unknownProfile() async throws {
        let simulator = try Self.world()
        let app = try await TestApp.launched(in: simulator)
        app.enabler.getAuthentication()
        #expect(await app.next(1) == ["displayProviderDialog 3"])
        _ = try await simulator.visit(try #require(await app.page(of: "Cablevision")), as: "alice")
        app.enabler.setSelectedProvider(nil)
        #expect(await app.next(2) == Self.cancelled)
        app.enabler.logout()
        #expect(await app.next(1) == [LogoutTests.out])
        app.enabler.getAuthentication(true, withData: nil)
        #expect(await app.next(1) == ["displayProviderDialog 3"])
        #expect(await app.page(of: "Cablevision")?.hasSuffix("?forceAuthn=true") == true)
    }

    @Test("asks the provider of the system-level account, even if the app has selected no MVPD")
    func systemAccount() async throws {
        let simulator = try Self.world(
            device: "apps: {com.example.stream: {access: granted}}, account: {provider: Cablevision, subscriber: alice}"
        )
        func questions() throws -> Int { try simulator.journal().count { $0.contains("attributeQuery") } }
        let app = try await TestApp.launched(in: simulator)
        app.enabler.setSelectedProvider(nil)
        #expect(await app.next(1) == ["setAuthenticationStatus 0 Provider not Selected Error"])
        let before = try questions()
        app.enabler.getAuthentication(true, withData: nil)
        #expect(await app.next(1) == ["setAuthenticationStatus 1 "])
        #expect(try questions() > before)
    }

    @Test("that is cancelled before the user was asked keeps the session, which no later setRequestor ends")
    func cancelledInTheDialog() async throws {
        let simulator = try Self.world()
        let app = try await TestApp.launched(in: simulator)
        try await app.signIn(with: "Cablevision", as: "alice", in: simulator)
        app.enabler.getAuthentication(true, withData: nil)
        #expect(await app.next(1) == ["displayProviderDialog 3"])
        app.enabler.setSelectedProvider(nil)
        #expect(await app.next(2) == Self.cancelled)
        app.enabler.setSelectedProvider("Cablevision")
        app.enabler.getAuthentication()
        app.enabler.setRequestor("REF30")
        app.enabler.checkAuthorization("REF30")
        #expect(
            await app.next(3) == ["setAuthenticationStatus 1 ", "setRequestorComplete 1", "setToken REF30"])
    }

    @Test("that is cancelled on the page ends the session")
    func cancelledAtThePage() async throws {
        let simulator = try Self.world()
        let app = try await TestApp.launched(in: simulator)
        try await app.signIn(with: "Cablevision", as: "alice", in: simulator)
        app.enabler.getAuthentication(true, withData: nil)
        #expect(await app.next(1) == ["displayProviderDialog 3"])
        _ = try #require(await app.page(of: "Cablevision"))
        app.enabler.setSelectedProvider(nil)
        #expect(await app.next(2) == Self.cancelled)
        app.enabler.setSelectedProvider("Cablevision")
        app.enabler.checkAuthentication()
        #expect(await app.next(2) == ["status N000", LogoutTests.out])
    }

    @Test("with a pass that is used up fails, and leaves the pass what it was, after setRequestor too")
    func usedUpPass() async throws {
        let app = try await TestApp.launched(in: try Self.world())
        func refresh() async -> [String] {
            app.enabler.getAuthentication(true, withData: ["email": "5f4dcc3b"])
            #expect(await app.next(1) == ["displayProviderDialog 3"])
            app.enabler.setSelectedProvider("Pass")
            return await app.next(2)
        }
        #expect(await refresh() == ["status N011", "setAuthenticationStatus 1 "])
        for resource in ["A", "B"] {
            app.enabler.checkAuthorization(resource)
            #expect(await app.next(2) == ["status Z011", "setToken \(resource)"])
        }
        #expect(await refresh() == ["status N111", "setAuthenticationStatus 0 Generic Authentication Error"])
        app.enabler.checkAuthentication()
        app.enabler.setRequestor("REF30")
        app.enabler.checkAuthentication()
        #expect(
            await app.next(3) == [
                "setAuthenticationStatus 1 ", "setRequestorComplete 1", "setAuthenticationStatus 1 ",
            ])
    }

    @Test("stays one when a resource is asked for while the dialog is open, and is not ended by the old session")
    func joined() async throws {
        let simulator = try Self.world()
        let app = try await TestApp.launched(in: simulator)
        app.enabler.getAuthentication(true, withData: nil)
        #expect(await app.next(1) == ["displayProviderDialog 3"])
        app.enabler.getAuthorization("REF30")
        #expect(await app.next(1) == ["displayProviderDialog 3"])
        let page = try #require(await app.page(of: "Cablevision"))
        #expect(page.hasSuffix("?forceAuthn=true"))
        app.enabler.handleExternalURL(try await simulator.visit(page, as: "alice"))
        #expect(await app.next(2) == ["setAuthenticationStatus 1 ", "setToken REF30"])

        app.enabler.getAuthentication(true, withData: nil)
        #expect(await app.next(1) == ["displayProviderDialog 3"])
        app.enabler.getAuthentication()
        app.enabler.setRequestor("REF30")
        #expect(await app.next(2) == ["displayProviderDialog 3", "setRequestorComplete 1"])
        #expect(await app.page(of: "Cablevision")?.hasSuffix("?forceAuthn=true") == true)
    }

    @Test("leaves the MVPD selected that was just chosen, whether or not it has a session to end")
    func selected() async throws {
        let simulator = try Self.world()
        let app = try await TestApp.launched(in: simulator)
        try await app.signIn(with: "Cablevision", as: "alice", in: simulator)
        for mvpd in ["Dish", "Cablevision"] {
            app.enabler.getAuthentication(true, withData: nil)
            #expect(await app.next(1) == ["displayProviderDialog 3"])
            _ = try #require(await app.page(of: mvpd))
            app.enabler.getSelectedProvider()
            #expect(await app.next(1) == ["selectedProvider \(mvpd)"])
            app.enabler.setSelectedProvider(nil)
            #expect(await app.next(2) == Self.cancelled)
        }
    }

    @Test("asks again while the page of an unforced one is open, and both get its outcome")
    func pageOpen() async throws {
        let simulator = try Self.world()
        let app = try await TestApp.launched(in: simulator)
        app.enabler.getAuthorization("REF30")
        #expect(await app.next(1) == ["displayProviderDialog 3"])
        #expect(await app.page(of: "Cablevision")?.hasSuffix("?forceAuthn=true") == false)
        app.enabler.getAuthentication(true, withData: nil)
        #expect(await app.next(1) == ["displayProviderDialog 3"])
        let page = try #require(await app.page(of: "Cablevision"))
        #expect(page.hasSuffix("?forceAuthn=true"))
        // The page is forced now: nobody is asked once more.
        app.enabler.getAuthentication(true, withData: nil)
        app.enabler.handleExternalURL(try await simulator.visit(page, as: "alice"))
        #expect(await app.next(2) == ["setAuthenticationStatus 1 ", "setToken REF30"])
    }

    @Test("that is refused because no requestor is set does not change the waiting one")
    func refused() async throws {
        let (simulator, app, page) = try await RequestorTests.afterFailure()
        app.enabler.getAuthentication(true, withData: nil)
        #expect(await app.next(2) == ["status N500", "setAuthenticationStatus 0 Generic Authentication Error"])
        let other = try await TestApp.launched(in: simulator, as: "com.example.news")
        try await SharedTokenTests.signIn(other, in: simulator)
        #expect(!page.isEmpty)
        app.enabler.setRequestor("REF30")
        #expect(await app.next(2) == ["setRequestorComplete 1", "setAuthenticationStatus 1 "])
    }
}
