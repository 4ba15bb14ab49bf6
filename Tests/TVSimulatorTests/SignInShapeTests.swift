import Foundation
import HTTPTypes
import TVSimCore
import TVSimDevice
import TVSimEntitlementAPI
import TVSimStructuredText
import TVSimWorld
import Testing

@testable import TVSimulator

/// What the single shapes of a provider's sign-in pages do.
@Suite struct SignInShapeTests {
    private static func simulator(_ provider: String) throws -> Simulator {
        try Simulator(
            profile: """
                schema: 1
                name: test
                providers:
                  Cablevision:
                    subscribers:
                      alice:
                        entitlements: [REF30]
                        accounts: {Home: {householdID: h-1}, Cabin: {householdID: h-2, channelID: [X]}}
                \(provider.split(separator: "\n").map { "    " + $0 }.joined(separator: "\n"))

                """)
    }

    /// An app that waits, and a browser on the first page of its sign-in.
    private struct Scene {
        let simulator: Simulator
        var app: PollingApp
        let browser: ScriptedBrowser
        private var devices = 1

        init(_ provider: String) async throws {
            simulator = try SignInShapeTests.simulator(provider)
            app = try await PollingApp(simulator.world)
            browser = ScriptedBrowser(over: WorldTransport(simulator.world))
            try await open()
        }

        /// Begins a sign-in on a new device and opens its page in the same browser.
        mutating func open() async throws {
            devices += 1
            app = try await PollingApp(simulator.world, device: "device \(devices)")
            try await app.begin()
            try await browser.open("/api/v2/authenticate/REF30/\(app.code)")
        }

        /// The query of a new sign-in's page.
        func query() async throws -> String {
            var app = try await PollingApp(simulator.world)
            try await app.begin()
            let path = "/api/v2/authenticate/REF30/\(app.code)"
            let request = HTTPRequest(method: .get, scheme: "https", authority: "x", path: path)
            let answer = try simulator.world.respond(to: request, body: Data()).response
            return String((answer.headerFields[.location] ?? "").drop { $0 != "?" }.dropFirst())
        }

        func attributes() async throws -> [String: JSONValue] {
            try #require(try await app.poll()).attributes.mapValues(\.value)
        }
    }

    private static let done = ScriptedBrowser.End.left("https://app.example/done")

    @Test(
        "the chosen account changes the user's attributes; the first is the right answer",
        arguments: ["html", "fetch"], [nil, "Cabin"])
    func account(form: String, chosen: String?) async throws {
        let scene = try await Scene("signInPage: {form: \(form), steps: [credentials, account]}")
        #expect(
            try await scene.browser.signIn(with: .init(name: "alice", password: "secret", account: chosen))
                == Self.done)
        let attributes = try await scene.attributes()
        #expect(attributes["householdID"] == (chosen == nil ? "h-1" : "h-2"))
        #expect((attributes["channelID"] != nil) == (chosen != nil))
        #expect(attributes["userID"] == "alice")
    }

    @Test("an account that the user does not have is refused, and a user without accounts is not asked")
    func otherAccounts() async throws {
        let scene = try await Scene("signInPage: {steps: [credentials, account]}")
        let end = try await scene.browser.signIn(with: .init(name: "alice", password: "secret", account: "Boat"))
        #expect(end == .stayed && scene.browser.message == "The account is wrong. Try again.")
        try scene.simulator.perform("provider: {id: Cablevision, set: {subscribers: {bob: {}}}}")
        var other = scene
        try await other.open()
        #expect(try await other.browser.signIn(with: .init(name: "bob", password: "secret")) == Self.done)
    }

    @Test(
        "wrong answers in a row lock a user out for a simulated time, for right answers too",
        arguments: ["html", "fetch"])
    func lockout(form: String) async throws {
        let scene = try await Scene("signInPage: {form: \(form), lockout: {after: 2, for: 10m}}")
        let (wrong, right) = ("The name or the password is wrong. Try again.", "secret")
        func enter(_ password: String) async throws -> String? {
            let end = try await scene.browser.signIn(with: .init(name: "alice", password: password))
            return end == .stayed ? scene.browser.message : nil
        }
        #expect(try await enter("no") == wrong)
        #expect(try await enter("no") == wrong)
        #expect(try await enter(right) == "There were too many wrong answers. Try again later.")
        #expect(try scene.simulator.journal().joined().contains("signInPage.lockout"))
        try scene.simulator.perform("advance: 10m")
        #expect(try await enter("no") == wrong)
        #expect(try await enter(right) == nil)
    }

    @Test("wrong codes of several sign-ins lock a user out, because a right password alone forgets none of them")
    func wrongCodes() async throws {
        var scene = try await Scene(
            "signInPage: {steps: [userName, password, code], lockout: {after: 2}, sessionCookie: lost}")
        for message in ["The code is wrong. Try again.", "The code is wrong. Try again."] {
            let end = try await scene.browser.signIn(with: .init(name: "alice", password: "secret", code: "000000"))
            #expect(end == .stayed && scene.browser.message == message)
            try await scene.open()
        }
        #expect(try await scene.browser.signIn(with: .init(name: "alice", password: "secret")) == .stayed)
        #expect(scene.browser.message == "There were too many wrong answers. Try again later.")
    }

    @Test("a step that does not exist is refused, and a script is told that the provider keeps the user")
    func fetchedAnswers() async throws {
        let scene = try await Scene("responsePage: blocked\nsignInPage: {form: fetch}")
        #expect(try await scene.browser.signIn(with: .init(name: "alice", password: "secret")) == .stayed)
        #expect(scene.browser.message == "The TV provider does not send you back to the app.")
        for step in ["7", "account", "-1"] {
            let query = try await scene.query()
            let body = #"{"query": "\#(query)", "step": "\#(step)", "username": "alice", "password": "secret"}"#
            let (response, text) = try request(
                .post, "/mvpd/Cablevision/login", scene.simulator.world, body, type: "application/json")
            #expect(response.status == .badRequest && text.contains("no step '\(step)'"), "\(text)")
        }
    }

    @Test("a complete sign-in forgets the wrong answers before it")
    func forgotten() async throws {
        var scene = try await Scene("signInPage: {lockout: {after: 2}, sessionCookie: lost}")
        for _ in 0..<3 {
            _ = try await scene.browser.signIn(with: .init(name: "alice", password: "no"))
            #expect(try await scene.browser.signIn(with: .init(name: "alice", password: "secret")) == Self.done)
            try await scene.open()
        }
    }

    @Test(
        "a browser that lost the cookie signs in again, and any other is known",
        arguments: [("kept", false), ("sessionOnly", false), ("lost", true)])
    func sessionCookie(life: String, asksAgain: Bool) async throws {
        var scene = try await Scene("signInPage: {sessionCookie: \(life)}")
        #expect(try await scene.browser.signIn(with: .init(name: "alice", password: "secret")) == Self.done)
        try await scene.open()
        #expect(scene.browser.asksForPassword == asksAgain)
    }

    /// Sends a request as a browser at an address does.
    private func request(
        _ method: HTTPRequest.Method, _ path: String, _ world: World, _ body: String = "", type: String? = nil,
        at base: String? = nil
    ) throws -> (response: HTTPResponse, page: String) {
        var request = HTTPRequest(method: method, scheme: "http", authority: "x", path: path)
        request.headerFields[.contentType] = type
        let (response, content) = try world.respond(
            to: request, body: Data(body.utf8), at: ServedAddress(base: base))
        return (response, String(decoding: content, as: UTF8.self))
    }

    private func query(_ scene: Scene, at base: String? = nil) throws -> String {
        let location = try request(
            .get, "/api/v2/authenticate/REF30/\(scene.app.code)", scene.simulator.world, at: base
        ).response.headerFields[.location]
        return String((location ?? "").drop { $0 != "?" }.dropFirst())
    }

    @Test("the cookie of a session only has no lifetime, and a lost one is not set")
    func cookies() async throws {
        for (life, expected) in [("kept", true), ("sessionOnly", false), ("lost", nil)] as [(String, Bool?)] {
            let scene = try await Scene("signInPage: {sessionCookie: \(life)}")
            let form = FormCoding.encode([
                ("query", try query(scene)), ("username", "alice"), ("password", "secret"),
            ])
            let fields = try request(.post, "/mvpd/Cablevision/sso", scene.simulator.world, form).response.headerFields
            #expect(fields[.setCookie]?.contains("Max-Age") == expected)
        }
    }

    @Test("a script gets 401 with the reason, then what the browser posts to the service; a form gets 400")
    func fetch() async throws {
        let scene = try await Scene("signInPage: {form: fetch}")
        let query = try query(scene)
        func post(_ path: String, _ fields: [String: JSONValue]) throws -> (response: HTTPResponse, page: String) {
            let members = Members(fields.merging(["query": .string(query)]) { $1 })
            return try request(
                .post, path, scene.simulator.world, JSONText.line(ordered: .object(members)),
                type: "application/json")
        }
        let wrong = try post("/mvpd/Cablevision/login", ["username": "alice", "password": "no"])
        #expect(
            wrong.response.status == .unauthorized && wrong.response.headerFields[.contentType] == "application/json")
        #expect(wrong.page.contains("The name or the password is wrong"))
        let right = try post("/mvpd/Cablevision/login", ["username": "alice", "password": "secret"])
        guard case .object(let answer) = try JSONValue(json: Data(right.page.utf8)) else {
            Issue.record("the answer is not a JSON object: \(right.page)")
            return
        }
        #expect(answer["target"]?.string == "../../sp/saml/SAMLAssertionConsumer")
        #expect(answer["SAMLResponse"] != nil && answer["RelayState"] != nil)
        #expect(right.response.headerFields[.setCookie] != nil)
        let form = FormCoding.encode([("query", query), ("username", "alice"), ("password", "secret")])
        #expect(try request(.post, "/mvpd/Cablevision/sso", scene.simulator.world, form).response.status == 400)
        #expect(try request(.post, "/mvpd/Cablevision/login", scene.simulator.world, "[]").response.status == 400)
        #expect(try request(.get, "/mvpd/Cablevision/login", scene.simulator.world).response.status == 405)
        #expect(try request(.post, "/mvpd/Dish/login", scene.simulator.world, "{}").response.status == 404)
    }

    @Test(
        "a user who refuses the consent, or cancels, returns to the app without a profile",
        arguments: ["html", "fetch"])
    func noConsent(form: String) async throws {
        var scene = try await Scene("signInPage: {form: \(form), steps: [credentials, consent]}")
        var answers = ScriptedBrowser.Answers(name: "alice", password: "secret")
        answers.consents = false
        #expect(try await scene.browser.signIn(with: answers) == Self.done)
        #expect(try await scene.app.poll() == nil)
        try await scene.open()
        #expect(try await scene.browser.cancel() == Self.done)
        #expect(try await scene.app.poll() == nil)
    }

    @Test("a page that wants its counter back refuses a browser that does not send it")
    func counter() async throws {
        let scene = try await Scene("signInPage: {entry: bookends}")
        let fields = [("query", try query(scene))]
        func status(_ fields: [(String, String)]) throws -> Int {
            try request(.get, "/mvpd/Cablevision/sso?" + FormCoding.encode(fields), scene.simulator.world).response
                .status.code
        }
        #expect(try status(fields) == 400)
        #expect(try status(fields + [("history", "2")]) == 400)
        #expect(try status(fields + [("history", "1")]) == 200)
    }

    @Test("a host of its own is the other name of this machine; other names are refused")
    func otherHost() async throws {
        let scene = try await Scene("signInPage: {host: other, action: absolute}")
        let world = scene.simulator.world
        for (service, pages) in [("127.0.0.1:8080", "localhost:8080"), ("localhost", "127.0.0.1")] {
            let start = try query(scene, at: "http://\(service)")
            let sent = try request(.get, "/mvpd/Cablevision/sso?\(start)", world, at: "http://\(service)").response
            let location = try #require(sent.headerFields[.location])
            #expect(sent.status == .found && location.hasPrefix("http://\(pages)/mvpd/Cablevision/sso?"))
            let path = ServedAddress.path(of: location)
            let page = try request(.get, path, world, at: "http://\(pages)").page
            #expect(page.contains("action=\"http://\(pages)/mvpd/Cablevision/sso\""))
            let form = FormCoding.encode([("query", start), ("username", "alice"), ("password", "secret")])
            let signed = try request(.post, "/mvpd/Cablevision/sso", world, form, at: "http://\(pages)").page
            #expect(signed.contains("action=\"http://\(service)/sp/saml/SAMLAssertionConsumer\""))
        }
        let start = try query(scene, at: "http://tv.example")
        let refused = try request(.get, "/mvpd/Cablevision/sso?\(start)", world, at: "http://tv.example")
        #expect(refused.response.status == .badRequest && refused.page.contains("localhost"))
    }

    @Test("a logout passes the other host, and ends the session there")
    func logout() async throws {
        var scene = try await Scene("signInPage: {host: other}")
        #expect(try await scene.browser.signIn(with: .init(name: "alice", password: "secret")) == Self.done)
        let logout = try await scene.app.logOut()
        #expect(try await scene.browser.open(try #require(logout.url)) == .left("https://app.example/out"))
        try await scene.open()
        #expect(scene.browser.asksForPassword)
    }

    @Test("the home network signs in with a notice first, and its flag can be missing", arguments: [true, false])
    func home(hasFlag: Bool) async throws {
        let scene = try await Scene(
            "homeNetwork: alice\nhomeFlag: \(hasFlag)\nsignInPage: {homeNotice: page}")
        #expect(scene.browser.address == "https://app.example/done")
        #expect(try scene.simulator.journal().joined().contains("home notice"))
        #expect((try await scene.attributes()["hba_status"] != nil) == hasFlag)
    }

    @Test("a scripted user can enter a wrong code, and then the right one")
    func viewerCode() async throws {
        let simulator = try Self.simulator("signInPage: {steps: [userName, password, code]}")
        try simulator.perform("viewer: {appPicker: {choose: Cablevision}, signIn: {as: alice, code: '000000'}}")
        let browser = ScriptedBrowser(over: WorldTransport(simulator.world))
        var app = try await PollingApp(simulator.world)
        try await app.begin()
        try await browser.open("/api/v2/authenticate/REF30/\(app.code)")
        guard case .credentials(let answers) = try simulator.world.device.viewer().signIn else {
            Issue.record("the viewer has no answer")
            return
        }
        #expect(try await simulator.world.signIn(answers, in: browser) == .stayed)
        #expect(browser.message == "The code is wrong. Try again.")
        #expect(try await simulator.world.signIn(.init(name: "alice"), in: browser) == Self.done)
    }
}
