import Foundation
import HTTPTypes
import TVSimCore
import TVSimEntitlementAPI
import TVSimEntitlementService
import TVSimStructuredText
import Testing

/// What the endpoints of sessions refuse, and that nothing changes by it.
extension SessionTests {
    @Test("a code that is malformed, unknown, expired or another service provider's is refused")
    func codes() async throws {
        let world = try ServiceWorld()
        try world.service.updateConfiguration { $0.requestors.append(.init(id: "OTHER", integrations: [])) }
        let app = try await world.app()
        let code = try #require(try await begin(Self.whole, app).code)
        func errors(_ code: String, of provider: RequestorID = "REF30") async throws -> [String?] {
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

    @Test("invalid parameters are refused and have no effect", arguments: bad)
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

    @Test("parameters of a resumed session are not stored if the integration of its MVPD is refused")
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
        "the error of a malformed form names the malformed parameter",
        arguments: [
            ("mvpd=%zz&redirectUrl=https://example.com", "invalid_parameter_mvpd", "'mvpd'"),
            ("mvpd=Dish&redirectUrl=%ff", "invalid_parameter_redirect_url", "'redirectUrl'"),
            ("domainName=%e0%a0", "internal_error", "'domainName'"), ("other=%", "internal_error", "'other'"),
            ("%=x", "internal_error", "The body"),
            ("mvpd=Dish&m%76pd=Cablevision", "invalid_parameter_mvpd", "'mvpd' occurs twice"),
            ("redirectUrl=app:a&redirectUrl=app:a", "invalid_parameter_redirect_url", "'redirectUrl' occurs twice"),
            ("domainName=a&domainName=b", "internal_error", "'domainName' occurs twice"),
            (String(repeating: "a", count: 2 << 20) + "=", "internal_error", "larger"),
        ])
    func brokenForms(body: String, code expected: String, details: String) async throws {
        let app = try await ServiceWorld().app()
        let code = try #require(try await begin(SessionRequest(), app).code)
        for route in [
            Endpoint.session.route("REF30"), Endpoint.resume.route("REF30", code: code),
            Endpoint.partnerSession.route("REF30"),
        ] {
            let request = HTTPRequest(
                method: .post, scheme: "https", authority: "api.auth.adobe.com", path: route.path,
                headerFields: app.headers.fields())
            let answer = try app.world.service.respond(to: request, body: Data(body.utf8))
            let reply = Reply<SessionResponse>(response: answer.response, body: answer.body)
            #expect(reply.status == 400 && reply.error?.code == expected)
            #expect(reply.error?.details?.contains(details) == true)
        }
    }

    @Test("each requires its headers")
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

    /// Redirect URLs that would run a script, show a document of the sender's or open a local file (S-58).
    static let dangerous = [
        "file:///etc/passwd", "FILE:///c:/x", "blob:https://example.com/1f0c", "filesystem:https://a/temporary/x",
        "view-source:https://a/", "view-source:javascript:alert(1)", "JavaScript:alert(1)", "vbscript:x",
        "Data:text/html;base64,PGI+", "jar:https://a/x.jar!/y.html", "blob:javascript:alert(1)",
    ]

    @Test(
        "refuses an invalid redirect URL, with the reason",
        arguments: [
            "relative", "http://", "http:///path", "http://a/ b", "http://a/\r\nX: 1", "http://a/\u{0}", "http://é/ü",
            "http://a/#b#c", "javascript:alert(1)", "data:text/html,x", "https://a/%zz", "https://a/%2",
            "https://a/<b>",
            "https://a/{b}", "https://a/\"b\"",
        ] + dangerous)
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
        "accepts an app's own scheme and a fragment, which browsers keep",
        arguments: [
            "adobepass://ios.app", "app:done", "https://a.example/x?y=%20", "https://a.example/#/done",
            "app://done?x#", "https://[::1]:8080/x", "myapp://", "com.example.app:/x", "com.example.app:/x?a=b#c",
            "filesystemapp://x", "my-file+1.0://x",
        ])
    func address(url: String) async throws {
        let app = try await ServiceWorld().app()
        let session = try await begin(
            SessionRequest(mvpd: "Cablevision", domainName: "d", redirectURL: url), app)
        #expect(session.actionName == .authenticate)
    }
}
