import Foundation
import HTTPTypes
import TVSimCore
import TVSimEntitlementAPI
import TVSimEntitlementService
import TVSimStructuredText
import Testing

/// Every action, action type and reason of sessions of the classic sign-in.
///
/// Adobe Pass REST API V2, Sessions.
@Suite("Sessions")
struct SessionTests {
    static let whole = SessionRequest(
        mvpd: "Cablevision", domainName: "example.com", redirectURL: "https://example.com/done")

    func begin(_ request: SessionRequest, _ app: AppFixture) async throws -> SessionResponse {
        try await app.send(.session(request, of: "REF30", headers: app.headers)).required()
    }

    @Test("with all parameters: authenticate/interactive/none, a code and its validity")
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

    @Test("if no sign-in is needed: authorize/direct, no code, no validity", arguments: standings)
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

    @Test("a waiting session finds a profile created meanwhile: authorize/direct/authenticated")
    func resumedAfterwards() async throws {
        let app = try await ServiceWorld().app()
        let code = try #require(try await begin(SessionRequest(mvpd: "Cablevision"), app).code)
        try app.hold(.regular)
        let session = try await app.send(.resume(.init(), code: code, of: "REF30", headers: app.headers)).required()
        #expect(session.actionName == .authorize && session.reasonType == .authenticated)
    }

    @Test(
        "a profile from Apple's framework does not count here, because the request has no framework status"
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

    @Test("a code's session reports a signed-in user, whatever the kind of profile")
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
        "a newer code of the app on the device ends the earlier session of any MVPD",
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
        let page = try app.world.service.respond(
            to: HTTPRequest(
                method: .get, scheme: "https", authority: "api.auth.adobe.com",
                path: Endpoint.authenticate.route("REF30", code: code).path), body: Data())
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

    @Test("a newer code of another app or device, or a session that needs no code, ends no session")
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
        var said: Members = [:]
        var userAgent: String?
        var forwarded: String?
        let browser: JSONValue
        let address: JSONValue
    }

    @Test(
        "browser and address come from the request if X-Device-Info does not have them",
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
        let (response, body) = try app.world.service.respond(to: request, body: call.body.data)
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

    @Test("information has the existing and missing parameters and the device of the session")
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

    @Test("information reads a device in the format of the vendor's samples")
    func vendorsDevice() throws {
        let device = DeviceInformation(
            members: ["type": .string("TV"), "version": .string("8,1"), "osName": .string("Roku")])
        guard case .object(let members) = device.description, case .object(let version)? = members["version"] else {
            Issue.record("the device must be described")
            return
        }
        #expect(members["type"] == .string("TV") && device.platform == .rokuOS)
        #expect(version["major"] == .integer(8) && version["minor"] == .integer(1))
        // A client may write a version as a number of JSON.
        for (given, minor) in [(JSONValue.integer(18), 0), (.number(18.4), 4)] as [(JSONValue, Int64)] {
            let description = DeviceInformation(members: ["osVersion": given]).description
            guard case .object(let members) = description, case .object(let system)? = members["operatingSystem"],
                case .object(let version)? = system["version"]
            else {
                Issue.record("the system must be described")
                return
            }
            #expect(version["major"] == .integer(18) && version["minor"] == .integer(minor))
        }
    }

    @Test("information reads quoted numbers and Boolean values like unquoted ones")
    func quotedInformation() async throws {
        func described(_ members: Members) -> JSONValue { DeviceInformation(members: members).description }
        let plain: Members = [
            "displayHeight": .integer(1080), "diagonalScreenSize": .number(5.5), "connectionSecure": .bool(true),
            "connectionPort": .integer(443),
        ]
        let quoted: Members = [
            "displayHeight": "1080", "diagonalScreenSize": "5.5", "connectionSecure": "true", "connectionPort": "443",
        ]
        #expect(described(quoted) == described(plain))
        #expect(described(["diagonalScreenSize": "6"]) == described(["diagonalScreenSize": .integer(6)]))
        for other in ["wide", "inf", "nan", "", "0x1p4 "] {
            #expect(described(["diagonalScreenSize": .string(other), "connectionSecure": "yes"]) == described([:]))
        }
    }

    @Test("information of a complete session has no missing parameters")
    func complete() async throws {
        let app = try await ServiceWorld().app()
        let code = try #require(try await begin(Self.whole, app).code)
        let information = try await app.send(
            .sessionInformation(code: code, of: "REF30", headers: app.headers)
        ).required()
        #expect(information.missingParameters == nil)
    }

    // MARK: - Profiles by code

    @Test("polling a code returns nothing until the user has signed in, then the regular profile only")
    func polling() async throws {
        let app = try await ServiceWorld().app()
        let code = try #require(try await begin(SessionRequest(), app).code)
        func poll() async throws -> [MVPDID: EntitlementProfile] {
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

    @Test("polling a code of a degraded MVPD returns the degraded profile")
    func pollingDegraded() async throws {
        let world = try ServiceWorld()
        let app = try await world.app()
        let code = try #require(try await begin(Self.whole, app).code)
        try world.change("Cablevision") { $0.degradation = .authenticateAll }
        let reply = try await app.send(.profile(ofCode: code, serviceProvider: "REF30", headers: app.headers))
            .required()
        #expect(reply.profiles["Cablevision"]?.type == .degraded)
    }
}
