import Foundation
import HTTPTypes
import TVSimCore
import TVSimDevice
import TVSimProviderMessages
import TVSimSAML
import TVSimScenario
import TVSimStateStorage
import TVSimStructuredText
import TVSimWorld
import TVSimulator
import Testing

/// What a provider says to a person who signs in, and to an app that does not ask by SAML.
@Suite struct ProviderTests {
    static let world = """
        schema: 1
        name: providers
        providers:
          Acme:
            schemes: [saml, api]
            apiResponse: {status: active, body: '{"tier": "basic"}'}
            subscribers:
              zoe: {password: right}
              Kim: {password: Key}
              max: {apiResponse: {body: "  verbatim\\n<&> "}}
          Plain: {subscribers: {zoe: {}}}
          Bare: {schemes: [api], subscribers: {zoe: {}}}
        """

    @Test("unreadable state is an error of the simulator, not a page of a provider")
    func unreadableState() async throws {
        let world = World(store: MemoryStateStore())
        try world.install(try ProfileDecoder.decode(text: Self.world, source: "test")[0])
        try world.simulation.store.write { try $0.setEncodedValue("{", named: "providers") }
        for method in [HTTPRequest.Method.get, .post] {
            let request = HTTPRequest(method: method, scheme: "http", authority: "localhost", path: "/mvpd/Acme/sso")
            #expect(throws: StateError.self) { try world.respond(to: request, body: Data()) }
        }
    }

    // MARK: - Signing in

    struct SignIn: Sendable, CustomTestStringConvertible {
        let name: String
        var provider = "Acme"
        var subscriber = "zoe"
        var password: String?
        var fault: String?
        let reply: SignInReply
        var reason: String
        var testDescription: String { name }
    }

    static let until = SimulatedClock.defaultStart.addingTimeInterval(30 * 86_400)

    static let signIns = [
        SignIn(
            name: "the right password", password: "right", reply: .accepted(until: until),
            reason: "accepted (the name and the password are correct)"),
        SignIn(
            name: "no password means the right one", reply: .accepted(until: until),
            reason: "accepted (the name and the password are correct)"),
        SignIn(
            name: "a wrong password", password: "s3cr3t-typed", reply: .wrongCredentials,
            reason: "wrongCredentials (the password of 'zoe' is wrong)"),
        SignIn(
            name: "an empty password", password: "", reply: .wrongCredentials,
            reason: "wrongCredentials (the password of 'zoe' is wrong)"),
        SignIn(
            name: "an unknown subscriber", subscriber: "zoé", password: "right", reply: .wrongCredentials,
            reason: "wrongCredentials ('Acme' has no subscriber 'zoé')"),
        SignIn(
            name: "a name that Unicode calls equivalent", subscriber: "\u{212A}im", password: "right",
            reply: .wrongCredentials, reason: "wrongCredentials ('Acme' has no subscriber '\u{212A}im')"),
        SignIn(
            name: "a password that Unicode calls equivalent", subscriber: "Kim", password: "\u{212A}ey",
            reply: .wrongCredentials, reason: "wrongCredentials (the password of 'Kim' is wrong)"),
        SignIn(
            name: "an unknown provider", provider: "Nowhere", reply: .unreachable,
            reason: "unreachable (the provider 'Nowhere' does not exist)"),
        SignIn(
            name: "a timeout", fault: "timeout", reply: .timeout,
            reason: "timeout (a fault was set for this operation)"),
        SignIn(
            name: "a provider out of reach", fault: "unreachable", reply: .unreachable,
            reason: "unreachable (a fault was set for this operation)"),
        SignIn(
            name: "a refusal for good", fault: "rejected", reply: .rejected,
            reason: "rejected (a fault was set for this operation)"),
        SignIn(
            name: "a token that is not accepted", fault: "invalidVerificationToken", reply: .invalidVerificationToken,
            reason: "invalidVerificationToken (a fault was set for this operation)"),
    ]

    @Test("checks a name and a password, and records the reason without the typed values", arguments: signIns)
    func signsIn(_ row: SignIn) async throws {
        let simulator = try Simulator(profile: Self.world)
        if let fault = row.fault {
            try simulator.perform("fault: {at: provider.signIn, error: \(fault), times: 1}")
        }
        let attempt = SignInAttempt(provider: row.provider, subscriber: row.subscriber, password: row.password)
        let connection = simulator.world.device.providerConnection
        #expect(try await connection.signIn(attempt) == row.reply)
        let journal = try simulator.journal()
        #expect(journal.last == "IdentityProvider: signIn: \(row.reason)")
        #expect(!journal.joined().contains("s3cr3t"))
        // Signing in at the provider is not signing in on the device: that is the device's to do.
        #expect(try simulator.world.device.account() == nil)
        guard row.fault != nil else { return }
        #expect(try await connection.signIn(attempt) == .accepted(until: Self.until))
    }

    @Test("accepts a user for thirty days from the clock's current instant")
    func sessionLifetime() async throws {
        let simulator = try Simulator(profile: Self.world)
        try simulator.perform("advance: 5d")
        let reply = try await simulator.world.device.providerConnection.signIn(
            SignInAttempt(provider: "Acme", subscriber: "max", password: nil))
        #expect(reply == .accepted(until: Self.until.addingTimeInterval(5 * 86_400)))
    }

    @Test("a sign-in with 'grant' gives an app access, and an event removes access and entitlement")
    func events() throws {
        let simulator = try Simulator(profile: Self.world)
        let device = simulator.world.device
        try simulator.perform("signIn: {provider: Acme, as: zoe, grant: com.example.stream}")
        #expect(try device.permission(for: "com.example.stream") == .granted)
        #expect(try device.account()?.expires == Self.until)
        try simulator.perform("app: {access: denied, singleSignOnEntitlement: false, subscription: {expires: +1d}}")
        try simulator.perform("settings: {developer: {simulateExpiredToken: true}, behaviour: {pickerRows: all}}")
        #expect(try device.permission(for: "com.example.stream") == .denied)
        #expect(try !device.app("com.example.stream").singleSignOnEntitlement)
        #expect(try device.currentSubscription(of: "com.example.stream")?.accessLevel == .paid)
        #expect(try device.settings().developer.simulateExpiredToken)
        #expect(try device.settings().behaviour.pickerRows == .all)
        try simulator.perform("advance: 1d")
        #expect(try device.currentSubscription(of: "com.example.stream") == nil)
    }

    @Test("no timeout occurs where the device waits without a limit, but every other fault does")
    func waiting() async throws {
        let simulator = try Simulator(profile: Self.world)
        let connection = simulator.world.device.providerConnection
        let attempt = SignInAttempt(provider: "Acme", subscriber: "zoe", password: nil, waits: true)
        let query = ProviderQuery(
            provider: "Acme", subscriber: "zoe", signedInAt: SimulatedClock.defaultStart, signedInUntil: nil,
            form: .api(attributeNames: []), verificationToken: nil, waits: true)
        for operation in ["signIn", "attributeQuery"] {
            try simulator.perform("fault: {at: provider.\(operation), error: timeout}")
        }
        #expect(try await connection.signIn(attempt) == .accepted(until: Self.until))
        #expect(
            try await connection.answer(query)
                == .answered(.init(scheme: .api, status: "active", body: #"{"tier": "basic"}"#)))
        try simulator.perform("clearFaults")
        for operation in ["signIn", "attributeQuery"] {
            try simulator.perform("fault: {at: provider.\(operation), error: unreachable}")
        }
        #expect(try await connection.signIn(attempt) == .unreachable)
        #expect(try await connection.answer(query) == .unreachable)
    }

    // MARK: - Answering

    struct Query: Sendable, CustomTestStringConvertible {
        let name: String
        var provider = "Acme"
        var subscriber = "zoe"
        var token: String?
        var event: String?
        let reply: ProviderReply
        var testDescription: String { name }
    }

    static let queries = [
        Query(
            name: "with the provider's response, word for word",
            reply: .answered(.init(scheme: .api, status: "active", body: #"{"tier": "basic"}"#))),
        Query(
            name: "with the subscriber's own response where there is one", subscriber: "max",
            reply: .answered(.init(scheme: .api, status: nil, body: "  verbatim\n<&> "))),
        Query(
            name: "with nothing where nothing was said", provider: "Bare",
            reply: .answered(.init(scheme: .api, status: nil, body: nil))),
        Query(
            name: "nobody whom the provider does not know", subscriber: "eve",
            reply: .rejected(.init(scheme: .api, status: nil, body: nil))),
        Query(
            name: "nothing in a scheme that the provider does not speak", provider: "Plain",
            reply: .rejected(.init(scheme: .api, status: nil, body: nil))),
        Query(name: "nothing from a provider that is not there", provider: "Nowhere", reply: .unreachable),
        Query(
            name: "without opening the verification token", token: "no Base64 of anything",
            reply: .answered(.init(scheme: .api, status: "active", body: #"{"tier": "basic"}"#))),
        Query(
            name: "the same under a defect, since nothing is signed",
            event: "provider: {id: Acme, set: {defect: tampered}}",
            reply: .answered(.init(scheme: .api, status: "active", body: #"{"tier": "basic"}"#))),
        Query(
            name: "without a body under the defect that means that",
            event: "provider: {id: Acme, set: {defect: noResponse}}",
            reply: .answered(.init(scheme: .api, status: "active", body: nil))),
        Query(
            name: "with a response that was changed meanwhile",
            event: "provider: {id: Acme, set: {apiResponse: {status: null}}}",
            reply: .answered(.init(scheme: .api, status: nil, body: #"{"tier": "basic"}"#))),
        Query(
            name: "nothing any more when the scheme is given up", event: "provider: {id: Acme, set: {schemes: [saml]}}",
            reply: .rejected(.init(scheme: .api, status: nil, body: nil))),
        Query(
            name: "a refusal, told to", event: "fault: {at: provider.attributeQuery, error: rejected}",
            reply: .rejected(.init(scheme: .api, status: nil, body: nil))),
        Query(
            name: "nothing in time, told to", event: "fault: {at: provider.attributeQuery, error: timeout}",
            reply: .timeout),
        Query(
            name: "that the token is not accepted, told to",
            event: "fault: {at: provider.attributeQuery, error: invalidVerificationToken}",
            reply: .invalidVerificationToken),
    ]

    @Test("answers an app that does not use SAML", arguments: queries)
    func answersAPI(_ row: Query) async throws {
        let simulator = try Simulator(profile: Self.world)
        if let event = row.event { try simulator.perform(event) }
        let reply = try await simulator.world.device.providerConnection.answer(
            Self.query(row.provider, row.subscriber, .api(attributeNames: ["appLevelAuth"]), token: row.token))
        #expect(reply == row.reply)
        #expect(try simulator.journal().last?.hasPrefix("IdentityProvider: apiQuery: ") == true)
    }

    @Test("rejects SAML if it does not support it, and the device knows its schemes")
    func refusesSAML() async throws {
        let simulator = try Simulator(profile: Self.world)
        let device = simulator.world.device
        #expect(try device.providers().map(\.schemes) == [[.saml, .api], [.saml], [.api]])
        let query = Self.query("Bare", "zoe", .saml(attributeQuery: "<anything/>"))
        #expect(
            try await device.providerConnection.answer(query)
                == .rejected(.init(scheme: .saml, status: "urn:oasis:names:tc:SAML:2.0:status:Requester", body: nil)))
        try simulator.perform("provider: {id: Plain, set: {schemes: [api]}}")
        #expect(try device.providers().map(\.schemes) == [[.saml, .api], [.api], [.api]])
    }

    @Test("refuses with a SAML status and without an assertion if it is configured to refuse")
    func refusal() async throws {
        let simulator = try Simulator(profile: Self.world)
        try simulator.perform("fault: {at: provider.attributeQuery, error: rejected}")
        let form = ProviderQuery.Form.saml(
            attributeQuery: AttributeQuery(
                id: "_1", issueInstant: SimulatedClock.defaultStart, issuer: "https://saml.sp.auth.adobe.com",
                nameID: "zoe", attributeNames: ["userID"]
            ).xml())
        let reply = try await simulator.world.device.providerConnection.answer(Self.query("Acme", "zoe", form))
        guard case .rejected(let response) = reply, let body = response.body else {
            Issue.record("\(reply)")
            return
        }
        #expect(response.status == "urn:oasis:names:tc:SAML:2.0:status:Responder")
        #expect(body.contains(#"<samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Responder""#))
        #expect(body.contains(#"InResponseTo="_1""#) && !body.contains("<saml:Assertion"))
    }

    @Test(
        "issues assertions that expire with the user's sign-in, and after five minutes at most",
        arguments: [(nil, 300), (60, 60), (299.5, 299.5), (301, 300)] as [(TimeInterval?, TimeInterval)])
    func assertionEnds(signIn: TimeInterval?, assertion: TimeInterval) async throws {
        let simulator = try Simulator(profile: Self.world)
        let start = SimulatedClock.defaultStart
        let form = ProviderQuery.Form.saml(
            attributeQuery: AttributeQuery(
                id: "_1", issueInstant: start, issuer: "https://saml.sp.auth.adobe.com", nameID: "zoe",
                attributeNames: []
            ).xml())
        let reply = try await simulator.world.device.providerConnection.answer(
            Self.query("Acme", "zoe", form, expires: signIn.map(start.addingTimeInterval)))
        guard case .answered(let response) = reply, let body = response.body else {
            Issue.record("\(reply)")
            return
        }
        let end = body.firstMatch(of: /<saml:Conditions [^>]*NotOnOrAfter="([^"]*)"/).map { String($0.output.1) }
        #expect(end == SAMLInstant.format(start.addingTimeInterval(assertion)))
    }

    private static func query(
        _ provider: String, _ subscriber: String, _ form: ProviderQuery.Form, token: String? = nil,
        expires: Date? = nil
    ) -> ProviderQuery {
        ProviderQuery(
            provider: provider, subscriber: subscriber, signedInAt: SimulatedClock.defaultStart, signedInUntil: expires,
            form: form, verificationToken: token)
    }
}
