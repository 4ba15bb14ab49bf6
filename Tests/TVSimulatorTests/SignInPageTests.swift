import Foundation
import HTTPTypes
import TVSimCore
import TVSimEntitlementAPI
import TVSimStructuredText
import Testing

@testable import TVSimWorld
@testable import TVSimulator

/// The shapes of a provider's sign-in pages.
@Suite struct SignInPageTests {
    private static func simulator(_ page: String, over signInProtocol: String = "saml") throws -> Simulator {
        try Simulator(
            profile: """
                schema: 1
                name: test
                providers:
                  Cablevision:
                    protocol: \(signInProtocol)
                    signInPage: \(page)
                    subscribers:
                      alice:
                        password: s3cret-pw
                        code: c0de-7
                        entitlements: [REF30]
                        accounts: {Home: {householdID: h-1}, Cabin: {householdID: h-2}}

                """)
    }

    @Test("a scripted user sends a value of the form as a browser does, decoded once")
    func decodesOnce() throws {
        let form = try #require(
            PageForm(
                """
                <form name="f" method="post" action="/a?b=1&amp;c=&amp;lt;"><input type="hidden" name="v"
                 value="&amp;lt;&quot;&#39;&gt;&amp;amp;&amp;"></form>
                """))
        #expect(form.hidden.map(\.value) == ["&lt;\"'>&amp;&"])
        #expect(form.action == "/a?b=1&c=&lt;")
    }

    static let shapes = [
        "{}", "{steps: [credentials, code]}", "{steps: [userName, password]}", "{steps: [userName, code]}",
        "{steps: [userName, password, code, consent]}", "{entry: button}", "{exit: confirm}", "{action: path}",
        "{action: absolute}", "{userNameField: IDToken1, passwordField: j_password}",
        "{hidden: {_eventId: proceed, csrf: 'a&\"b'}}",
        "{steps: [userName, password], entry: button, exit: confirm, action: path, hidden: {a: b}}",
        "{steps: [credentials, account]}", "{entry: refresh}", "{entry: bookends}", "{form: fetch}",
        "{form: fetch, steps: [userName, password, code, account, consent], entry: button, hidden: {a: b}}",
        "{form: fetch, exit: confirm, userNameField: IDToken1}", "{host: other}", "{host: other, form: fetch}",
        "{host: other, entry: bookends, exit: confirm, action: absolute, steps: [userName, password]}",
        "{sessionCookie: sessionOnly}", "{sessionCookie: lost}", "{lockout: {}}",
    ]

    @Test(
        "a user signs in through every shape, and a client of the service sees the same profile",
        arguments: shapes, ["saml", "oauth2"])
    func signsIn(shape: String, signInProtocol: String) async throws {
        let simulator = try Self.simulator(shape, over: signInProtocol)
        var app = try await PollingApp(simulator.world)
        try await app.begin()
        let browser = ScriptedBrowser(over: WorldTransport(simulator.world))
        try await browser.open("/api/v2/authenticate/REF30/\(app.code)")
        #expect(browser.asksForPassword)
        let end = try await simulator.world.signIn(as: "alice", password: nil, in: browser)
        #expect(end == .left("https://app.example/done"))
        let profile = try #require(try await app.poll())
        #expect(profile.type == .regular && profile.attributes["userID"]?.value == "alice")
        #expect(try await app.decide().authorized)
    }

    /// Sends a form to the sign-in page, and returns the page and its status.
    private func post(_ fields: [String: String], _ query: String, _ world: World) throws -> (status: Int, page: String)
    {
        let form = fields.merging(["query": query]) { own, _ in own }.sorted { $0.key < $1.key }
            .map { ($0.key, $0.value) }
        let request = HTTPRequest(method: .post, scheme: "https", authority: "x", path: "/mvpd/Cablevision/sso")
        let (response, body) = try world.respond(to: request, body: Data(FormCoding.encode(form).utf8))
        return (response.status.code, String(decoding: body, as: UTF8.self))
    }

    private func query(_ simulator: Simulator) async throws -> String {
        var app = try await PollingApp(simulator.world)
        try await app.begin()
        let path = "/api/v2/authenticate/REF30/\(app.code)"
        let request = HTTPRequest(method: .get, scheme: "https", authority: "x", path: path)
        let location = try simulator.world.respond(to: request, body: Data()).response.headerFields[.location] ?? ""
        return String(location.drop { $0 != "?" }.dropFirst())
    }

    @Test("a wrong answer shows its step again, and the right one then continues")
    func again() async throws {
        let simulator = try Self.simulator("{steps: [userName, password, code]}")
        let world = simulator.world
        let query = try await query(simulator)
        let unknown = try post(["step": "0", "username": "eve"], query, world).page
        #expect(unknown.contains("role=\"alert\"") && unknown.contains("id=\"username\""))
        let named = try post(["step": "0", "username": "alice"], query, world).page
        #expect(named.contains("id=\"password\"") && !named.contains("role=\"alert\""))
        let wrong = try post(["step": "1", "username": "alice", "password": "no"], query, world).page
        #expect(wrong.contains("The password is wrong") && wrong.contains("id=\"password\""))
        let asked = try post(["step": "1", "username": "alice", "password": "s3cret-pw"], query, world).page
        #expect(asked.contains("id=\"code\"") && asked.contains("<td>c0de-7</td>"))
        let code = ["step": "2", "username": "alice", "password": "s3cret-pw"]
        let refused = try post(code.merging(["code": "c0de-8"]) { $1 }, query, world).page
        #expect(refused.contains("The code is wrong"))
        let done = try post(code.merging(["code": "c0de-7"]) { $1 }, query, world).page
        #expect(done.contains("name=\"SAMLResponse\""))
        let journal = try simulator.journal().joined()
        #expect(!journal.contains("s3cret-pw") && !journal.contains("c0de-7"))
    }

    @Test("no step can be skipped: a later form without the answers before it leads back to the first that is missing")
    func skipped() async throws {
        let simulator = try Self.simulator("{steps: [userName, password, code]}")
        let query = try await query(simulator)
        let back = try post(["step": "2", "username": "alice", "code": "c0de-7"], query, simulator.world).page
        #expect(back.contains("id=\"password\"") && !back.contains("SAMLResponse"))
        let start = try post(["step": "2", "code": "c0de-7"], query, simulator.world).page
        #expect(start.contains("id=\"username\""))
    }

    @Test("a hidden field that does not come back unchanged is refused")
    func hidden() async throws {
        let simulator = try Self.simulator("{hidden: {csrf: abc}}")
        let query = try await query(simulator)
        let form = ["username": "alice", "password": "s3cret-pw"]
        #expect(try post(form, query, simulator.world).status == 400)
        #expect(try post(form.merging(["csrf": "abd"]) { $1 }, query, simulator.world).status == 400)
        let good = try post(form.merging(["csrf": "abc"]) { $1 }, query, simulator.world)
        #expect(good.status == 200 && good.page.contains("name=\"SAMLResponse\""))
    }

    @Test("the action of the form is empty, a path or a whole URL")
    func action() async throws {
        for (action, expected) in [
            ("empty", ""), ("path", "/mvpd/Cablevision/sso"),
            ("absolute", "https://idp.tvsim.example/mvpd/Cablevision/sso"),
        ] {
            let simulator = try Self.simulator("{action: \(action)}")
            let query = try await query(simulator)
            let page = try post(["username": "alice", "password": "no"], query, simulator.world).page
            #expect(page.contains("<form method=\"post\" action=\"\(expected)\">"))
        }
    }

    @Test(
        "steps that cannot sign a user in are refused",
        arguments: [
            "{steps: []}", "{steps: [credentials, password]}", "{steps: [userName]}", "{steps: [code, userName]}",
            "{steps: [credentials, credentials]}", "{steps: [userName, consent]}", "{userNameField: query}",
            "{userNameField: a, passwordField: a}", "{userNameField: password}", "{passwordField: username}",
            "{hidden: {username: x}}", "{passwordField: b, hidden: {b: x}}",
            "{hidden: {step: x}}", "{hidden: {history: x}}", "{steps: [account, credentials]}", "{lockout: {after: 0}}",
        ])
    func refused(page: String) {
        #expect(throws: (any Error).self) { try Self.simulator(page) }
    }

    @Test(
        "names that are each other's defaults are not refused, because each field has one of its own",
        arguments: [
            "{userNameField: password, passwordField: username}", "{userNameField: user, hidden: {username: x}}",
            "{passwordField: b, hidden: {password: x}}",
        ])
    func accepted(page: String) throws {
        _ = try Self.simulator(page)
    }

    @Test("a name that is already the other field's is an error at the key that is given")
    func clash() {
        for (page, words) in [
            ("{userNameField: password}", "'password' is the field for the password"),
            ("{userNameField: a, passwordField: a}", "'a' is the field for the user name"),
        ] {
            let error = #expect(throws: (any Error).self) { try Self.simulator(page) }
            #expect(error.map { "\($0)" }?.contains(words) == true, "\(String(describing: error))")
        }
    }
}
