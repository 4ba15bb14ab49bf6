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

/// The classic sign-in, from the app's session over the MVPD's page to the profile, with a browser that knows HTML and
/// cookies, over real HTTP messages.
@Suite struct ClassicSignInTests {
    private func app(_ extra: String = "") async throws -> PollingApp {
        let profile = try ProfileDecoder.decode(text: "schema: 1\nname: classic\n" + extra, source: "test")[0]
        let world = World(store: MemoryStateStore())
        try world.install(profile)
        let transport = InProcessTransport(service: world.service)
        var headers = RequestHeaders(
            deviceIdentifier: .init(fingerprint: "device"),
            deviceInformation: .init(model: "iPhone", version: "1", osName: "iOS", osVersion: "18"))
        let statement = try world.softwareStatement(for: "com.example.stream")
        let client = try #require(
            try await EntitlementCall<RegistrationResponse>.register(
                .init(softwareStatement: statement), headers: headers
            ).send(over: transport).success)
        headers.accessToken = try #require(
            try await EntitlementCall<TokenResponse>.token(
                .init(clientID: client.clientID, clientSecret: client.clientSecret), headers: headers
            ).send(over: transport).success?.accessToken)
        let session = try #require(
            try await EntitlementCall<SessionResponse>.session(
                .init(mvpd: "Cablevision", domainName: "example.com", redirectURL: "https://app.example/done"),
                of: "REF30", headers: headers
            ).send(over: transport).success)
        return PollingApp(world: world, headers: headers, code: try #require(session.code))
    }

    private func open(_ app: PollingApp) async throws -> Browser {
        let browser = Browser(app.world)
        try await browser.open("/api/v2/authenticate/REF30/\(app.code)")
        return browser
    }

    private static let right = ["username": "alice", "password": "secret", "action": "sign-in"]

    // MARK: - Tests

    @Test("signs in with a name and a password, and the app that polls finds a regular profile")
    func signsIn() async throws {
        let app = try await app()
        #expect(try await app.poll() == nil)
        let browser = try await open(app)
        #expect(browser.status == 200)
        #expect(browser.page.contains("Sign in to Cablevision"))
        #expect(browser.page.contains("simulated"))
        #expect(browser.page.contains("<label for=\"username\">"))
        #expect(browser.page.contains("<td>alice</td>"))
        try await browser.submit(Self.right)
        #expect(browser.page.contains("Continue"))
        try await browser.submit()
        #expect(browser.address == "https://app.example/done")
        let profile = try #require(try await app.poll())
        #expect(profile.type == .regular && profile.issuer == "Cablevision")
        #expect(profile.attributes["userID"]?.value.string == "alice-1")
        #expect(profile.attributes["zip"]?.value == .array([.string("10001")]))
    }

    @Test("a wrong password keeps the page, says so, and keeps the name; then the right one works")
    func wrongPassword() async throws {
        let app = try await app()
        let browser = try await open(app)
        try await browser.submit(["username": "al\"ice", "password": "no", "action": "sign-in"])
        #expect(browser.page.contains("role=\"alert\""))
        #expect(browser.page.contains("value=\"al&quot;ice\""))
        try await browser.submit(Self.right)
        try await browser.submit()
        #expect(try await app.poll()?.type == .regular)
    }

    @Test("cancelling sends the browser back, and the app finds nothing")
    func cancels() async throws {
        let app = try await app()
        let browser = try await open(app)
        try await browser.submit(["action": "cancel"])
        try await browser.submit()
        #expect(browser.address == "https://app.example/done")
        #expect(try await app.poll() == nil)
    }

    @Test("a browser that is signed in at the MVPD is not asked again, until its session ends")
    func session() async throws {
        let app = try await app()
        let browser = try await open(app)
        try await browser.submit(Self.right)
        try await browser.submit()
        try await browser.open("/api/v2/authenticate/REF30/\(app.code)")
        #expect(browser.page.contains("Continue"))
        try await browser.submit()
        #expect(browser.address == "https://app.example/done")
        let stranger = try await open(app)
        #expect(stranger.page.contains("Sign in to"))
    }

    @Test("a response is taken once: the same again, or one for another code, is shown as refused")
    func replay() async throws {
        let app = try await app()
        let browser = try await open(app)
        try await browser.submit(Self.right)
        let response = browser.page
        try await browser.submit()
        let again = Browser(app.world)
        try await again.open("/api/v2/authenticate/REF30/\(app.code)")
        let fields = try #require(response.firstMatch(of: /name="SAMLResponse" value="([^"]*)"/)).output.1
        func post(_ code: String) async throws -> (Int, String) {
            let form = FormCoding.encode([
                (name: "SAMLResponse", value: String(fields)), (name: "RelayState", value: code),
            ])
            let (head, body) = await app.world.respond(
                to: HTTPRequest(
                    method: .post, scheme: "http", authority: "x", path: "/sp/saml/SAMLAssertionConsumer"),
                body: Data(form.utf8))
            return (head.status.code, String(decoding: body, as: UTF8.self))
        }
        let (status, page) = try await post(app.code)
        #expect(status == 400)
        #expect(page.contains("invalid_parameter_saml_response"))
        #expect(try await post("NOCODE1").0 == 400)
        #expect(try await post("").1.contains("invalid_authentication_session"))
    }

    @Test(
        "a provider with a defect is never believed",
        arguments: ResponseDefect.allCases.filter { $0 != .none && $0 != .noResponse })
    func defects(defect: ResponseDefect) async throws {
        let app = try await app()
        try app.world.perform(
            .setProvider(id: "Cablevision", try Patch(["defect": .string(defect.rawValue)])))
        let browser = try await open(app)
        try await browser.submit(Self.right)
        try await browser.submit()
        if defect == .statusNotSuccess {
            #expect(browser.address == "https://app.example/done")
        } else {
            #expect(browser.status == 400, "\(defect.rawValue)")
            #expect(browser.page.contains("invalid_parameter_saml_response"))
        }
        #expect(try await app.poll() == nil)
    }

    @Test("faults of the provider's sign-in are pages, or a refusal that the app does not see")
    func faults() async throws {
        for (error, status) in [("timeout", 504), ("unreachable", 503)] {
            let app = try await app()
            try app.world.simulation.faults.add(
                Fault(operation: FaultOperation(rawValue: "provider.signIn"), error: error))
            let browser = try await open(app)
            try await browser.submit(Self.right)
            #expect(browser.status == status)
        }
        let app = try await app()
        try app.world.simulation.faults.add(
            Fault(operation: FaultOperation(rawValue: "provider.signIn"), error: "rejected"))
        let browser = try await open(app)
        try await browser.submit(Self.right)
        try await browser.submit()
        #expect(browser.address == "https://app.example/done")
        #expect(try await app.poll() == nil)
    }

    @Test("a code that lapsed meanwhile, or that nobody holds, is a page with a reason")
    func lapsed() async throws {
        let app = try await app()
        let browser = try await open(app)
        try await browser.submit(Self.right)
        try app.world.simulation.clock.advance(by: 1_800)
        try await browser.submit()
        #expect(browser.status == 400)
        #expect(browser.page.contains("invalid_authentication_session"))
        try await browser.open("/api/v2/authenticate/REF30/AAAAAAA")
        #expect(browser.status == 400)
        #expect(browser.page.contains("<h1>"))
    }

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
