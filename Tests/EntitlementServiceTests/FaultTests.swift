import Foundation
import HTTPTypes
import TVSimCore
import TVSimEntitlementAPI
import TVSimStructuredText
import Testing

@testable import TVSimEntitlementService

@Suite("Faults of the service")
struct FaultTests {
    static let operations: [(FaultTarget, Route)] = [
        (.register, Endpoint.register.route()), (.token, Endpoint.token.route()),
        (.configuration, Endpoint.configuration.route("REF30")),
        (.sessionsSSO, Endpoint.partnerSession.route("REF30")), (.profilesSSO, Endpoint.partnerProfile.route("REF30")),
        (.profiles, Endpoint.profiles.route("REF30")), (.profiles, Endpoint.profile.route("REF30", mvpd: "Dish")),
        (.authorize, Endpoint.authorize.route("REF30", mvpd: "Dish")),
        (.logout, Endpoint.logout.route("REF30", mvpd: "Dish")),
        (.sessions, Endpoint.session.route("REF30")), (.sessions, Endpoint.resume.route("REF30", code: "ABCDEFG")),
        (.sessions, Endpoint.sessionInformation.route("REF30", code: "ABCDEFG")),
        (.profiles, Endpoint.profileByCode.route("REF30", code: "ABCDEFG")),
        (.preauthorize, Endpoint.preauthorize.route("REF30", mvpd: "Dish")),
    ]

    private func send(_ route: Route, _ world: ServiceWorld) async throws -> (response: HTTPResponse, body: Data) {
        let request = HTTPRequest(
            method: route.endpoint.method, scheme: "https", authority: "api.auth.adobe.com", path: route.path)
        return try await InProcessTransport(service: world.service).send(request, body: Data())
    }

    @Test("responds with the configured status or code, or not at all", arguments: operations)
    func strikes(operation: FaultTarget, route: Route) async throws {
        let world = try ServiceWorld()
        for error in ["timeout", "unreachable", "503", "malformed"] {
            try world.simulation.faults.add(Fault(operation: FaultOperation(operation), error: error, times: 1))
        }
        await #expect(throws: TransportFailure(.timeout, "")) { try await send(route, world) }
        await #expect(throws: TransportFailure(.unreachable, "")) { try await send(route, world) }
        #expect(try await send(route, world).response.status.code == 503)
        let malformed = try await send(route, world)
        #expect(malformed.response.status.code == route.endpoint.successStatus)
        #expect(throws: (any Error).self) { try WireCoding.decode(JSONValue.self, from: malformed.body) }
        // All are spent: the endpoint itself answers again.
        #expect([400, 401].contains(try await send(route, world).response.status.code))
    }

    @Test(
        "responds with a status as the platform does: an enhanced error, or registration's own", arguments: operations)
    func answersWithStatus(operation: FaultTarget, route: Route) async throws {
        let isRegistration = [Endpoint.register, .token].contains(route.endpoint)
        for (status, code, error) in [
            (400, "internal_error", "invalid_request"),
            (401, "invalid_access_token_client_application", "invalid_client"),
            (403, "internal_error", "invalid_request"), (500, "internal_server_error", "server_error"),
            (503, "internal_error", "server_error"),
        ] {
            let world = try ServiceWorld()
            try world.simulation.faults.add(Fault(operation: FaultOperation(operation), error: "\(status)"))
            let (response, body) = try await send(route, world)
            #expect(response.status.code == status)
            #expect(response.headerFields[.contentType] == "application/json;charset=UTF-8")
            switch Reply<JSONValue>(response: response, body: body) {
            case .refused(let refusal, _):
                #expect(!isRegistration && refusal.code == code && refusal.status == status)
                #expect((response.headerFields[.wwwAuthenticate] == "Bearer") == (status == 401))
            case .registrationRefused(let refusal, _):
                #expect(isRegistration && refusal.error.rawValue == error)
            default: Issue.record("\(status): \(String(decoding: body, as: UTF8.self))")
            }
        }
    }

    @Test("responds 429 with the throttling server's page, and to browsers with its own pages")
    func answersWithPages() async throws {
        for (operation, route, status) in [
            (FaultTarget.sessions, Endpoint.session.route("REF30"), 429), (.token, Endpoint.token.route(), 429),
            (.authenticate, Endpoint.authenticate.route("REF30", code: "ABCDEFG"), 500),
        ] {
            let world = try ServiceWorld()
            try world.simulation.faults.add(Fault(operation: FaultOperation(operation), error: "\(status)"))
            let (response, body) = try await send(route, world)
            #expect(response.status.code == status)
            #expect(response.headerFields[.contentType]?.hasPrefix("text/html") == true)
            #expect(String(decoding: body, as: UTF8.self).contains("<h1>"))
        }
    }

    @Test("responds with an enhanced error code", arguments: operations.dropFirst(2).map { $0 })
    func answersWithCode(operation: FaultTarget, route: Route) async throws {
        let world = try ServiceWorld()
        try world.simulation.faults.add(
            Fault(operation: FaultOperation(operation), error: "invalid_configuration_platform"))
        let (response, body) = try await send(route, world)
        #expect(response.status.code == 500)
        #expect(Reply<JSONValue>(response: response, body: body).error?.is(.invalidConfigurationPlatform) == true)
    }

    @Test(
        "every documented enhanced error can be configured: as the response, or inside a decision",
        arguments: EnhancedErrorCode.all)
    func everyCode(code: EnhancedErrorCode) async throws {
        let world = try ServiceWorld()
        let app = try await world.app()
        try app.hold(.regular)
        try world.simulation.faults.add(Fault(operation: FaultOperation(.profiles), error: code.name))
        try world.simulation.faults.add(Fault(operation: FaultOperation(.authorize), error: code.name))
        let whole = try await app.send(.profiles(of: "REF30", headers: app.headers))
        #expect(whole.status == code.status)
        #expect(whole.error?.is(code) == true && whole.error?.action == code.action)
        let decision = try await app.decide()
        if Endpoint.authorize.holdsInside(code) {
            #expect(try decision.required().decisions.first?.error?.is(code) == true)
        } else {
            #expect(decision.error?.is(code) == true)
        }
    }

    @Test("responds with an error of registration")
    func answersWithRegistrationError() async throws {
        let world = try ServiceWorld()
        try world.simulation.faults.add(Fault(operation: FaultOperation(.token), error: "invalid_client"))
        let (response, body) = try await send(Endpoint.token.route(), world)
        #expect(response.status.code == 400)
        #expect(String(decoding: body, as: UTF8.self) == #"{"error":"invalid_client"}"#)
    }

    @Test(
        "denies inside an ordinary response if the code belongs to a decision",
        arguments: [
            EnhancedErrorCode.networkConnectionTimeout, .invalidConfigurationTemporaryAccess,
            .invalidHeaderIdentityForTemporaryAccess,
        ])
    func deniesInside(code: EnhancedErrorCode) async throws {
        let world = try ServiceWorld()
        let app = try await world.app()
        try app.hold(.regular)
        try world.simulation.faults.add(Fault(operation: FaultOperation(.authorize), error: code.name))
        let reply = try await app.decide()
        #expect(reply.status == 200)
        #expect(try reply.required().decisions.first?.error?.is(code) == true)
    }

    @Test("that applies to a decision is not used up by a request that fails earlier")
    func waitsInside() async throws {
        let world = try ServiceWorld()
        let app = try await world.app()
        try app.hold(.regular)
        for operation in [FaultTarget.authorize, .preauthorize] {
            try world.simulation.faults.add(
                Fault(
                    operation: FaultOperation(operation), error: "authorization_denied_by_parental_controls", after: 1,
                    times: 1))
        }
        func decide(_ resources: [ResourceID], _ mvpd: MVPDID = "Cablevision", anonymous: Bool = false) async throws
            -> [EnhancedError?]
        {
            var headers = app.headers
            if anonymous { headers.accessToken = nil }
            let request = DecisionsRequest(resources: resources)
            return [
                try await app.send(.authorize(request, of: "REF30", mvpd: mvpd, headers: headers)),
                try await app.send(.preauthorize(request, of: "REF30", mvpd: mvpd, headers: headers)),
            ].map { $0.success?.decisions.first?.error ?? $0.error }
        }
        // Only decisions count, before the fault is due too.
        #expect(try await decide(["REF30"], anonymous: true).allSatisfy { $0?.status == 401 })
        #expect(try world.simulation.faults.plan().faults.map(\.after) == [1, 1])
        #expect(
            try await decide(["REF30"]).allSatisfy { $0?.is(.authorizationDeniedByParentalControls) != true })
        #expect(try world.simulation.faults.plan().faults.map(\.after) == [0, 0])
        for _ in 0..<2 {
            #expect(try await decide([]).allSatisfy { $0?.is(.invalidParameterResources) == true })
            #expect(try await decide(["REF30"], "Nobody").allSatisfy { $0?.is(.invalidParameterMVPD) == true })
            #expect(try await decide(["REF30"], anonymous: true).allSatisfy { $0?.status == 401 })
        }
        #expect(try world.simulation.faults.plan().faults.map(\.times) == [1, 1])
        #expect(
            try await decide(["REF30"]).allSatisfy { $0?.is(.authorizationDeniedByParentalControls) == true })
        #expect(try world.simulation.faults.plan().faults.map(\.times) == [0, 0])
        #expect(
            try await decide(["REF30"]).allSatisfy { $0?.is(.authorizationDeniedByParentalControls) != true })
    }

    @Test("that applies to a decision strikes a request that an earlier fault of the response lets pass")
    func besideOuter() async throws {
        let world = try ServiceWorld()
        let app = try await world.app()
        try app.hold(.regular)
        for (error, after) in [("internal_server_error", 1), ("authorization_denied_by_mvpd", 0)] {
            try world.simulation.faults.add(
                Fault(operation: FaultOperation(.authorize), error: error, after: after, times: 1))
        }
        var codes: [String?] = []
        for _ in 0..<3 {
            let reply = try await app.decide()
            codes.append(reply.success?.decisions.first?.error?.code ?? reply.error?.code)
        }
        #expect(codes == ["authorization_denied_by_mvpd", "internal_server_error", "identity_not_recognized_by_mvpd"])
    }

    @Test(
        "truncates a browser's page with the fault 'malformed'",
        arguments: ["/api/v2/authenticate/REF30/ABCDEFG", "/activate"])
    func breaksPagesOff(path: String) async throws {
        let world = try ServiceWorld()
        try world.simulation.faults.add(Fault(operation: FaultOperation(.authenticate), error: "malformed"))
        let request = HTTPRequest(method: .get, scheme: nil, authority: nil, path: path)
        let (response, body) = try world.service.respond(to: request, body: Data())
        #expect(response.status.code == 200 && response.headerFields[.location] == nil)
        #expect(response.headerFields[.contentType]?.hasPrefix("text/html") == true)
        let page = String(decoding: body, as: UTF8.self)
        #expect(page.hasPrefix("<!DOCTYPE html>") && !page.contains("</html>"))
    }

    @Test("becomes a gateway's response if the caller has no transport")
    func becomesGatewayAnswer() async throws {
        let world = try ServiceWorld()
        try world.simulation.faults.add(Fault(operation: FaultOperation(.token), error: "timeout"))
        let request = EntitlementCall.token(.init(clientID: "", clientSecret: ""), headers: .init()).request()
        #expect(try world.service.respond(to: request, body: Data()).response.status.code == 504)
    }

    /// What a browser opens: with the operation whose faults strike it.
    static let pages: [(FaultTarget, HTTPRequest.Method, String)] = [
        (.authenticate, .get, "/api/v2/authenticate/REF30/ABCDEFG"),
        (.authenticate, .get, "/activate"),
        (.authenticate, .post, "/activate"),
        (.authenticate, .post, "/sp/saml/SAMLAssertionConsumer"),
        (.logout, .get, "/adobe-services/logout"),
    ]

    @Test("shows a browser the configured code on a page", arguments: pages)
    func page(operation: FaultTarget, method: HTTPRequest.Method, path: String) async throws {
        let world = try ServiceWorld()
        try world.simulation.faults.add(
            Fault(operation: FaultOperation(operation), error: "invalid_authentication_session", times: 1))
        let request = HTTPRequest(method: method, scheme: "https", authority: "api.auth.adobe.com", path: path)
        let (response, body) = try await InProcessTransport(service: world.service).send(request, body: Data())
        #expect(response.headerFields[.contentType] == "text/html;charset=UTF-8")
        #expect(response.status.code == EnhancedErrorCode.invalidAuthenticationSession.status)
        #expect(String(decoding: body, as: UTF8.self).contains("<code>invalid_authentication_session</code>"))
    }

    @Test(
        "refuses a browser's body that is too large, with a page",
        arguments: pages + [(.authenticate, .get, "/sp/saml/metadata")])
    func largeBody(_: FaultTarget, method: HTTPRequest.Method, path: String) async throws {
        let world = try ServiceWorld()
        let request = HTTPRequest(method: method, scheme: "https", authority: "api.auth.adobe.com", path: path)
        let (response, body) = try await InProcessTransport(service: world.service)
            .send(request, body: Data(count: 2 * 1024 * 1024 + 1))
        #expect(response.headerFields[.contentType] == "text/html;charset=UTF-8")
        #expect(response.status.kind == .clientError)
        #expect(String(decoding: body, as: UTF8.self).contains("The body is larger than 2097152 bytes."))
    }
}
