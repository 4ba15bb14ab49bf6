import AccessEnabler
import TVSimulator
import Testing

/// `setRequestor` while somebody signs in.
@Suite("setRequestor during a sign-in")
struct RequestorTests {
    /// An app whose person is at the MVPD's page, and a service that failed once to give the configuration meanwhile.
    static func afterFailure() async throws -> (Simulator, TestApp, page: String) {
        let simulator = try SharedTokenTests.world()
        let app = try await TestApp.launched(in: simulator)
        app.enabler.getAuthentication()
        #expect(await app.next(1) == ["displayProviderDialog 1"])
        let page = try #require(await app.page(of: "Cablevision"))
        try simulator.perform("fault: {at: service.configuration, error: unreachable, times: 1}")
        app.enabler.setRequestor("REF30")
        #expect(await app.next(2) == ["status CFG404", "setRequestorComplete 0"])
        return (simulator, app, page)
    }

    @Test("leaves the sign-in to the person where it failed and is made again")
    func again() async throws {
        let (simulator, app, page) = try await Self.afterFailure()
        app.enabler.setRequestor("REF30")
        #expect(await app.next(1) == ["setRequestorComplete 1"])
        app.enabler.handleExternalURL(try await simulator.visit(page, as: "alice"))
        #expect(await app.next(1) == ["setAuthenticationStatus 1 "])
    }

    @Test("that fails at every service tells what the first one said")
    func everyService() async throws {
        let simulator = try SharedTokenTests.world()
        let app = try await TestApp.launched(in: simulator)
        for (addresses, status) in [
            (["sp.auth.adobe.com", "https://nowhere.example"], "status CFG500"),
            (["https://nowhere.example", "sp.auth.adobe.com"], "status CFG404"),
        ] {
            try simulator.perform("fault: {at: service.configuration, error: internal_server_error, times: 1}")
            app.enabler.setRequestor("REF30", serviceProviders: addresses)
            #expect(await app.next(2) == [status, "setRequestorComplete 0"])
        }
    }

    @Test("ends the sign-in for another requestor, though the one before had failed")
    func another() async throws {
        let (_, app, _) = try await Self.afterFailure()
        app.enabler.setRequestor("OTHER")
        #expect(await app.next(2) == ForcedSignInTests.cancelled)
    }

    static let passive = """
        Cablevision: {singleSignOn: false, safariViewController: true, passiveAuthentication: true, \
        authenticationPerRequestor: true}
        """
    static func passiveWorld() throws -> Simulator {
        try Simulator(
            profile: """
                schema: 1
                name: passive
                service:
                  requestors: {FIRST: {integrations: {\(passive)}}, SECOND: {integrations: {\(passive)}}}
                """)
    }

    @Test("that failed has a page that asked nobody end as any other page")
    func passivePageEndsMeanwhile() async throws {
        let simulator = try Self.passiveWorld()
        let app = try await TestApp.launched(in: simulator, requestor: "FIRST")
        app.enabler.setOptions(["handleSVC": true])
        try await app.signIn(with: "Cablevision", as: "alice", in: simulator)
        app.enabler.setRequestor("SECOND")
        app.enabler.getAuthentication()
        #expect(await app.next(2) == ["setRequestorComplete 1", "status N001"])
        #expect(await app.next(1).first?.hasSuffix("?isPassive=true") == true)
        try simulator.perform("fault: {at: service.configuration, error: unreachable, times: 1}")
        app.enabler.setRequestor("SECOND")
        #expect(await app.next(2) == ["status CFG404", "setRequestorComplete 0"])
        app.enabler.handleExternalURL("adbe.com-example-stream://adobe.com")
        #expect(await app.next(2) == ["status N130", "setAuthenticationStatus 0 Generic Authentication Error"])
    }

    @Test("that failed leaves nothing to ask for a profile with, and says so at the page's end")
    func pageEndsMeanwhile() async throws {
        let (simulator, app, page) = try await Self.afterFailure()
        app.enabler.handleExternalURL(try await simulator.visit(page, as: "alice"))
        #expect(await app.next(2) == ["status N130", "setAuthenticationStatus 0 Generic Authentication Error"])
    }
}
