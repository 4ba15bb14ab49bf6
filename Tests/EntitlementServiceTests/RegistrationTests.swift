import Foundation
import HTTPTypes
import TVSimCore
import TVSimCryptography
import TVSimEntitlementAPI
import TVSimStateStorage
import TVSimStructuredText
import Testing

@testable import TVSimEntitlementService

@Suite("Client registration")
struct RegistrationTests {
    private let headers = RequestHeaders(
        deviceInformation: .init(model: "iPhone", version: "1", osName: "iOS", osVersion: "18"))

    private func register(
        _ statement: String, redirectURI: String? = nil, in world: ServiceWorld, headers: RequestHeaders? = nil
    ) async throws -> Reply<RegistrationResponse> {
        try await EntitlementCall.register(
            .init(softwareStatement: statement, redirectURI: redirectURI), headers: headers ?? self.headers
        ).send(over: InProcessTransport(service: world.service))
    }

    private func error<Answer>(_ reply: Reply<Answer>) -> String? {
        guard case .registrationRefused(let error, status: 400) = reply else { return nil }
        return error.error.rawValue
    }

    @Test("exchanges a software statement for permanent credentials, and these for a token of six hours (ambiguity 44)")
    func registersAndIssues() async throws {
        let world = try ServiceWorld()
        let statement = try SoftwareStatements.issue(app: "com.example.stream")
        let reply = try await register(statement, redirectURI: "adbe.x://adobe.com", in: world)
        #expect(reply.status == 201)
        let credentials = try reply.required()
        #expect(credentials.clientIDIssuedAt == 1_767_225_600)
        #expect(credentials.redirectURIs == ["adbe.x://adobe.com"])
        #expect(credentials.scopes == ["api:client:v2"] && credentials.grantTypes == ["client_credentials"])

        try world.simulation.clock.advance(by: 3650 * 86_400)
        let token = try await EntitlementCall.token(
            .init(clientID: credentials.clientID, clientSecret: credentials.clientSecret), headers: headers
        ).send(over: InProcessTransport(service: world.service))
        #expect(token.status == 201)
        let issued = try token.required()
        #expect(issued.tokenType == "bearer" && issued.expiresIn == 21_600)
        #expect(issued.createdAt.instant == (try world.now))
    }

    @Test("issues access tokens with the documented claims, whose signature openssl verifies")
    func issuesVerifiableTokens() async throws {
        let app = try await ServiceWorld().app()
        let token = try #require(app.headers.accessToken)
        let parts = token.split(separator: ".")
        let claims = try WireCoding.decode(
            Members.self, from: try #require(Data(base64URL: parts[1])))
        #expect(
            claims == [
                "sub": .string(app.credentials.clientID ?? ""), "iss": "auth.adobe.com", "scopes": "api:client:v2",
                "nbf": .integer(1_767_225_600), "iat": .integer(1_767_225_600), "exp": .integer(1_767_247_200),
            ])
        let signature = try #require(Data(base64URL: parts[2]))
        let key = try #require(RSAPrivateKey(pem: SimulationKeys.accessTokenPrivateKey)?.publicKey.pem)
        let signed = Data("\(parts[0]).\(parts[1])".utf8)
        #expect(try OutsideJudge.verifies(signature: signature, over: signed, publicKeyPEM: key))
        #expect(try !OutsideJudge.verifies(signature: signature, over: signed + Data("x".utf8), publicKeyPEM: key))
    }

    @Test("gives the same app the same statement in every run")
    func issuesEqualStatements() async throws {
        let first = try SoftwareStatements.issue(app: "a", serviceProviders: ["REF30"])
        #expect(try SoftwareStatements.issue(app: "a", serviceProviders: ["REF30"]) == first)
        #expect(try SoftwareStatements.issue(app: "b", serviceProviders: ["REF30"]) != first)
    }

    @Test("stores no client secret")
    func keepsNoSecret() async throws {
        let world = try ServiceWorld()
        let app = try await world.app()
        let documents = try world.simulation.store.read { state in
            try state.names(withPrefix: "service/").compactMap { try state.encodedValue(named: $0) }
        }
        #expect(documents.allSatisfy { !$0.contains(app.credentials.clientSecret ?? "") })
    }

    /// Observed: statements in shipped clients, of 2018 and 2020, have the issuer `auth.adobe.com` and `nbf` (S-19).
    @Test("issues statements with the claims of shipped clients, and registers a statement of the retired issuer too")
    func issuerOfStatements() async throws {
        let parts = try SoftwareStatements.issue(app: "a").split(separator: ".")
        let claims = try WireCoding.decode(
            Members.self, from: try #require(Data(base64URL: String(parts[1]))))
        #expect(claims["iss"] == "auth.adobe.com" && claims["nbf"] == claims["iat"] && claims["sub"] == "a")
        let world = try ServiceWorld()
        let retired = try ServiceKeys.softwareStatements.sign(
            .init(iss: "https://console.auth.adobe.com", sub: "a", jti: "1", iat: 1_767_225_600))
        let reply = try await register(retired, in: world)
        #expect(reply.status == 201)
        let entries = try world.simulation.journal.entries().map(\.text)
        #expect(entries.last?.reason.contains("issuer is retired") == true)
    }

    enum StatementDefect: String, CaseIterable {
        case garbage, empty, unsigned, otherKey, otherIssuer, changed, expired, accessToken, twoParts, hugeText
    }

    @Test("refuses a statement that the dashboard did not sign", arguments: StatementDefect.allCases)
    func refusesStatements(defect: StatementDefect) async throws {
        let world = try ServiceWorld()
        let good = try SoftwareStatements.issue(
            app: "a", expires: SimulatedClock.defaultStart.addingTimeInterval(60))
        let parts = good.split(separator: ".").map(String.init)
        let statement: String
        switch defect {
        case .garbage: statement = "no statement"
        case .empty: statement = ""
        case .unsigned: statement = Data(#"{"alg":"none"}"#.utf8).base64URL + "." + parts[1] + "."
        case .otherKey, .accessToken: statement = try await world.app().headers.accessToken ?? ""
        case .otherIssuer:
            statement = try ServiceKeys.softwareStatements.sign(
                .init(iss: "https://console.example", sub: "a", jti: "1", iat: 1_767_225_600))
        case .changed: statement = parts[0] + "." + parts[1].replacingOccurrences(of: "Y", with: "Z") + "." + parts[2]
        case .expired:
            statement = good
            try world.simulation.clock.advance(by: 60)
        case .twoParts: statement = parts[0] + "." + parts[1]
        case .hugeText: statement = String(repeating: "a.", count: 100_000)
        }
        #expect(error(try await register(statement, in: world)) == "invalid_software_statement")
    }

    @Test("accepts a statement until it expires")
    func takesStatementUntilExpiry() async throws {
        let world = try ServiceWorld()
        let expiry = SimulatedClock.defaultStart.addingTimeInterval(60)
        let statement = try SoftwareStatements.issue(app: "a", expires: expiry)
        try world.simulation.clock.advance(by: 59)
        #expect(try await register(statement, in: world).status == 201)
    }

    @Test("refuses every request of a revoked statement")
    func refusesRevokedStatements() async throws {
        let world = try ServiceWorld()
        let statement = try SoftwareStatements.issue(app: "a")
        var app = try await world.app(statement: statement)
        try SoftwareStatements.revoke(app: "a", in: world.simulation)
        #expect(error(try await register(statement, in: world)) == "unapproved_software_statement")
        #expect(error(try await app.send(.token(app.credentials, headers: headers))) == "unauthorized_client")
        let reply = try await app.send(.configuration(of: "REF30", headers: app.headers))
        #expect(reply.error?.is(.invalidAccessTokenClientApplication) == true)
        // Other apps' statements are not meant, nor is the same app's for one requestor.
        app = try await world.app()
        #expect(app.headers.accessToken != nil)
        let limited = try SoftwareStatements.issue(app: "a", serviceProviders: ["REF30"])
        #expect(try await register(limited, in: world).status == 201)
        try SoftwareStatements.revoke(app: "a", serviceProviders: ["REF30"], in: world.simulation)
        #expect(error(try await register(limited, in: world)) == "unapproved_software_statement")
    }

    @Test("accepts the next statement of an app after a revocation, and never the revoked one")
    func takesRenewedStatements() async throws {
        let world = try ServiceWorld()
        let statements = try (1...3).map { try SoftwareStatements.issue(app: "a", number: $0) }
        #expect(Set(statements).count == 3)
        func answers() async throws -> [Int] {
            var answers: [Int] = []
            for statement in statements { answers.append(try await register(statement, in: world).status) }
            return answers
        }
        try SoftwareStatements.revoke(app: "a", in: world.simulation)
        #expect(try await answers() == [400, 201, 201])
        try SoftwareStatements.renew(app: "a", in: world.simulation)
        let store = world.simulation.store
        #expect(try store.read { try SoftwareStatements.number(of: "a", in: $0) } == 2)
        #expect(try store.read { try !SoftwareStatements.isRevoked(app: "a", in: $0) })
        try SoftwareStatements.revoke(app: "a", in: world.simulation)
        #expect(try await answers() == [400, 400, 201])
        #expect(try store.read { try SoftwareStatements.number(of: "b", in: $0) } == 1)
    }

    @Test("issues a statement for all requestors if none is named")
    func statementOfNoRequestor() throws {
        #expect(try SoftwareStatements.issue(app: "a", serviceProviders: []) == SoftwareStatements.issue(app: "a"))
    }

    @Test("identifies a statement by its requestors in any order")
    func statementOfSeveralRequestors() throws {
        let world = try ServiceWorld()
        try SoftwareStatements.revoke(app: "a", serviceProviders: ["X", "Y", "X"], in: world.simulation)
        #expect(
            try world.simulation.store.read { state in
                try [["Y", "X"], ["X"], nil].map {
                    try SoftwareStatements.isRevoked(app: "a", serviceProviders: $0, in: state)
                }
            } == [true, false, false])
    }

    /// The vendor's sample, "Retrieve client credentials", registers an address with a fragment.
    @Test(
        "takes a redirect URL with a fragment, as the vendor's sample registers one, and an app's own scheme",
        arguments: ["https://a/#b", "myapp://", "com.example.app:/x", "adobepass://ios.app"])
    func takesAddresses(address: String) async throws {
        let statement = try SoftwareStatements.issue(app: "a")
        #expect(try await register(statement, redirectURI: address, in: ServiceWorld()).status == 201)
    }

    @Test(
        "refuses an invalid redirect URL, or one with a dangerous scheme",
        arguments: ["", "x", "/path", "https:", "a b://c"] + SessionTests.dangerous)
    func refusesRedirectAddresses(address: String) async throws {
        let statement = try SoftwareStatements.issue(app: "a")
        let reply = try await register(statement, redirectURI: address, in: ServiceWorld())
        #expect(error(reply) == "invalid_redirect_uri")
    }

    @Test(
        "accepts redirect URLs in the domains of the statement's requestors, if they have domains",
        arguments: [
            ("https://app.example/done", nil), ("https://TV.app.example:8443/", nil), ("adbe.x://elsewhere", nil),
            ("https://other.example/", nil), ("https://notapp.example/", "invalid_redirect_uri"),
            ("https://app.example.evil.example/", "invalid_redirect_uri"),
        ] as [(String, String?)])
    func domains(address: String, refusal: String?) async throws {
        let world = try ServiceWorld { configuration in
            configuration.requestors = ["FIRST", "OTHER"].map { .init(id: $0, integrations: []) }
            configuration.requestors[0].domains = ["App.example"]
            configuration.requestors[1].domains = ["other.example"]
        }
        let all = try await register(SoftwareStatements.issue(app: "a"), redirectURI: address, in: world)
        #expect(error(all) == refusal)
        // Another requestor's domain is none of an app that is not for it.
        let limited = try SoftwareStatements.issue(app: "a", serviceProviders: ["FIRST"])
        let reply = try await register(limited, redirectURI: address, in: world)
        #expect(error(reply) == (address.contains("other.example") ? "invalid_redirect_uri" : refusal))
        #expect(try await register(limited, redirectURI: nil, in: world).status == 201)
    }

    /// Observed: five public clients of the live service register without X-Device-Info and without Origin, and get 201.
    @Test("registers an app without device information, except in a strict world")
    func needsNoDeviceInformation() async throws {
        let statement = try SoftwareStatements.issue(app: "a")
        #expect(try await register(statement, in: ServiceWorld(), headers: RequestHeaders()).status == 201)
        let strict = try ServiceWorld { $0.strictDeviceInformation = true }
        #expect(error(try await register(statement, in: strict, headers: RequestHeaders())) == "invalid_request")
    }

    static let tokenForms: [(String, String)] = [
        ("", "invalid_request"),
        ("grant_type=client_credentials", "invalid_request"),
        (
            "client_id=ID&client_secret=SECRET&grant_type=client_credentials&grant_type=client_credentials",
            "invalid_request"
        ), ("client_id=ID&client_id=ID&client_secret=SECRET&grant_type=client_credentials", "invalid_request"),
        ("client_id=ID&client_secret=SECRET", "invalid_request"),
        ("client_id=ID&grant_type=client_credentials", "invalid_request"),
        ("client_id=ID&client_secret=SECRET&grant_type=password", "unsupported_grant_type"),
        ("client_id=ID&client_secret=wrong&grant_type=client_credentials", "invalid_client"),
        ("client_id=nobody&client_secret=SECRET&grant_type=client_credentials", "invalid_client"),
        ("client_id=%&client_secret=SECRET&grant_type=client_credentials", "invalid_request"),
        ("client_id=&client_secret=SECRET&grant_type=client_credentials", "invalid_request"),
        ("client_id=ID&client_secret=&grant_type=client_credentials", "invalid_request"),
        ("client_id=ID&client_secret=SECRET&grant_type=", "invalid_request"),
        (
            "client_id=ID&client_secret=SECRET&grant_type=client_credentials&client_assertion=x", "invalid_request"
        ),
    ]

    @Test(
        "refuses a client with two authentication methods; a bearer token is not one",
        arguments: [("Basic eDp5", 400), ("basic eDp5", 400), ("Bearer old", 201)])
    func oneWayToAuthenticate(header: String, status: Int) async throws {
        let world = try ServiceWorld()
        let app = try await world.app()
        var request = EntitlementCall.token(app.credentials, headers: app.headers).request()
        request.headerFields[.authorization] = header
        let body = EntitlementCall.token(app.credentials, headers: app.headers).body.data
        #expect(try world.service.respond(to: request, body: body).0.status.code == status)
    }

    /// Observed: shipped clients send the parameters of the access token in the query, without a body.
    @Test(
        "takes the parameters of an access token from the query or the body, each once",
        arguments: [("ID SECRET GRANT", "", 201), ("ID SECRET", "GRANT", 201), ("ID SECRET GRANT", "GRANT", 400)])
    func tokenByQuery(query: String, body: String, status: Int) async throws {
        let app = try await ServiceWorld().app()
        func form(_ words: String) -> String {
            words.replacing("ID", with: "client_id=\(app.credentials.clientID ?? "")")
                .replacing("SECRET", with: "client_secret=\(app.credentials.clientSecret ?? "")")
                .replacing("GRANT", with: "grant_type=client_credentials").replacing(" ", with: "&")
        }
        var request = EntitlementCall.token(app.credentials, headers: app.headers).request()
        request.path = "/o/client/token?" + form(query)
        let (response, data) = try app.world.service.respond(to: request, body: Data(form(body).utf8))
        #expect(response.status.code == status)
        if status == 400 { #expect(error(Reply<TokenResponse>(response: response, body: data)) == "invalid_request") }
        let journal = try app.world.simulation.journal.entries().map { "\($0)" }.joined()
        #expect(!journal.contains(app.credentials.clientSecret ?? "?"), "no secret of a URL is in the journal")
    }

    /// RFC 6749, 3.2: a parameter without a value counts as omitted, and an unknown one is ignored.
    @Test(
        "accepts a token request with unknown parameters, also twice, and with parameters without a value",
        arguments: ["", "&x=1&x=2", "&resource=urn:a&resource=urn:b", "&scope=", "&grant_type=", "&client_assertion="])
    func acceptsOtherParameters(more: String) async throws {
        let world = try ServiceWorld()
        let app = try await world.app()
        let call = EntitlementCall.token(app.credentials, headers: app.headers)
        let (response, _) = try world.service.respond(to: call.request(), body: call.body.data + Data(more.utf8))
        #expect(response.status.code == 201)
    }

    @Test("refuses a token request", arguments: tokenForms)
    func refusesTokenRequests(form: String, code: String) async throws {
        let world = try ServiceWorld()
        let app = try await world.app()
        let body =
            form.replacingOccurrences(of: "ID", with: app.credentials.clientID ?? "")
            .replacingOccurrences(of: "SECRET", with: app.credentials.clientSecret ?? "")
        let request = EntitlementCall.token(app.credentials, headers: app.headers).request()
        let (response, data) = try world.service.respond(to: request, body: Data(body.utf8))
        #expect(error(Reply<TokenResponse>(response: response, body: data)) == code)
    }
}
