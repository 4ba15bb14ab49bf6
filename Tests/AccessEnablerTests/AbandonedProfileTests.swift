import Foundation
import TVSimStructuredText
import TVSimulator
import Testing

@testable import AccessEnabler

/// Profiles and tokens of a system-level account that nobody stands behind any more.
@Suite("A profile of the system-level account that must be removed")
struct AbandonedProfileTests {
    static func world() throws -> Simulator {
        try Simulator(
            profile: """
                schema: 1
                name: abandoned
                device:
                  apps: {com.example.stream: {access: granted}}
                  account: {provider: Cablevision, subscriber: alice}
                service:
                  requestors: {REF30: {integrations: {Cablevision: {}, Dish: {singleSignOn: false}}}}
                """)
    }

    @Test("is not used before the service knows about the logout, neither silently nor when the app asks")
    func logoutUnheard() async throws {
        let simulator = try Self.world()
        let app = try await TestApp.launched(in: simulator)
        try simulator.perform("fault: {at: service.logout, error: '500'}")
        app.enabler.logout()
        #expect(await app.next(1) == ["status VSA203"])
        #expect(await app.next(1).first?.hasPrefix("navigate ") == true)
        try simulator.perform("signOut")
        try simulator.perform("signIn: {provider: Cablevision, as: bob}")
        app.enabler.setRequestor("REF30")
        app.enabler.checkAuthentication()
        app.enabler.getAuthentication()
        #expect(
            await app.next(6) == [
                LogoutTests.out, "setRequestorComplete 1", "status N000", LogoutTests.out, "status AAPL",
                "displayProviderDialog 2",
            ])
        try simulator.perform("clearFaults")
        app.enabler.setRequestor("REF30")
        #expect(await app.next(2) == ["setRequestorComplete 1", "setAuthenticationStatus 1 "])
        app.enabler.getMetadata([METADATA_OPCODE_KEY: Int(METADATA_USER_META), METADATA_USER_META_KEY: "userID"])
        #expect(await app.next(1).first?.contains("bob") == true)
    }

    @Test("of a pass that was replaced does not get the authorizations of the former pass")
    func anotherPass() throws {
        let start = Date(timeIntervalSince1970: 1_767_225_600)
        func pass(_ minutes: Double) -> StoredToken {
            StoredToken(
                mvpd: "Pass", source: .temporary, expires: start + 60 * minutes, owner: "com.example.stream",
                device: "x",
                isProvisional: true)
        }
        var storage = TokenStorage()
        func current() -> StoredToken? { storage.currentToken(of: "REF30", for: "com.example.stream", at: start) }
        storage.keep(pass(5), for: "REF30", in: "com.example.stream")
        storage.authorize("A", until: start + 300, mvpd: "Pass", of: "REF30", at: start)
        storage.keep(pass(5), for: "REF30", in: "com.example.stream")
        #expect(current()?.isProvisional == false && current()?.authorizations.isEmpty == false)
        storage.keep(pass(10), for: "REF30", in: "com.example.stream")
        #expect(current()?.isProvisional == true && current()?.authorizations.isEmpty == true)
    }

    @Test("is removed at the next setRequestor after the app cleared its storage")
    func cleared() async throws {
        let simulator = try Self.world()
        _ = try await TestApp.launched(in: simulator)
        let statement = try simulator.softwareStatement()
        let app = await simulator.run {
            TestApp(AccessEnabler(storageCheck: .INTEGRITY_CHECK_CLEAR, softwareStatement: statement))
        }
        try simulator.perform("signOut")
        app.enabler.setRequestor("REF30")
        #expect(await app.next(1) == ["setRequestorComplete 1"])
        let journal = try simulator.journal()
        #expect(journal.contains { $0.contains("GET /api/v2/REF30/logout/Cablevision") })
    }

    @Test("is removed with its token at setRequestor, even if the app has selected another MVPD")
    func notSelected() async throws {
        let simulator = try Self.world()
        let app = try await TestApp.launched(in: simulator)
        app.enabler.setSelectedProvider("Dish")
        app.enabler.getAuthentication()
        let page = try #require(await app.next(1).first)
        app.enabler.handleExternalURL(
            try await simulator.visit(String(page.dropFirst("navigate ".count)), as: "carol"))
        #expect(await app.next(1) == ["setAuthenticationStatus 1 "])
        try simulator.perform("signOut")
        app.enabler.setRequestor("REF30")
        app.enabler.setSelectedProvider("Cablevision")
        app.enabler.setSelectedProvider(nil)
        #expect(await app.next(2) == ["setRequestorComplete 1", SelectionTests.nobody])
        app.enabler.logout()
        // Of two sessions one was left: the page is that of Dish, and no Apple session is to be ended in Settings.
        #expect(await app.next(1).first?.contains("mso_id=Dish") == true)
    }
}
