import Foundation
import HTTPTypes
import TVSimCore
import TVSimDevice
import TVSimEntitlementAPI
import TVSimStateStorage
import TVSimStructuredText
import TVSimWorld
import TVSimulator
import TestSupport
import Testing

@testable import AccessEnabler

/// Who may use whose token: apps of one team and one vendor on one iOS device.
@Suite("Tokens of several apps")
struct SharedTokenTests {
    static func world(_ device: String = "", integration: String = "singleSignOn: false") throws -> Simulator {
        try Simulator(
            profile: """
                schema: 1
                name: shared
                device: {\(device)}
                service: {requestors: {REF30: {integrations: {Cablevision: {\(integration)}}}}}
                """)
    }

    /// Signs in in one app of a world, at the MVPD's page.
    static func signIn(_ app: TestApp, in simulator: Simulator) async throws {
        app.enabler.getAuthentication()
        #expect(await app.next(1) == ["displayProviderDialog 1"])
        app.enabler.setSelectedProvider("Cablevision")
        let page = try #require(await app.next(1).first)
        let redirect = try await simulator.visit(String(page.dropFirst("navigate ".count)), as: "alice")
        #expect(redirect == ADOBEPASS_REDIRECT_URL)
        app.enabler.handleExternalURL(redirect)
        #expect(await app.next(1) == ["setAuthenticationStatus 1 "])
    }

    @Test(
        "are shared by apps of one team and one vendor: authenticated, authorized, and logged out together",
        .proves("handleExternalURL"))
    func oneTeam() async throws {
        let simulator = try Self.world()
        let first = try await TestApp.launched(in: simulator, as: "com.example.stream")
        try await Self.signIn(first, in: simulator)

        let second = try await TestApp.launched(in: simulator, as: "com.example.news")
        second.enabler.checkAuthentication()
        #expect(await second.next(1) == ["setAuthenticationStatus 1 "])
        second.enabler.getAuthorization("REF30")
        #expect(await second.next(1) == ["setToken REF30"])
        second.enabler.logout()
        let page = try #require(await second.next(1).first)
        #expect(page.contains("/adobe-services/logout?"))
        second.enabler.handleExternalURL(ADOBEPASS_REDIRECT_URL)
        #expect(await second.next(1) == ["setAuthenticationStatus 0 User Not Authenticated Error"])

        first.enabler.checkAuthentication()
        #expect(await first.next(2) == ["status N000", "setAuthenticationStatus 0 User Not Authenticated Error"])
    }

    @Test(
        "are not shared by apps of other vendors or teams",
        arguments: [
            ("com.example.stream", "com.other.news", ""),
            ("com.example.stream", "com.example.news", "apps: {com.example.news: {team: ELSEWHERE}}"),
            // A team may have any name, but none that stands for no team.
            ("com.example.stream", "com.example.news", "apps: {com.example.news: {team: shared}}"),
            // An identifier of one component is the vendor.
            ("stream", "news", ""),
        ])
    func apart(owner: String, bundleID: String, device: String) async throws {
        let simulator = try Self.world(device)
        try await Self.signIn(try await TestApp.launched(in: simulator, as: owner), in: simulator)
        let other = try await TestApp.launched(in: simulator, as: bundleID)
        other.enabler.checkAuthentication()
        #expect(await other.next(2) == ["status N000", "setAuthenticationStatus 0 User Not Authenticated Error"])
    }

    @Test("of a pass end with the pass, even if another app has used it up")
    func passUsedUpElsewhere() async throws {
        let simulator = try Simulator(
            profile: """
                schema: 1
                name: pass
                device: {platform: tvOS}
                service: {requestors: {REF30: {integrations: {Pass: {provider: null, tempPass: {duration: 10m}}}}}}
                """)
        let first = try await TestApp.launched(in: simulator, as: "com.example.stream")
        let second = try await TestApp.launched(in: simulator, as: "com.example.news")
        for app in [first, second] {
            app.enabler.setSelectedProvider("Pass")
            #expect(await app.next(2) == ["status N011", "setAuthenticationStatus 1 "])
        }
        second.enabler.checkAuthorization("A")
        #expect(await second.next(2) == ["status Z011", "setToken A"])
        try simulator.perform("advance: 1h")
        // The app cannot know, until the service says so.
        first.enabler.checkAuthentication()
        #expect(await first.next(1) == ["setAuthenticationStatus 1 "])
        first.enabler.checkAuthorization("A")
        #expect(await first.next(2) == ["status Z100", "tokenRequestFailed A User not Authorized Error"])
        for app in [first, second] {
            app.enabler.checkAuthentication()
            #expect(await app.next(2) == ["status N000", "setAuthenticationStatus 0 User Not Authenticated Error"])
        }
    }

    @Test("are each app's own on tvOS, where apps share nothing")
    func apartOnTV() async throws {
        let simulator = try Self.world(
            """
            platform: tvOS, apps: {com.example.stream: {access: granted}, com.example.news: {access: denied}}, \
            account: {provider: Cablevision, subscriber: alice}
            """, integration: "enforcePlatformPermissions: false")
        let first = try await TestApp.launched(in: simulator, as: "com.example.stream")
        first.enabler.checkAuthentication()
        #expect(await first.next(1) == ["setAuthenticationStatus 1 "])
        let second = try await TestApp.launched(in: simulator, as: "com.example.news")
        second.enabler.checkAuthentication()
        #expect(await second.next(1) == ["status VSA403"])
    }

    @Test(
        "of the system-level account count for an app without access, unless the MVPD enforces the platform's permissions",
        arguments: [false, true])
    func enforced(enforces: Bool) async throws {
        let simulator = try Self.world(
            """
            apps: {com.example.stream: {access: granted}, com.example.news: {access: denied}}, \
            account: {provider: Cablevision, subscriber: alice}
            """, integration: "enforcePlatformPermissions: \(enforces)")
        let first = try await TestApp.launched(in: simulator, as: "com.example.stream")
        let second = try await TestApp.launched(in: simulator, as: "com.example.news")
        second.enabler.checkAuthentication()
        #expect(
            await second.next(1) == [enforces ? "status VSA403" : "setAuthenticationStatus 1 "])
        // Whatever it means for the second app: the first has what it obtained.
        first.enabler.checkAuthentication()
        #expect(await first.next(1) == ["setAuthenticationStatus 1 "])
    }

    @Test(
        "are removed if the app has its storage cleared, and stay if it is only checked",
        .proves(
            "init(storageCheck:softwareStatement:)", "INTEGRITY_CHECK_NONE", "INTEGRITY_CHECK_CLEAR"))
    func storageChecks() async throws {
        let simulator = try Self.world()
        let statement = try simulator.softwareStatement()
        try await Self.signIn(try await TestApp.launched(in: simulator), in: simulator)
        for (check, outcome) in [
            (IntegrityCheckType.INTEGRITY_CHECK_NONE, 1), (.INTEGRITY_CHECK_ALL, 1), (.INTEGRITY_CHECK_CLEAR, 2),
        ] {
            let app = await simulator.run {
                TestApp(AccessEnabler(storageCheck: check, softwareStatement: statement))
            }
            app.enabler.setRequestor("REF30")
            app.enabler.checkAuthentication()
            let told = await app.next(1 + outcome)
            #expect(
                told.last
                    == (outcome == 1
                        ? "setAuthenticationStatus 1 " : "setAuthenticationStatus 0 User Not Authenticated Error"))
        }
    }

    @Test("of another vendor's app have a full time to live of their own, not the first app's remainder")
    func ownTimeToLive() async throws {
        let simulator = try Self.world(
            """
            apps: {com.example.stream: {access: granted}, com.other.news: {access: granted}}, \
            account: {provider: Cablevision, subscriber: alice, expires: never}
            """, integration: "authenticationTTL: 30d")
        func expiry(_ bundleID: String) async throws -> [String] {
            let app = try await TestApp.launched(in: simulator, as: bundleID)
            app.enabler.getMetadata([METADATA_OPCODE_KEY: Int(METADATA_AUTHENTICATION)])
            return await app.next(1)
        }
        #expect(try await expiry("com.example.stream") == ["setMetadataStatus 2026/01/31 00:00:00 GMT +0000 0"])
        try simulator.perform("advance: 10d")
        #expect(try await expiry("com.other.news") == ["setMetadataStatus 2026/02/10 00:00:00 GMT +0000 0"])
        #expect(try await expiry("com.example.stream") == ["setMetadataStatus 2026/01/31 00:00:00 GMT +0000 0"])
    }

    @Test("that cannot be read stay if the app does not have its storage checked")
    func damagedStorage() async throws {
        let simulator = try Self.world()
        let device = simulator.world.device
        let place = try device.sharedStorage(of: "com.example.stream")
        try device.updateKeychainItem(named: "AccessEnabler", of: place) { _ in "{" }
        _ = try await TestApp.launched(in: simulator)
        #expect(try device.keychainItem("AccessEnabler", of: place) == "{")
    }

    @Test(
        "are removed with everything else if one value cannot be read and the app has its storage checked",
        .proves("INTEGRITY_CHECK_ALL"), arguments: ["AccessEnabler", "EntitlementClient"])
    func damagedValue(name: String) async throws {
        let simulator = try Self.world()
        let first = try await TestApp.launched(in: simulator)
        try await first.signIn(with: "Cablevision", as: "alice", in: simulator)
        let device = simulator.world.device
        let shared = try device.sharedStorage(of: "com.example.stream")
        let places = ["AccessEnabler": shared, "EntitlementClient": "com.example.stream"]
        for (name, place) in places { #expect(try device.keychainItem(name, of: place) != nil) }
        try device.updateKeychainItem(named: name, of: try #require(places[name])) { _ in "{" }

        let statement = try simulator.softwareStatement()
        let app = await simulator.run {
            TestApp(AccessEnabler(storageCheck: .INTEGRITY_CHECK_ALL, softwareStatement: statement))
        }
        app.enabler.setRequestor("REF30")
        app.enabler.checkAuthentication()
        #expect(await app.next(3) == ["setRequestorComplete 1", "status N000", LogoutTests.out])
        #expect(try device.keychainItem("AccessEnabler", of: shared) == nil)
        // A new registration has no profiles: the MVPD's page opens again.
        try await app.signIn(with: "Cablevision", as: "alice", in: simulator)
    }

    @Test("of another device identifier are removed before the requestor is set, with SEC412")
    func anotherDevice() async throws {
        let simulator = try Self.world()
        let first = try await TestApp.launched(in: simulator)
        try await first.signIn(with: "Cablevision", as: "alice", in: simulator)
        try simulator.world.simulation.store.write {
            try $0.setValue(["com.example": "ANOTHER"], for: StateKey<[String: String]>("device/vendorIdentifiers"))
        }
        let statement = try simulator.softwareStatement()
        let app = await simulator.run { TestApp(AccessEnabler(statement)) }
        app.enabler.setRequestor("REF30")
        app.enabler.checkAuthentication()
        app.enabler.setRequestor("REF30")
        #expect(
            await app.next(5)
                == [
                    "status SEC412", "setRequestorComplete 1", "status N000", LogoutTests.out, "setRequestorComplete 1",
                ])
        // The service knows the new identifier as little: the MVPD's page opens again.
        try await app.signIn(with: "Cablevision", as: "alice", in: simulator)
    }

    @Test("are changed by many apps at once, and none is lost")
    func manyWriters() async throws {
        let simulator = try Self.world()
        let apps = ["com.example.stream", "com.example.news"].map {
            RunningApp(device: simulator.world.device, bundleID: $0)
        }
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<200 {
                group.addTask {
                    _ = try? TokenStorage.update(of: apps[number % 2]) {
                        $0.select("Cablevision", for: "R\(number)", in: "com.example.stream")
                    }
                }
            }
        }
        let storage = try TokenStorage.load(of: apps[0])
        #expect((0..<200).allSatisfy { storage.selection(of: "R\($0)", for: "com.example.stream") == "Cablevision" })
    }

    /// Lets something happen while the service answers a logout.
    struct Interruption: EntitlementTransport {
        let next: any EntitlementTransport
        let happens: @Sendable () -> Void
        func send(
            _ request: HTTPRequest, body: Data
        ) async throws(TransportFailure) -> (response: HTTPResponse, body: Data) {
            let answer = try await next.send(request, body: body)
            if request.path?.contains("/logout/") == true { happens() }
            return answer
        }
    }

    @Test("that another app obtains while this one logs out stay")
    func obtainedMeanwhile() async throws {
        let simulator = try Self.world()
        try await Self.signIn(try await TestApp.launched(in: simulator), in: simulator)
        let app = RunningApp(device: simulator.world.device, bundleID: "com.example.news")
        let other = StoredToken(
            mvpd: "Cablevision", source: .regular, expires: .distantFuture, owner: "com.example.news", device: "x")
        let transport = Interruption(next: WorldTransport(simulator.world)) {
            _ = try? TokenStorage.update(of: app) { $0.keep(other, for: "REF30", in: "com.example.news") }
        }
        let statement = try simulator.softwareStatement()
        let leaving = await simulator.world.run(as: "com.example.stream", over: transport) {
            TestApp(AccessEnabler(statement))
        }
        leaving.enabler.setRequestor("REF30")
        leaving.enabler.logout()
        #expect(await leaving.next(2).last?.contains("/adobe-services/logout?") == true)
        #expect(
            try TokenStorage.load(of: app).currentToken(of: "REF30", for: "com.example.news", at: .distantPast) == other
        )
    }

    @Test("remember what may be watched until the authorization ends")
    func authorizations() {
        let start = Date(timeIntervalSince1970: 1_767_225_600)
        var storage = TokenStorage()
        storage.keep(
            StoredToken(
                mvpd: "Cablevision", source: .regular, expires: .distantFuture, owner: "com.example.stream", device: "x"
            ),
            for: "REF30", in: "com.example.news")
        for (number, resource) in (["A", "B", "C"] as [ResourceID]).enumerated() {
            storage.authorize(
                resource, until: start + Double(60 * number + 60), mvpd: "Cablevision", of: "REF30",
                at: start + Double(30 * number))
        }
        let kept = storage.currentToken(of: "REF30", for: "com.example.news", at: start)?.authorizations
        #expect(kept == ["B": start + 120, "C": start + 180])
    }

    @Test("distinguish resources and MVPDs by their spelling")
    func spellings() {
        let start = Date(timeIntervalSince1970: 1_767_225_600)
        var storage = TokenStorage()
        storage.keep(
            StoredToken(
                mvpd: "Cablevision", source: .regular, expires: .distantFuture, owner: "com.example.stream", device: "x"
            ),
            for: "REF30", in: "com.example.stream")
        storage.authorize("\u{E9}", until: start + 60, mvpd: "Cablevision", of: "REF30", at: start)
        storage.authorize("e\u{301}", until: start + 90, mvpd: "Cablevision", of: "REF30", at: start)
        let kept = storage.currentToken(of: "REF30", for: "com.example.news", at: start)?.authorizations ?? [:]
        #expect(kept["\u{E9}"] == start + 60 && kept["e\u{301}"] == start + 90)

        var cache = PreauthorizationCache()
        cache.keep([
            ResourceDecision(
                resource: "\u{E9}", serviceProvider: "REF30", mvpd: "Cablevision", authorized: true, source: .mvpd)
        ])
        #expect(cache.decisions(on: ["\u{E9}"])?.count == 1)
        #expect(cache.decisions(on: ["e\u{301}"]) == nil)
    }

    @Test(
        "know this machine and what TVSIM_URL names by the whole of an address, and contact nothing else",
        arguments: [
            ("http://127.0.0.1:8080", true), ("localhost:80/adobe-services", true), ("http://[::1]:80", true),
            ("127.0.0.1.example.com", false), ("http://127.example.com", false), ("https://localhost.example", false),
            ("https://sim.test", true), ("https://sim.test/adobe-services", true), ("https://sim.test/s/x", true),
            ("https://sim.test.example.com", false), ("https://sim.testing", false), ("", false),
        ])
    func reach(_ address: String, _ isReached: Bool) {
        #expect(ServiceAddress(text: address).isReachable(served: "https://sim.test") == isReached)
    }

    @Test("that an app does not have are removed by the service of the MVPD")
    func removalWithoutToken() {
        var storage = TokenStorage()
        storage.discard("Cablevision", of: "REF30", at: "http://127.0.0.1:8080")
        storage.discard("Cablevision", of: "REF30", at: nil)
        #expect(
            storage.removals == [
                "REF30": ["Cablevision": TokenStorage.Removal(owner: nil, service: "http://127.0.0.1:8080")]
            ])
    }
}
