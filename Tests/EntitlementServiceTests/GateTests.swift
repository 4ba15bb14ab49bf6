import Foundation
import HTTPTypes
import TVSimCore
import TVSimEntitlementAPI
import TVSimEntitlementService
import TVSimStructuredText
import Testing

@Suite("What every endpoint requires")
struct GateTests {
    /// The endpoint matrix, copied apart from the product: route, then what each missing header is answered with.
    ///
    /// All that apps call but registration; `authenticate` is a browser's, which brings no headers of an app.
    static let matrix: [(Route, [HTTPField.Name: EnhancedErrorCode])] = [
        (Endpoint.configuration.route("REF30"), token),
        (Endpoint.session.route("REF30"), device),
        (Endpoint.resume.route("REF30", code: "ABCDEFG"), token),
        (Endpoint.sessionInformation.route("REF30", code: "ABCDEFG"), token),
        (Endpoint.profileByCode.route("REF30", code: "ABCDEFG"), token),
        (Endpoint.preauthorize.route("REF30", mvpd: "Cablevision"), device),
        (Endpoint.partnerSession.route("REF30"), device),
        (
            Endpoint.partnerProfile.route("REF30"),
            device.merging([.frameworkStatus: .invalidHeaderPFSPermissionAccessNotPresent]) { $1 }
        ),
        (Endpoint.profiles.route("REF30"), device),
        (Endpoint.profile.route("REF30", mvpd: "Cablevision"), device),
        (Endpoint.authorize.route("REF30", mvpd: "Cablevision"), device),
        (Endpoint.logout.route("REF30", mvpd: "Cablevision"), device),
    ]
    private static let token: [HTTPField.Name: EnhancedErrorCode] = [
        .authorization: .invalidAccessTokenClientApplication
    ]
    private static let device: [HTTPField.Name: EnhancedErrorCode] = [
        .authorization: .invalidAccessTokenClientApplication,
        .deviceIdentifier: .invalidHeaderDeviceIdentifier,
        .deviceInformation: .invalidHeaderDeviceInfo,
    ]
    static let demands = matrix.flatMap { route, headers in headers.map { (route, $0.key, $0.value) } }

    private func respond(
        _ route: Route, world: ServiceWorld, fields: HTTPFields, method: HTTPRequest.Method? = nil
    ) async throws -> (response: HTTPResponse, reply: Reply<JSONValue>) {
        let request = HTTPRequest(
            method: method ?? route.endpoint.method, scheme: "https", authority: "api.auth.adobe.com",
            path: route.path, headerFields: fields)
        let isDecision = [.authorize, .preauthorize].contains(route.endpoint)
        let body = Data(isDecision ? #"{"resources":["REF30"]}"#.utf8 : "".utf8)
        let (response, data) = try world.service.respond(to: request, body: body)
        return (response, Reply(response: response, body: data))
    }

    @Test("accepts a browser script without X-Device-Info, or with an unreadable one; its platform is unknown")
    func browsersNeedNoDeviceInformation() async throws {
        let world = try ServiceWorld()
        let app = try await world.app()
        try app.hold(.appleSSO)
        try app.hold(.regular, mvpd: "Dish")
        var fields = try app.vouched().fields()
        fields[.origin] = "https://stream.example"
        fields[.userAgent] = "Mozilla/5.0 (iPhone; CPU iPhone OS 26_1 like Mac OS X)"
        for value in [nil, "garbage"] {
            fields[.deviceInformation] = value
            if value != nil { fields[.userAgent] = nil }
            #expect(try await shown(in: world, fields) == ["Dish"], "no unknown platform has Apple's framework")
        }
    }

    /// Returns the MVPDs of the profiles that the service shows; the app holds one of the partner and one of Dish.
    private func shown(in world: ServiceWorld, _ fields: HTTPFields) async throws -> [String] {
        let (response, reply) = try await respond(Endpoint.profiles.route("REF30"), world: world, fields: fields)
        #expect(response.status.code == 200)
        guard case .object(let answer) = try reply.required(), case .object(let profiles)? = answer["profiles"] else {
            return []
        }
        return profiles.keys.sorted()
    }

    /// Observed: a shipped client of the live service sends the Base64 of such pairs instead of JSON.
    private static let pairs = Data("platform=Windows;mobile=false;tablet=false".utf8).base64EncodedString()

    @Test(
        "reads the platform of an unreadable X-Device-Info from User-Agent, otherwise it is unknown",
        arguments: [
            (pairs, nil, ["Dish"]), (pairs, "Mozilla/5.0 (Windows NT 10.0; Win64; x64)", ["Dish"]),
            (pairs, "Stream/4.2 (iPhone; iOS 26.1; Scale/3.00)", ["Cablevision", "Dish"]),
            (pairs, "Stream/4.2 (AppleTV; tvOS 26.1)", ["Cablevision", "Dish"]),
            ("garbage", "Stream/4.2 (iPad; iPadOS 26.1)", ["Cablevision", "Dish"]),
            // The header counts if it is readable.
            ("e30=", "Stream/4.2 (iPhone; iOS 26.1)", ["Dish"]),
            (Data(#"{"osName":"iPadOS"}"#.utf8).base64EncodedString(), nil, ["Cablevision", "Dish"]),
        ] as [(String, String?, [String])])
    func unreadableDeviceInformation(header: String, userAgent: String?, mvpds: [String]) async throws {
        let world = try ServiceWorld()
        let app = try await world.app()
        try app.hold(.appleSSO)
        try app.hold(.regular, mvpd: "Dish")
        var fields = try app.vouched().fields()
        fields[.deviceInformation] = header
        fields[.userAgent] = userAgent
        #expect(try await shown(in: world, fields) == mvpds)
    }

    @Test("refuses a missing or malformed header with its code, in a strict world", arguments: demands)
    func demandsHeaders(route: Route, header: HTTPField.Name, code: EnhancedErrorCode) async throws {
        let world = try ServiceWorld { $0.strictDeviceInformation = true }
        let app = try await world.app()
        for value in [nil, "", "garbage", "%%%", "Bearer", "fingerprint !", String(repeating: "A", count: 20_000)] {
            var fields = try app.vouched().fields()
            fields[header] = value
            let (response, reply) = try await respond(route, world: world, fields: fields)
            #expect(reply.error?.code == code.name, "\(header): \(value ?? "missing")")
            #expect(response.status.code == code.status)
        }
    }

    @Test("refuses other methods", arguments: matrix.map(\.0) + [Endpoint.register.route(), Endpoint.token.route()])
    func takesNoOtherMethod(route: Route) async throws {
        let world = try ServiceWorld()
        // A path may have several methods, each of them with an endpoint.
        let methods = Endpoint.all.filter { $0.template == route.endpoint.template }.map(\.method.rawValue)
        for method in [HTTPRequest.Method.get, .post, .put, .delete, .head, .options]
        where !methods.contains(method.rawValue) {
            let (response, reply) = try await respond(route, world: world, fields: [:], method: method)
            #expect(response.status.code == 405)
            #expect(Set(response.headerFields[.allow]?.components(separatedBy: ", ") ?? []) == Set(methods))
            #expect(reply.error?.status == 405)
        }
    }

    @Test(
        "refuses a wrong method of a browser with a page",
        arguments: [
            (HTTPRequest.Method.post, "/api/v2/authenticate/REF30/ABCDEFG", "GET"),
            (.get, "/sp/saml/SAMLAssertionConsumer", "POST"), (.put, "/activate", "GET, POST"),
        ])
    func wrongMethodOfPages(method: HTTPRequest.Method, path: String, allowed: String) async throws {
        let request = HTTPRequest(method: method, scheme: nil, authority: nil, path: path)
        let (response, body) = try (try ServiceWorld()).service.respond(to: request, body: Data())
        #expect(response.status.code == 405)
        #expect(response.headerFields[.allow] == allowed)
        #expect(response.headerFields[.contentType]?.hasPrefix("text/html") == true)
        #expect(String(decoding: body, as: UTF8.self).contains("<h1>"))
    }

    @Test("refuses an unknown path with an enhanced error 404")
    func answersUnknownPaths() async throws {
        let world = try ServiceWorld()
        for path in ["/", "/api/v2/REF30", "/api/v2/REF30/unknown", "/o/client/scopes", "*"] {
            let request = HTTPRequest(method: .get, scheme: nil, authority: nil, path: path)
            let (response, body) = try world.service.respond(to: request, body: Data())
            #expect(response.status.code == 404)
            #expect(response.headerFields[.cacheControl] == "no-store")
            #expect(Reply<JSONValue>(response: response, body: body).error?.status == 404)
        }
    }

    @Test(
        "answers a path of REST API V1 or of the older SDKs with 501 and its successor, in the journal too",
        arguments: [
            ("POST", "/reggie/v1/REF30/regcode", "POST /api/v2/{serviceProvider}/sessions"),
            ("GET", "/reggie/v1/REF30/regcode/TJJCFK", "GET /api/v2/{serviceProvider}/sessions/{code}"),
            ("GET", "/api/v1/config/REF30", "GET /api/v2/{serviceProvider}/configuration"),
            ("GET", "/api/v1/authenticate?reg_code=A", "GET /api/v2/authenticate/{serviceProvider}/{code}"),
            ("GET", "/api/v1/checkauthn", "GET /api/v2/{serviceProvider}/profiles/{mvpd}"),
            ("GET", "/api/v1/tokens/media", "POST /api/v2/{serviceProvider}/decisions/authorize/{mvpd}"),
            ("GET", "/api/v1/preauthorize", "POST /api/v2/{serviceProvider}/decisions/preauthorize/{mvpd}"),
            ("DELETE", "/api/v1/logout", "GET /api/v2/{serviceProvider}/logout/{mvpd}"),
            ("GET", "/api/v1/REF30/profile-requests/Dish", "POST /api/v2/{serviceProvider}/sessions/sso/{partner}"),
            ("GET", "/api/v1/identities", "an endpoint for each of its flows"),
            ("GET", "/adobe-services/config/REF30", "GET /api/v2/{serviceProvider}/configuration"),
            ("POST", "/adobe-services/sessionDevice", "GET /api/v2/{serviceProvider}/profiles/{mvpd}"),
            ("POST", "/indiv/devices", "AP-Device-Identifier"),
            ("GET", "/authenticate/saml?mso_id=Dish", "GET /api/v2/authenticate/{serviceProvider}/{code}"),
        ])
    func legacy(method: String, path: String, successor: String) throws {
        let world = try ServiceWorld()
        let request = HTTPRequest(method: .init(method)!, scheme: nil, authority: nil, path: path)
        let (response, body) = try world.service.respond(to: request, body: Data())
        #expect(response.status.code == 501)
        let error = Reply<JSONValue>(response: response, body: body).error
        #expect(error?.message.contains(successor) == true, "\(error?.message ?? "")")
        let entry = try #require(try world.simulation.journal.entries().last)
        #expect(entry.verdict == .refused)
        #expect(entry.text.details["successor"]?.contains(successor) == true)
    }

    @Test("keeps the logout page of the vendor's samples, and no other path that begins like an older one")
    func notLegacy() throws {
        let world = try ServiceWorld()
        for (path, status) in [("/adobe-services/logout?x=1", 400), ("/api/v10", 404), ("/reggie", 404), ("/api", 404)]
        {
            let request = HTTPRequest(method: .get, scheme: nil, authority: nil, path: path)
            #expect(try world.service.respond(to: request, body: Data()).response.status.code == status, "\(path)")
        }
    }

    @Test("knows only configured service providers", arguments: matrix.map(\.0.endpoint.name))
    func knowsOnlyConfiguredServiceProviders(name: String) async throws {
        let world = try ServiceWorld()
        let app = try await world.app()
        let routes: [Route] = [
            Endpoint.configuration.route("OTHER"), Endpoint.partnerSession.route("OTHER"),
            Endpoint.partnerProfile.route("OTHER"), Endpoint.profiles.route("OTHER"),
            Endpoint.profile.route("OTHER", mvpd: "Cablevision"),
            Endpoint.authorize.route("OTHER", mvpd: "Cablevision"),
            Endpoint.logout.route("OTHER", mvpd: "Cablevision"), Endpoint.session.route("OTHER"),
            Endpoint.resume.route("OTHER", code: "ABCDEFG"),
            Endpoint.sessionInformation.route("OTHER", code: "ABCDEFG"),
            Endpoint.profileByCode.route("OTHER", code: "ABCDEFG"),
            Endpoint.preauthorize.route("OTHER", mvpd: "Cablevision"),
        ]
        let route = try #require(routes.first { $0.endpoint.name == name })
        let (_, reply) = try await respond(route, world: world, fields: try app.vouched().fields())
        #expect(reply.error?.is(.invalidParameterServiceProvider) == true)
    }

    @Test("refuses an app whose statement is for other service providers")
    func refusesForeignApps() async throws {
        let world = try ServiceWorld()
        let statement = try SoftwareStatements.issue(app: "a", serviceProviders: ["OTHER"])
        let app = try await world.app(statement: statement)
        let reply = try await app.send(.configuration(of: "REF30", headers: app.headers))
        #expect(reply.error?.is(.invalidAccessTokenServiceProvider) == true)
        #expect(reply.status == 401)
    }

    enum TokenDefect: String, CaseIterable {
        case unsigned, confusedAlgorithm, changed, padded, statement, expired, notYetValid, otherWorld
    }

    @Test("refuses an access token that it did not issue or that is not valid now", arguments: TokenDefect.allCases)
    func refusesTokens(defect: TokenDefect) async throws {
        let world = try ServiceWorld()
        var app = try await world.app()
        let parts = try #require(app.headers.accessToken).split(separator: ".").map(String.init)
        switch defect {
        case .unsigned:
            app.headers.accessToken = Data(#"{"alg":"none"}"#.utf8).base64URL + "." + parts[1] + "."
        case .confusedAlgorithm:
            app.headers.accessToken =
                Data(#"{"alg":"HS256","typ":"JWT"}"#.utf8).base64URL + "." + parts[1] + "." + parts[2]
        case .changed:
            app.headers.accessToken = parts[0] + "." + parts[1].reversed() + "." + parts[2]
        case .padded:
            app.headers.accessToken = parts.joined(separator: ".") + "="
        case .statement:
            app.headers.accessToken = try SoftwareStatements.issue(app: "a")
        case .expired:
            try world.simulation.clock.advance(by: 21_600)
        case .notYetValid:
            try world.simulation.clock.advance(by: -1)
        case .otherWorld:
            let other = try ServiceWorld()
            try other.simulation.identifiers.reseed(7)
            app.headers.accessToken = try await other.app().headers.accessToken
        }
        let reply = try await app.send(.configuration(of: "REF30", headers: app.headers))
        #expect(reply.error?.is(.invalidAccessTokenClientApplication) == true)
        #expect(reply.status == 401)
    }

    @Test("accepts an access token until the last second of its lifetime, and a renewed one afterwards")
    func takesTokensUntilExpiry() async throws {
        let world = try ServiceWorld()
        var app = try await world.app()
        try world.simulation.clock.advance(by: 21_599)
        #expect(try await app.send(.configuration(of: "REF30", headers: app.headers)).status == 200)
        try world.simulation.clock.advance(by: 1)
        #expect(try await app.send(.configuration(of: "REF30", headers: app.headers)).status == 401)
        try await app.renewToken()
        #expect(try await app.send(.configuration(of: "REF30", headers: app.headers)).status == 200)
    }

    @Test("has the time of the simulated clock in every response")
    func saysSimulatedTime() async throws {
        let world = try ServiceWorld()
        for (advance, date) in [
            (0.0, "Thu, 01 Jan 2026 00:00:00 GMT"), (58 * 86_400 + 45_296, "Sat, 28 Feb 2026 12:34:56 GMT"),
            (86_400 * 731, "Tue, 29 Feb 2028 12:34:56 GMT"),
        ] {
            try world.simulation.clock.advance(by: advance)
            let request = HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/")
            let (response, _) = try world.service.respond(to: request, body: Data())
            #expect(response.headerFields[.date] == date)
        }
    }
}
