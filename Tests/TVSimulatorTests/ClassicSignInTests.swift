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

/// The classic sign-in, from the app's session over the MVPD's page to the profile, with a browser that knows HTML and
/// cookies, over real HTTP messages.
@Suite struct ClassicSignInTests {
    func app(_ extra: String = "") async throws -> PollingApp {
        var app = try await PollingApp(PollingApp.world(extra))
        try await app.begin()
        return app
    }

    func open(_ app: PollingApp) async throws -> Browser {
        let browser = Browser(app.world)
        try await browser.open("/api/v2/authenticate/REF30/\(app.code)")
        return browser
    }

    static let right = ["username": "alice", "password": "secret", "action": "sign-in"]

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
        #expect(profile.attributes["householdID"]?.value.string == "house-1")
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

    @Test("cancelling returns the browser to the app, which finds no profile")
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
        let browser = try await app.signIn()
        var second = try await PollingApp(app.world, device: "another")
        try await second.begin()
        try await browser.open("/api/v2/authenticate/REF30/\(second.code)")
        #expect(browser.page.contains("Continue"))
        let stranger = try await open(second)
        #expect(stranger.page.contains("Sign in to"))
        try app.world.simulation.clock.advance(by: 31 * 86_400)
        var third = try await PollingApp(app.world, device: "a month later")
        try await third.begin()
        try await browser.open("/api/v2/authenticate/REF30/\(third.code)")
        #expect(browser.page.contains("Sign in to"))
    }

    @Test("a forced request prompts a signed-in user, and a passive one does not prompt an unknown user")
    func forcedAndPassive() async throws {
        let app = try await app()
        let browser = try await app.signIn()
        var second = try await PollingApp(app.world, device: "another")
        try await second.begin()
        try await browser.open("/api/v2/authenticate/REF30/\(second.code)?forceAuthn=true")
        #expect(browser.page.contains("Sign in to"))
        #expect(browser.page.contains("sign in again"))

        let stranger = Browser(app.world)
        try await stranger.open("/api/v2/authenticate/REF30/\(second.code)?isPassive=true")
        #expect(stranger.page.contains("Sign in to"), "the MVPD cannot be asked passively")
        try app.world.perform(
            .setIntegration(
                requestor: "REF30", mvpd: "Cablevision", try Patch(["passiveAuthentication": .bool(true)])))
        try await stranger.open("/api/v2/authenticate/REF30/\(second.code)?isPassive=true")
        #expect(stranger.page.contains("Continue"))
        try await stranger.submit()
        #expect(stranger.address == "https://app.example/done")
        #expect(try await second.poll() == nil)
        try await browser.open("/api/v2/authenticate/REF30/\(second.code)?isPassive=true")
        try await browser.submit()
        #expect(try await second.poll()?.type == .regular)
    }

    @Test("an invalid or repeated flag leads to an error page; valid flags are SAML's Boolean values")
    func flags() async throws {
        let app = try await app()
        let browser = try await app.signIn()
        var second = try await PollingApp(app.world, device: "another")
        try await second.begin()
        let address = "/api/v2/authenticate/REF30/\(second.code)?"
        for query in [
            "forceAuthn=TRUE", "forceAuthn=", "isPassive=yes", "forceAuthn=1&forceAuthn=1",
        ] {
            try await browser.open(address + query)
            #expect(browser.status == 400 && browser.page.contains("internal_error"), "\(query)")
        }
        try await browser.open(address + "forceAuthn=1")
        #expect(browser.page.contains("sign in again"))
        for query in ["forceAuthn=0", "forceAuthn=false&isPassive=0&other=x"] {
            try await browser.open(address + query)
            #expect(browser.page.contains("Continue"), "\(query)")
        }
    }

    @Test("a fragment of the redirect URL is kept")
    func keepsFragment() async throws {
        var app = try await PollingApp(PollingApp.world())
        try await app.begin(redirectURL: "https://app.example/#/done?x")
        let browser = try await app.signIn()
        #expect(browser.address == "https://app.example/#/done?x")
    }

    @Test("a code serves one sign-in, and its page says so afterwards")
    func takenCode() async throws {
        let app = try await app()
        try await app.signIn()
        let late = try await open(app)
        #expect(late.status == 400)
        #expect(late.page.contains("This code has already been used to sign in"))
        #expect(try await app.poll()?.type == .regular)
    }

    @Test("parameters for a code that has served its sign-in are refused, and nothing changes")
    func takenCodeIsNotResumed() async throws {
        let app = try await app()
        try await app.signIn()
        let resumed = try await app.send(
            .resume(
                .init(mvpd: "Dish", redirectURL: "https://app.example/elsewhere"), code: app.code, of: "REF30",
                headers: app.headers))
        #expect(resumed.error?.code == "invalid_authentication_session" && resumed.status == 400)
        #expect(try await app.poll()?.type == .regular)
    }

    @Test("of all answers to the requests of an unused code, only the first is accepted")
    func severalRequests() async throws {
        let app = try await app()
        let first = try await open(app)
        let second = try await open(app)
        try await first.submit(Self.right)
        try await second.submit(Self.right)
        try await first.submit()
        #expect(first.address == "https://app.example/done")
        #expect(try await app.poll()?.type == .regular)
        try await second.submit()
        #expect(second.status == 400)
        #expect(second.page.contains("no request is pending"))
        #expect(second.page.contains("This sign-in is finished"))
    }

    @Test("the answer that signed a user in is refused when it is repeated, and leads to the app")
    func pressedTwice() async throws {
        var app = try await PollingApp(PollingApp.world())
        try await app.begin(redirectURL: "https://app.example/done?a=1&b=%22")
        let browser = try await open(app)
        try await browser.submit(Self.right)
        let response = browser.page
        // Nobody has signed in yet with an answer that is not believed: its page leads nowhere.
        let garbled = response.replacing("name=\"SAMLResponse\" value=\"PH", with: "name=\"SAMLResponse\" value=\"AA")
        #expect(garbled != response)
        #expect(try await !post(garbled, for: app.code, in: app.world).page.contains("<a "))
        try await browser.submit()
        let profile = try #require(try await app.poll())
        let state = try DeviceExport.of(app.world.simulation.store).whole
        for page in [response, response, garbled] {
            let (status, page) = try await post(page, for: app.code, in: app.world)
            #expect(status == 400)
            #expect(page.contains("<h1>This sign-in is finished</h1>"))
            #expect(page.contains("<a href=\"https://app.example/done?a=1&amp;b=%22\">"))
            #expect(page.contains("invalid_parameter_saml_response"))
        }
        #expect(try DeviceExport.of(app.world.simulation.store).whole == state)
        #expect(try await app.poll() == profile)
        let refusals = try app.world.simulation.journal.entries().map(\.line).filter {
            $0.contains("invalid_parameter_saml_response") && $0.contains("This code has already been used to sign in")
        }
        #expect(refusals.count == 3)
        // Another code is not signed in by it.
        var other = try await PollingApp(app.world, device: "another")
        try await other.begin()
        _ = try await open(other)
        let (status, page) = try await post(response, for: other.code, in: app.world)
        #expect(status == 400 && !page.contains("<a "))
        #expect(try await other.poll() == nil)
    }

    @Test("of eight concurrent copies of one answer, one signs in, and the others report that it is finished")
    func pressedAtOnce() async throws {
        let app = try await app()
        let browser = try await open(app)
        try await browser.submit(Self.right)
        let response = browser.page
        let answers = try await withThrowingTaskGroup(of: (status: Int, page: String).self) { group in
            for _ in 1...8 { group.addTask { try await post(response, for: app.code, in: app.world) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(answers.count { $0.status == 302 } == 1)
        #expect(answers.count { $0.status == 400 && $0.page.contains("This sign-in is finished") } == 7)
        #expect(try await app.poll()?.type == .regular)
    }

    @Test("cancelling in one of several tabs returns to the app, and answers in the other tabs still count")
    func cancelledTab() async throws {
        let app = try await app()
        let first = try await open(app)
        let second = try await open(app)
        try await first.submit(["action": "cancel"])
        try await first.submit()
        #expect(first.address == "https://app.example/done")
        #expect(try await app.poll() == nil)
        try await second.submit(Self.right)
        try await second.submit()
        #expect(try await app.poll()?.type == .regular)
    }

    @Test("eight requests of one code wait for their answers, and no more")
    func mostRequests() async throws {
        let app = try await app()
        let first = try await open(app)
        let second = try await open(app)
        for _ in 3...9 { _ = try await open(app) }
        try await first.submit(Self.right)
        try await first.submit()
        #expect(first.status == 400)
        #expect(first.page.contains("inResponseTo"))
        #expect(try await app.poll() == nil)
        try await second.submit(Self.right)
        try await second.submit()
        #expect(try await app.poll()?.type == .regular)
    }

    @Test("a response is accepted once: a repetition, or a response for another code, is refused")
    func replay() async throws {
        let app = try await app()
        let browser = try await open(app)
        try await browser.submit(Self.right)
        let response = browser.page
        try await browser.submit()
        let again = Browser(app.world)
        try await again.open("/api/v2/authenticate/REF30/\(app.code)")
        let (status, page) = try await post(response, for: app.code, in: app.world)
        #expect(status == 400)
        #expect(page.contains("invalid_parameter_saml_response"))
        #expect(try await post(response, for: "NOCODE1", in: app.world).status == 400)
        #expect(try await post(response, for: "", in: app.world).page.contains("invalid_authentication_session"))
    }

    @Test("a refusal answers only a request of its own code")
    func strangersRefusal() async throws {
        let app = try await app()
        let browser = try await open(app)
        try await browser.submit(["action": "cancel"])
        var other = try await PollingApp(app.world, device: "another")
        try await other.begin()
        _ = try await open(other)
        let (status, page) = try await post(browser.page, for: other.code, in: app.world)
        #expect(status == 400 && page.contains("inResponseTo"))
        #expect(try await post(browser.page, for: app.code, in: app.world).status / 100 == 3)
    }

    @Test(
        "a response without a signed status is not the MVPD's refusal, and leads to an error page",
        arguments: ["", "<samlp:Status/>", "<samlp:Status><samlp:StatusCode Value=\"no\"/></samlp:Status>"])
    func unsignedRefusal(status: String) async throws {
        let app = try await app()
        let browser = try await open(app)
        try await browser.submit(Self.right)
        let genuine = try Self.response(in: browser.page)
        let withoutStatus = genuine.replacing(/<samlp:Status>.*<\/samlp:Status>/, with: status)
        let empty = withoutStatus.replacing(/<saml:Assertion .*<\/saml:Assertion>/, with: "")
        let unsigned = withoutStatus.replacing(/<ds:Signature .*<\/ds:Signature>/, with: "")
        for xml in [withoutStatus, empty, unsigned, withoutStatus.replacing("alice", with: "mallory")] {
            #expect(xml != genuine)
            let page = "name=\"SAMLResponse\" value=\"\(Data(xml.utf8).base64EncodedString())\""
            #expect(try await post(page, for: app.code, in: app.world).status == 400, "\(xml)")
        }
        #expect(try await app.poll() == nil)
    }

    /// Returns the XML of the response in a provider's page.
    static func response(in page: String) throws -> String {
        let text = try #require(page.firstMatch(of: /name="SAMLResponse" value="([^"]*)"/)).output.1
        return String(decoding: try #require(Data(base64Encoded: String(text))), as: UTF8.self)
    }

    /// Posts the response of a provider's page for a code.
    func post(
        _ page: String, for code: String, in world: World
    ) async throws -> (status: Int, page: String) {
        let response = try #require(page.firstMatch(of: /name="SAMLResponse" value="([^"]*)"/)).output.1
        let form = FormCoding.encode([
            (name: "SAMLResponse", value: String(response)), (name: "RelayState", value: code),
        ])
        let (head, body) = try world.respond(
            to: HTTPRequest(method: .post, scheme: "http", authority: "x", path: "/sp/saml/SAMLAssertionConsumer"),
            body: Data(form.utf8))
        return (head.status.code, String(decoding: body, as: UTF8.self))
    }

    /// One for each policy that a response can violate; SAMLTests judge every defect.
    static let defects: [ResponseDefect] = Dictionary(
        ResponseDefect.allCases.compactMap { defect in defect.violatedPolicy.map { ($0, defect) } },
        uniquingKeysWith: { first, _ in first }
    ).values.sorted { $0.rawValue < $1.rawValue }

    @Test("a response with a defect is never accepted", arguments: defects)
    func defective(defect: ResponseDefect) async throws {
        let app = try await app()
        try app.world.perform(
            .setProvider(id: "Cablevision", try Patch(["defect": .string(defect.rawValue)])))
        let browser = try await open(app)
        try await browser.submit(Self.right)
        try await browser.submit()
        if defect.violatedPolicy == .status {
            #expect(browser.address == "https://app.example/done")
        } else {
            #expect(browser.status == 400, "\(defect.rawValue)")
            #expect(browser.page.contains("invalid_parameter_saml_response"))
        }
        #expect(try await app.poll() == nil)
    }

    @Test("faults of the provider's sign-in are error pages, or a refusal that the app does not see")
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

    @Test("an expired or unknown code leads to a page with the reason")
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
}
