import EntitlementAPI
import EntitlementService
import Foundation
import HTTPTypes
import SimulationCore
import Testing

/// Every action, action type and reason of the classic sign-in's sessions, spec entitlement § 2.6.
@Suite("Sessions")
struct SessionTests {
    static let whole = SessionRequest(
        mvpd: "Cablevision", domainName: "example.com", redirectURL: "https://example.com/done")

    private func begin(_ request: SessionRequest, _ app: AppFixture) async throws -> SessionResponse {
        try await app.send(.session(request, of: "REF30", headers: app.headers)).required()
    }

    @Test("with all parameters: authenticate/interactive/none, a code and its window")
    func authenticate() async throws {
        let world = try ServiceWorld()
        let session = try await begin(Self.whole, try await world.app())
        #expect(session.actionName == .authenticate && session.actionType == .interactive)
        #expect(session.reasonType == .none)
        let code = try #require(session.code)
        #expect(code.wholeMatch(of: /[A-Z0-9]{7}/) != nil)
        #expect(session.url == "/api/v2/authenticate/REF30/\(code)")
        #expect(session.mvpd == "Cablevision" && session.serviceProvider == "REF30")
        #expect(session.notBefore?.instant == (try world.now))
        #expect(session.notAfter?.instant == (try world.now.addingTimeInterval(1_800)))
        #expect(session.missingParameters == nil)
    }

    static let gaps: [(SessionRequest, [String])] = [
        (SessionRequest(), ["mvpd", "domainName", "redirectUrl"]),
        (SessionRequest(mvpd: "Dish"), ["domainName", "redirectUrl"]),
        (SessionRequest(domainName: "d", redirectURL: "app://done"), ["mvpd"]),
    ]

    @Test("with parameters missing: resume/direct/none, then retry/direct/none, then authenticate", arguments: gaps)
    func resume(request: SessionRequest, missing: [String]) async throws {
        let app = try await ServiceWorld().app()
        let session = try await begin(request, app)
        #expect(session.actionName == .resume && session.actionType == .direct && session.reasonType == .none)
        #expect(session.missingParameters == missing)
        let code = try #require(session.code)
        #expect(session.url == "/api/v2/REF30/sessions/\(code)")

        var headers = RequestHeaders()
        headers.accessToken = app.headers.accessToken
        let again = try await app.send(.resume(.init(), code: code, of: "REF30", headers: headers)).required()
        #expect(again.actionName == .retry && again.actionType == .direct && again.reasonType == .none)
        #expect(again.missingParameters == missing)
        #expect(again.sessionId == session.sessionId)

        let done = try await app.send(.resume(Self.whole, code: code, of: "REF30", headers: headers)).required()
        #expect(done.actionName == .authenticate && done.actionType == .interactive && done.reasonType == .none)
        #expect(done.code == code)
        #expect(done.notAfter == session.notAfter)
    }

    struct Standing: Sendable, CustomTestStringConvertible {
        let name: String
        let reason: SessionResponse.ReasonType
        let arrange: @Sendable (ServiceWorld, AppFixture) throws -> Void
        var testDescription: String { name }
    }

    static let standings: [Standing] = [
        Standing(name: "a regular profile", reason: .authenticated) { _, app in try app.hold(.regular) },
        Standing(name: "a profile of single sign-on that is shared", reason: .authenticatedSSO) { _, app in
            try app.hold(.platformSSO)
        },
        Standing(name: "both", reason: .authenticated) { _, app in
            try app.hold(.appleSSO)
            try app.hold(.regular)
        },
        Standing(name: "degraded", reason: .degraded) { world, _ in
            try world.change("Cablevision") { $0.degradation = .authenticateAll }
        },
        Standing(name: "temporary access", reason: .temporary) { world, _ in
            try world.change("Cablevision") { $0.tempPass = TempPass(duration: 600) }
        },
    ]

    @Test("where nobody need sign in: authorize/direct, no code, no window", arguments: standings)
    func authorize(standing: Standing) async throws {
        let world = try ServiceWorld()
        let app = try await world.app()
        try standing.arrange(world, app)
        // Even with parameters missing: none of them is needed.
        for request in [Self.whole, SessionRequest(mvpd: "Cablevision")] {
            let session = try await begin(request, app)
            #expect(session.actionName == .authorize && session.actionType == .direct)
            #expect(session.reasonType == standing.reason)
            #expect(session.url == "/api/v2/REF30/decisions/authorize/Cablevision")
            #expect(session.code == nil && session.notBefore == nil && session.notAfter == nil)
        }
    }

    @Test("a session that waits finds the profile that came meanwhile: authorize/direct/authenticated")
    func resumedAfterwards() async throws {
        let app = try await ServiceWorld().app()
        let code = try #require(try await begin(SessionRequest(mvpd: "Cablevision"), app).code)
        try app.hold(.regular)
        let session = try await app.send(.resume(.init(), code: code, of: "REF30", headers: app.headers)).required()
        #expect(session.actionName == .authorize && session.reasonType == .authenticated)
    }

    @Test(
        "a profile of Apple's framework counts for nothing here: no status vouches for it, and a decision would want one"
    )
    func fallsBackFromPartner() async throws {
        let world = try ServiceWorld()
        let app = try await world.app()
        try app.hold(.appleSSO)
        #expect(try await begin(Self.whole, app).actionName == .authenticate)

        let fallback = try await app.send(
            .partnerSession(.init(domainName: nil, redirectURL: nil), of: "REF30", headers: app.headers)
        ).required()
        let code = try #require(fallback.code)
        let session = try await app.send(.resume(Self.whole, code: code, of: "REF30", headers: app.headers)).required()
        #expect(session.actionName == .authenticate && session.reasonType == .none)
    }

    @Test("a code's session says of whoever is signed in that they are, by whatever profile")
    func resumedByShared() async throws {
        let app = try await ServiceWorld().app()
        let code = try #require(try await begin(SessionRequest(mvpd: "Cablevision"), app).code)
        try app.hold(.platformSSO)
        let session = try await app.send(.resume(.init(), code: code, of: "REF30", headers: app.headers)).required()
        #expect(session.actionName == .authorize && session.reasonType == .authenticated)
    }

    // MARK: - A newer code

    /// How an app is given a newer code.
    enum Renewal: String, CaseIterable {
        case sameMVPD, anotherMVPD, withoutMVPD, fallback
    }

    @Test(
        "a newer code of the app on the device ends the earlier session, whichever MVPD it is with",
        arguments: Renewal.allCases)
    func replaced(renewal: Renewal) async throws {
        let app = try await ServiceWorld().app()
        let code = try #require(try await begin(Self.whole, app).code)
        let newer =
            switch renewal {
            case .sameMVPD: try await begin(Self.whole, app).code
            case .anotherMVPD: try await begin(SessionRequest(mvpd: "Dish"), app).code
            case .withoutMVPD: try await begin(SessionRequest(), app).code
            case .fallback: try await app.beginSession(headers: app.headers).required().code
            }
        #expect(try await codes(app, code) == Array(repeating: "invalid_authentication_session", count: 3))
        #expect(try await codes(app, try #require(newer)) == [nil, nil, nil])
        let page = try await app.world.service.respond(
            to: HTTPRequest(
                method: .get, scheme: "https", authority: "api.auth.adobe.com",
                path: Route.authenticate("REF30", code: code).path), body: Data())
        #expect(page.response.status.code == 400)
        #expect(String(decoding: page.body, as: UTF8.self).contains("newer code"))
    }

    /// What an app is told about a code: the errors of its information, of its profiles and of a resume.
    private func codes(_ app: AppFixture, _ code: String) async throws -> [String?] {
        [
            try await app.send(.sessionInformation(code: code, of: "REF30", headers: app.headers)).error?.code,
            try await app.send(.profile(ofCode: code, serviceProvider: "REF30", headers: app.headers)).error?.code,
            try await app.send(.resume(.init(), code: code, of: "REF30", headers: app.headers)).error?.code,
        ]
    }

    @Test("a newer code of another app, on another device or of a session that needs none, ends no session")
    func notReplaced() async throws {
        let world = try ServiceWorld()
        let app = try await world.app()
        let code = try #require(try await begin(Self.whole, app).code)
        #expect(try await begin(Self.whole, try await world.app()).code != nil)
        var elsewhere = app
        elsewhere.headers.deviceIdentifier = DeviceIdentifier(fingerprint: "device-2")
        #expect(try await begin(Self.whole, elsewhere).code != nil)
        #expect(try await app.send(.resume(Self.whole, code: code, of: "REF30", headers: app.headers)).status == 200)
        try app.hold(.regular, mvpd: "Dish")
        #expect(try await begin(SessionRequest(mvpd: "Dish"), app).actionName == .authorize)
        #expect(try await codes(app, code) == [nil, nil, nil])
    }

    // MARK: - Information

    struct Shown: Sendable {
        var said: [String: JSONValue] = [:]
        var userAgent: String?
        var forwarded: String?
        let browser: JSONValue
        let address: JSONValue
    }

    @Test(
        "what X-Device-Info does not say of browser and address is what the request itself shows",
        arguments: [
            Shown(browser: .null, address: .null),
            Shown(
                userAgent: "App/1", forwarded: " 203.0.113.7 , 10.0.0.1", browser: "App/1", address: "203.0.113.7"),
            Shown(forwarded: ", 10.0.0.1", browser: .null, address: .null),
            Shown(
                said: ["userAgent": "TV/2", "connectionIp": "198.51.100.1"], userAgent: "App/1",
                forwarded: "203.0.113.7", browser: "TV/2", address: "198.51.100.1"),
        ])
    func shownDevice(row: Shown) async throws {
        var app = try await ServiceWorld().app()
        let said = try #require(app.headers.deviceInformation).members.merging(row.said) { _, said in said }
        app.headers.deviceInformation = DeviceInformation(members: said)
        let call = EntitlementCall.session(Self.whole, of: "REF30", headers: app.headers)
        var request = call.request()
        request.headerFields[.userAgent] = row.userAgent
        request.headerFields[.forwardedFor] = row.forwarded
        let (response, body) = try await app.world.service.respond(to: request, body: call.body.data)
        let code = try #require(try Reply<SessionResponse>(response: response, body: body).required().code)
        let device = try await app.send(.sessionInformation(code: code, of: "REF30", headers: app.headers)).required()
            .device
        guard case .object(let groups) = device, case .object(let browser)? = groups["browser"],
            case .object(let connection)? = groups["connection"]
        else {
            Issue.record("the device must be described in groups")
            return
        }
        #expect(browser["userAgent"] == row.browser && browser["originalUserAgent"] == row.browser)
        #expect(browser["name"] == .null)
        #expect(connection["ipAddress"] == row.address)
    }

    @Test("information tells what is there, what is missing, and on what device the session began")
    func information() async throws {
        let world = try ServiceWorld()
        let app = try await world.app()
        let code = try #require(try await begin(SessionRequest(mvpd: "Dish", domainName: "d"), app).code)
        let information = try await app.send(
            .sessionInformation(code: code, of: "REF30", headers: app.headers)
        ).required()
        #expect(
            information.existingParameters
                == .init(mvpd: "Dish", domainName: "d", redirectUrl: nil, serviceProvider: "REF30"))
        #expect(information.missingParameters == ["redirectUrl"])
        #expect(information.notAfter.instant == (try world.now.addingTimeInterval(1_800)))
        guard case .object(let device) = information.device else {
            Issue.record("the device must be described")
            return
        }
        #expect(device["model"] == .string("iPhone"))
        func version(_ major: Int64) -> JSONValue {
            .object(["major": .integer(major), "minor": .integer(0), "patch": .integer(0), "profile": .string("")])
        }
        #expect(device["version"] == version(1))
        #expect(
            device["operatingSystem"]
                == .object(["name": .string("iOS"), "family": .null, "vendor": .null, "version": version(18)]))
        #expect(
            device["connection"]
                == .object(["ipAddress": .null, "port": .null, "secure": .bool(false), "type": .string("WiFi")]))
    }

    @Test("information reads numbers and truth values in quotes like those without")
    func quotedInformation() async throws {
        func described(_ members: [String: JSONValue]) -> JSONValue { DeviceInformation(members: members).description }
        let plain: [String: JSONValue] = [
            "displayHeight": .integer(1080), "diagonalScreenSize": .number(5.5), "connectionSecure": .bool(true),
            "connectionPort": .integer(443),
        ]
        let quoted: [String: JSONValue] = [
            "displayHeight": "1080", "diagonalScreenSize": "5.5", "connectionSecure": "true", "connectionPort": "443",
        ]
        #expect(described(quoted) == described(plain))
        #expect(described(["diagonalScreenSize": "6"]) == described(["diagonalScreenSize": .integer(6)]))
        for other in ["wide", "inf", "nan", "", "0x1p4 "] {
            #expect(described(["diagonalScreenSize": .string(other), "connectionSecure": "yes"]) == described([:]))
        }
    }

    @Test("information of a session that lacks nothing names nothing missing")
    func complete() async throws {
        let app = try await ServiceWorld().app()
        let code = try #require(try await begin(Self.whole, app).code)
        let information = try await app.send(
            .sessionInformation(code: code, of: "REF30", headers: app.headers)
        ).required()
        #expect(information.missingParameters == nil)
    }

    // MARK: - Refusals

    @Test("a code that is none, that nobody holds, that lapsed, or that is another's, is refused")
    func codes() async throws {
        let world = try ServiceWorld()
        try world.service.updateConfiguration { $0.requestors.append(.init(id: "OTHER", name: "x", integrations: [])) }
        let app = try await world.app()
        let code = try #require(try await begin(Self.whole, app).code)
        func errors(_ code: String, of provider: String = "REF30") async throws -> [String?] {
            [
                try await app.send(.resume(.init(), code: code, of: provider, headers: app.headers)).error?.code,
                try await app.send(.sessionInformation(code: code, of: provider, headers: app.headers)).error?.code,
                try await app.send(.profile(ofCode: code, serviceProvider: provider, headers: app.headers)).error?.code,
            ]
        }
        for garbage in ["short", "abcdefg", "TOOLONGCODE", "AB-DEFG", "ÄÖÜABCD"] {
            #expect(try await errors(garbage) == Array(repeating: "invalid_parameter_code", count: 3))
        }
        let unknown = Array(repeating: Optional("invalid_authentication_session"), count: 3)
        #expect(try await errors("ABCDEF7") == unknown)
        #expect(try await errors(code, of: "OTHER") == unknown)
        #expect(try await errors(code) == [nil, nil, nil])
        try world.simulation.clock.advance(by: 1)
        var later = app
        try await later.renewToken()
        let early = try #require(try await begin(Self.whole, later).code)
        try world.simulation.clock.advance(by: -1)
        #expect(try await errors(early) == unknown)
        try world.simulation.clock.advance(by: 1_800)
        #expect(try await errors(code) == unknown)
    }

    static let bad: [(SessionRequest, String)] = [
        (SessionRequest(mvpd: "Nobody"), "invalid_parameter_mvpd"),
        (SessionRequest(mvpd: "Dish"), "invalid_integration"),
        (SessionRequest(redirectURL: "nowhere"), "invalid_parameter_redirect_url"),
        (SessionRequest(redirectURL: "https://example.com/#two#fragments"), "invalid_parameter_redirect_url"),
    ]

    @Test("parameters that cannot be are refused, and change nothing", arguments: bad)
    func parameters(request: SessionRequest, code expected: String) async throws {
        let world = try ServiceWorld()
        try world.change("Dish") { $0.enabled = false }
        let app = try await world.app()
        #expect(try await app.send(.session(request, of: "REF30", headers: app.headers)).error?.code == expected)
        let code = try #require(try await begin(SessionRequest(), app).code)
        let resumed = try await app.send(.resume(request, code: code, of: "REF30", headers: app.headers))
        #expect(resumed.error?.code == expected)
        let information = try await app.send(
            .sessionInformation(code: code, of: "REF30", headers: app.headers)
        ).required()
        #expect(information.missingParameters == ["mvpd", "domainName", "redirectUrl"])
    }

    @Test("what a session was resumed with is not kept when its MVPD's integration refuses it")
    func refusalsKeepNothing() async throws {
        let world = try ServiceWorld()
        let app = try await world.app()
        let code = try #require(try await begin(SessionRequest(mvpd: "Cablevision"), app).code)
        try world.change("Cablevision") { $0.enabled = false }
        let supply = SessionRequest(domainName: "d", redirectURL: "app://done")
        let resumed = try await app.send(.resume(supply, code: code, of: "REF30", headers: app.headers))
        #expect(resumed.error?.is(.invalidIntegration) == true)
        let information = try await app.send(
            .sessionInformation(code: code, of: "REF30", headers: app.headers)
        ).required()
        #expect(
            information.existingParameters
                == .init(
                    mvpd: "Cablevision", domainName: nil, redirectUrl: nil, serviceProvider: "REF30"))
    }

    @Test(
        "a form that cannot be read blames the parameter that is broken, and says in words what else is",
        arguments: [
            ("mvpd=%zz&redirectUrl=https://example.com", "invalid_parameter_mvpd", "'mvpd'"),
            ("mvpd=Dish&redirectUrl=%ff", "invalid_parameter_redirect_url", "'redirectUrl'"),
            ("domainName=%e0%a0", "internal_error", "'domainName'"), ("other=%", "internal_error", "'other'"),
            ("%=x", "internal_error", "The body"),
            ("mvpd=Dish&m%76pd=Cablevision", "invalid_parameter_mvpd", "'mvpd' stands twice"),
            ("redirectUrl=app:a&redirectUrl=app:a", "invalid_parameter_redirect_url", "'redirectUrl' stands twice"),
            ("domainName=a&domainName=b", "internal_error", "'domainName' stands twice"),
            (String(repeating: "a", count: 2 << 20) + "=", "internal_error", "larger"),
        ])
    func brokenForms(body: String, code expected: String, details: String) async throws {
        let app = try await ServiceWorld().app()
        let code = try #require(try await begin(SessionRequest(), app).code)
        for route in [Route.session("REF30"), .resume("REF30", code: code), .partnerSession("REF30")] {
            let request = HTTPRequest(
                method: .post, scheme: "https", authority: "api.auth.adobe.com", path: route.path,
                headerFields: app.headers.fields())
            let answer = try await app.world.service.respond(to: request, body: Data(body.utf8))
            let reply = Reply<SessionResponse>(response: answer.response, body: answer.body)
            #expect(reply.status == 400 && reply.error?.code == expected)
            #expect(reply.error?.details?.contains(details) == true)
        }
    }

    @Test("each demands its headers")
    func headers() async throws {
        let app = try await ServiceWorld().app()
        var headers = app.headers
        headers.deviceIdentifier = nil
        #expect(
            try await app.send(.session(Self.whole, of: "REF30", headers: headers)).error?.code
                == "invalid_header_device_identifier")
        headers = app.headers
        headers.deviceInformation = nil
        #expect(
            try await app.send(.session(Self.whole, of: "REF30", headers: headers)).error?.code
                == "invalid_header_device_info")
        headers = RequestHeaders()
        for reply in [
            try await app.send(.session(Self.whole, of: "REF30", headers: headers)).error?.code,
            try await app.send(.resume(.init(), code: "ABCDEFG", of: "REF30", headers: headers)).error?.code,
            try await app.send(.sessionInformation(code: "ABCDEFG", of: "REF30", headers: headers)).error?.code,
        ] { #expect(reply == "invalid_access_token_client_application") }
    }

    // MARK: - Profiles by code

    @Test("polling a code shows nothing until the person has signed in, then the regular profile alone")
    func polling() async throws {
        let app = try await ServiceWorld().app()
        let code = try #require(try await begin(SessionRequest(), app).code)
        func poll() async throws -> [String: Profile] {
            try await app.send(.profile(ofCode: code, serviceProvider: "REF30", headers: app.headers)).required()
                .profiles
        }
        #expect(try await poll().isEmpty)
        _ = try await app.send(.resume(Self.whole, code: code, of: "REF30", headers: app.headers))
        #expect(try await poll().isEmpty)
        try app.hold(.appleSSO)
        #expect(try await poll().isEmpty)
        try app.hold(.regular)
        #expect(try await poll().mapValues(\.type) == ["Cablevision": .regular])
    }

    @Test("polling a code of a degraded MVPD shows the degraded profile")
    func pollingDegraded() async throws {
        let world = try ServiceWorld()
        let app = try await world.app()
        let code = try #require(try await begin(Self.whole, app).code)
        try world.change("Cablevision") { $0.degradation = .authenticateAll }
        let reply = try await app.send(.profile(ofCode: code, serviceProvider: "REF30", headers: app.headers))
            .required()
        #expect(reply.profiles["Cablevision"]?.type == .degraded)
    }

    @Test(
        "refuses a redirect URL that is no address, in its own words",
        arguments: [
            "relative", "http://", "http:///path", "http://a/ b", "http://a/\r\nX: 1", "http://a/\u{0}", "http://é/ü",
            "http://a/#b#c", "javascript:alert(1)", "data:text/html,x", "https://a/%zz", "https://a/%2",
            "https://a/<b>",
            "https://a/{b}", "https://a/\"b\"",
        ])
    func noAddress(url: String) async throws {
        let app = try await ServiceWorld().app()
        let request = SessionRequest(mvpd: "Cablevision", domainName: "d", redirectURL: url)
        let reply = try await app.send(.session(request, of: "REF30", headers: app.headers))
        guard case .refused(let error, let status) = reply else { throw UnexpectedReply(description: "\(reply)") }
        #expect(error.is(.invalidParameterRedirectURL))
        #expect(error.details?.hasPrefix("The redirect URL ") == true)
        #expect(status == 400)
    }

    @Test(
        "takes an app's own scheme for an address, and a fragment, which browsers keep",
        arguments: [
            "adobepass://ios.app", "app:done", "https://a.example/x?y=%20", "https://a.example/#/done",
            "app://done?x#", "https://[::1]:8080/x",
        ])
    func address(url: String) async throws {
        let app = try await ServiceWorld().app()
        let session = try await begin(
            SessionRequest(mvpd: "Cablevision", domainName: "d", redirectURL: url), app)
        #expect(session.actionName == .authenticate)
    }
}
