import AccessEnabler
import TVSimulator
import Testing

/// What calls trigger that no step of a profile makes by itself, with the tracking that goes with it.
@Suite("What calls trigger")
struct TriggerTests {
    /// The next callbacks, tracking among them, by their names and what they say.
    private static func heard(_ app: TestApp, _ count: Int) async -> [String] {
        var heard: [String] = []
        while heard.count < count, let callback = await app.next() { heard.append(callback) }
        return heard
    }

    private static let authentication = "tracking \(TRACKING_AUTHENTICATION)"
    private static let authorization = "tracking \(TRACKING_AUTHORIZATION)"
    private static let authenticated = "setAuthenticationStatus 1 "

    @Test(
        "handleExternalURL ends the page with the outcome, tracked",
        .proves("handleExternalURL → setAuthenticationStatus", "handleExternalURL → sendTrackingData(authentication"))
    func externalURL() async throws {
        let simulator = try ForcedSignInTests.world()
        let app = try await TestApp.launched(in: simulator)
        app.enabler.getAuthentication()
        #expect(await app.next(1) == ["displayProviderDialog 3"])
        let page = try #require(await app.page(of: "Cablevision"))
        app.enabler.handleExternalURL(try await simulator.visit(page, as: "alice"))
        #expect(await Self.heard(app, 2) == [Self.authenticated, Self.authentication])
    }

    @Test(
        "getAuthenticationToken ends the page with the outcome, tracked",
        .proves(
            "getAuthenticationToken → setAuthenticationStatus",
            "getAuthenticationToken → sendTrackingData(authentication"))
    @available(*, deprecated)
    func authenticationToken() async throws {
        let simulator = try ForcedSignInTests.world()
        let app = try await TestApp.launched(in: simulator)
        app.enabler.getAuthentication()
        #expect(await app.next(1) == ["displayProviderDialog 3"])
        _ = try await simulator.visit(try #require(await app.page(of: "Cablevision")), as: "alice")
        app.enabler.getAuthenticationToken()
        #expect(await Self.heard(app, 2) == [Self.authenticated, Self.authentication])
    }

    @Test(
        "getAuthentication with a filter presents and dismisses Apple's picker, and reports the tracked outcome",
        .proves(
            "getAuthentication(filter) → presentTvProviderDialog",
            "getAuthentication(filter) → dismissTvProviderDialog",
            "getAuthentication(filter) → setAuthenticationStatus",
            "getAuthentication(filter) → sendTrackingData(authentication"))
    func filter() async throws {
        let simulator = try Simulator(
            profile: """
                schema: 1
                name: picker
                device: {apps: {com.example.stream: {access: granted}}}
                viewer: {systemPicker: {choose: Dish, as: carol}}
                """)
        let app = try await TestApp.launched(in: simulator)
        app.enabler.getAuthentication([TV_PROVIDERS: ["Dish"]])
        #expect(await Self.heard(app, 4) == ["present", "dismiss", Self.authenticated, Self.authentication])
    }

    @Test(
        "checkPreauthorizedResources hands over the resources, with the cache and without it",
        .proves("checkPreauthorizedResources(cache) → preauthorizedResources"), arguments: [true, false])
    func preauthorized(cache: Bool) async throws {
        let app = try await TestApp.launched(in: try Simulator(profile: PreauthorizeTests.signedIn))
        app.enabler.checkPreauthorizedResources(["REF30"], cache: cache)
        #expect(await app.next(1) == [#"preauthorizedResources ["REF30"]"#])
    }

    enum Call: String, CaseIterable {
        case check, get
    }

    @Test(
        "checkAuthorization and getAuthorization with data hand over a token or say why not, tracked",
        .proves(
            "checkAuthorization(withData) → setToken", "checkAuthorization(withData) → tokenRequestFailed",
            "checkAuthorization(withData) → sendTrackingData(authorization", "getAuthorization(withData) → setToken",
            "getAuthorization(withData) → tokenRequestFailed",
            "getAuthorization(withData) → sendTrackingData(authorization"), arguments: Call.allCases)
    func withData(call: Call) async throws {
        let app = try await TestApp.launched(in: try Simulator(profile: PreauthorizeTests.signedIn))
        func ask(_ resource: String) {
            switch call {
            case .check: app.enabler.checkAuthorization(resource, withData: ["email": "5f4dcc3b"])
            case .get: app.enabler.getAuthorization(resource, withData: ["email": "5f4dcc3b"])
            }
        }
        ask("REF30")
        #expect(await Self.heard(app, 2) == [Self.authorization, "setToken REF30"])
        ask("OTHER")
        #expect(
            await Self.heard(app, 3) == [
                "status Z100", Self.authorization, "tokenRequestFailed OTHER User not Authorized Error",
            ])
    }

    @Test(
        "getAuthorization authenticates first, with data too, and tracks the outcome",
        .proves(
            "getAuthorization(withData) → displayProviderDialog", "getAuthorization → sendTrackingData(authentication",
            "getAuthorization(withData) → sendTrackingData(authentication"), arguments: [true, false])
    func dialog(withData: Bool) async throws {
        let simulator = try ForcedSignInTests.world()
        let app = try await TestApp.launched(in: simulator)
        if withData {
            app.enabler.getAuthorization("REF30", withData: ["email": "5f4dcc3b"])
        } else {
            app.enabler.getAuthorization("REF30")
        }
        #expect(await app.next(1) == ["displayProviderDialog 3"])
        let page = try #require(await app.page(of: "Cablevision"))
        app.enabler.handleExternalURL(try await simulator.visit(page, as: "alice"))
        #expect(
            await Self.heard(app, 4) == [
                Self.authenticated, Self.authentication, Self.authorization, "setToken REF30",
            ])
    }

    @Test(
        "getAuthentication with data opens the app's picker for an unauthenticated user",
        .proves("getAuthentication(withData) → displayProviderDialog"))
    func dialogWithData() async throws {
        let app = try await TestApp.launched(in: try ForcedSignInTests.world())
        app.enabler.getAuthentication(false, withData: ["email": "5f4dcc3b"])
        #expect(await Self.heard(app, 1) == ["displayProviderDialog 3"])
    }
}
