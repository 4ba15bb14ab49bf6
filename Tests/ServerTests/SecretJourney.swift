import Foundation
import HTTPTypes
import TVSimCore
import TVSimEntitlementAPI
import TVSimStructuredText
import TVSimWorld
import Testing

/// What a client and its user send that has a secret: in every header of the table of endpoints, under every secret name, in
/// places where it does not belong, and in a sign-in that succeeds.
struct SecretJourney {
    /// A value that no door may show.
    struct Secret: Hashable {
        let what: String
        let value: String
        /// Whether it is part of the world's settings, which some doors show on purpose.
        var isSetting = false

        /// Whether the test has made it, and not the service.
        var isMarked: Bool { value.hasPrefix(SecretJourney.mark) }
    }

    /// The beginning of each value that the test has made.
    static let mark = "zq7-"

    private(set) var secrets: Set<Secret> = []
    /// The values that every door with messages shows, because what a client got wrong in them must be seen.
    private(set) var open: Set<String> = []
    let server: RunningServer
    let world: String

    init(at server: RunningServer, world: String) {
        self.server = server
        self.world = world
    }

    /// The headers whose values are plain, beside those that ``Redaction`` knows.
    static let plainHeaders: Set<HTTPField.Name> = [.userAgent, .visitorIdentifier, .forwardedFor]

    private static let names = [
        "password", "client_secret", "access_token", "refresh_token", "id_token", "apikey", "software_statement",
        "code_verifier", "assertion", "SAMLResponse", "X-Api-Key",
    ]

    private mutating func mark(_ what: String, isSetting: Bool = false) -> String {
        let value = "\(Self.mark)\(secrets.count)-" + String(what.filter { $0.isASCII && $0.isLetter }.prefix(24))
        secrets.insert(Secret(what: what, value: value, isSetting: isSetting))
        return value
    }

    private mutating func note(_ what: String, _ value: String) { secrets.insert(Secret(what: what, value: value)) }

    @discardableResult
    private func send(
        _ method: HTTPRequest.Method, _ path: String, headers: HTTPFields = [:], type: String? = nil,
        _ body: String = ""
    ) async throws -> SocketClient.Answer {
        var request = HTTPRequest(
            method: method, scheme: "http", authority: "127.0.0.1", path: "/s/\(world)\(path)", headerFields: headers)
        request.headerFields[.contentType] = type
        return try await server.client.exchange(request, body: Data(body.utf8))
    }

    /// Sends everything.
    mutating func walk() async throws {
        let user = mark("the user's password", isSetting: true)
        let code = mark("the user's code", isSetting: true)
        let typed = mark("the code that the user types", isSetting: true)
        for command in [
            #"{"provider": {"id": "Cablevision", "set": {"subscribers": {"zed": {"password": "\#(user)", "code": "\#(code)", "entitlements": ["REF30"]}}}}}"#,
            #"{"viewer": {"signIn": {"as": "zed", "code": "\#(typed)"}}}"#,
        ] {
            #expect(try await server.admin(.post, "/commands", command, world: world).status == 204)
        }
        for endpoint in Endpoint.all { try await sendHeaders(to: endpoint) }
        try await sendNames()
        let token = try await signIn(as: "zed", password: user)
        for endpoint in Endpoint.all { try await sendTokens(to: endpoint, with: token) }
        try await tell(of: token)
    }

    private mutating func sendHeaders(to endpoint: Endpoint) async throws {
        var headers = HTTPFields()
        for header in endpoint.required + endpoint.optional {
            switch Redaction.treatment(of: header.name.rawName) {
            case .secret:
                let value = mark("\(header.name) of \(endpoint.name)")
                // What is decoded before it is shown would show the decoded text.
                let isDecoded = header.name == .temporaryIdentity
                headers[header.name] = isDecoded ? Data(value.utf8).base64EncodedString() : value
            case .open:
                let value = "open-\(open.count)-\(header.name.canonicalName)"
                open.insert(value)
                headers[header.name] = value
            case .judged:
                #expect(
                    Self.plainHeaders.contains(header.name), "is the header \(header.name) a secret, open or plain?")
            }
        }
        headers[.cookie] = "session=" + mark("a cookie")
        headers[.proxyAuthorization] = "Basic " + mark("Proxy-Authorization")
        let path = endpoint.template.replacing(#/\{[A-Za-z]+\}/#, with: "x")
        try await send(endpoint.method, path, headers: headers)
    }

    private mutating func sendNames() async throws {
        let form = "application/x-www-form-urlencoded"
        let path = "/api/v2/REF30/sessions"
        for name in Self.names {
            try await send(.get, "/api/v2/REF30/configuration?\(name)=" + mark("\(name) in a query"))
            try await send(.post, path, type: form, "\(name)=" + mark("\(name) in a form"))
            try await send(
                .post, "/o/client/register", type: "application/json",
                #"{"a": {"\#(name)": ["\#(mark("\(name) in JSON"))"]}}"#)
            try await send(
                .post, path, type: form, #"{"\#(name)": "\#(mark("\(name) in JSON that is called a form"))"}"#)
            try await send(
                .post, path, type: "application/json", "\(name)=" + mark("\(name) in a form that is called JSON"))
        }
        for value in ["Basic " + Data(mark("Basic credentials").utf8).base64EncodedString(), mark("no scheme")] {
            try await send(.get, "/api/v2/REF30/profiles", headers: [.authorization: value])
        }
        let code = mark("an authorization code")
        try await send(.get, "/adobe-services/oauth2?code=\(code)&state=s", headers: [.referer: "/mvpd/x?code=\(code)"])
        try await send(
            .post, "/mvpd/Cablevision/token", type: form,
            "grant_type=authorization_code&code=\(code)&code_verifier=\(mark("a verifier"))")
        try await send(
            .post, "/mvpd/Cablevision/sso", type: form,
            "username=zed&pin=\(mark("a field of a profile's own name"))&action=sign-in")
    }

    /// Signs in, and decides, as an app and its user's browser do.
    private mutating func signIn(as name: String, password: String) async throws -> String {
        let client = SocketClient(port: server.client.port, world: world)
        var headers = RequestHeaders(
            deviceIdentifier: .init(fingerprint: "d"),
            deviceInformation: .init(model: "m", version: "1", osName: "iOS", osVersion: "18"))
        let statement = try #require(
            try await server.admin(.get, "/statement", world: world).json()["statement"]?.string)
        let registered = try #require(
            try await EntitlementCall<RegistrationResponse>.register(
                .init(softwareStatement: statement), headers: headers
            ).send(over: client).success)
        note("the client's secret", registered.clientSecret)
        let token = try #require(
            try await EntitlementCall<TokenResponse>.token(
                .init(clientID: registered.clientID, clientSecret: registered.clientSecret), headers: headers
            ).send(over: client).success?.accessToken)
        note("the access token", token)
        headers.accessToken = token
        let session = try #require(
            try await EntitlementCall<SessionResponse>.session(
                .init(mvpd: "Cablevision", domainName: "d", redirectURL: "https://app.example/done"), of: "REF30",
                headers: headers
            ).send(over: client).success)
        let redirect = try await client.exchange(
            HTTPRequest(method: .get, scheme: "http", authority: "127.0.0.1", path: session.url))
        let page = try #require(redirect.response.headerFields[.location])
        let query = String(RequestTarget(page).query)
        let form = "application/x-www-form-urlencoded"
        let answered = try await send(
            .post, "/mvpd/Cablevision/sso", type: form,
            FormCoding.encode([
                ("query", query), ("username", name), ("password", password), ("action", "sign-in"),
            ]))
        if let cookie = answered.response.headerFields[.setCookie]?.prefix(while: { $0 != ";" }) {
            note("the MVPD's cookie", String(cookie.split(separator: "=").last ?? ""))
        }
        func field(_ name: String) -> String? {
            let found = answered.text.range(of: "name=\"\(name)\" value=\"")
            return found.map { String(answered.text[$0.upperBound...].prefix { $0 != "\"" }) }
        }
        let response = try #require(field("SAMLResponse"), "\(answered.text)").replacing("&#x2F;", with: "/")
            .replacing("&#x3D;", with: "=").replacing("&#x2B;", with: "+")
        note("the SAML response", response)
        try await send(
            .post, "/sp/saml/SAMLAssertionConsumer", type: form,
            FormCoding.encode([("SAMLResponse", response), ("RelayState", field("RelayState") ?? "")]))
        let decisions = try #require(
            try await EntitlementCall<DecisionsResponse>.authorize(
                DecisionsRequest(resources: ["REF30"]), of: "REF30", mvpd: "Cablevision", headers: headers
            ).send(over: client).success)
        note("the media token", try #require(decisions.decisions.first?.token?.serializedToken))
        return token
    }

    /// Sends secrets in requests that pass the gate, so that the service judges each of them, and says what is wrong.
    private mutating func sendTokens(to endpoint: Endpoint, with token: String) async throws {
        let device = DeviceInformation(model: "m", version: "1", osName: "iOS", osVersion: "18").headerValue
        let path = endpoint.template.replacing("{serviceProvider}", with: "REF30")
            .replacing("{mvpd}", with: "Cablevision").replacing("{partner}", with: "Apple")
            .replacing(#/\{[A-Za-z]+\}/#, with: "x")
        for isToken in [false, true] {
            var headers: HTTPFields = [
                .authorization: "Bearer \(token)", .deviceInformation: device,
                .deviceIdentifier: DeviceIdentifier(fingerprint: "d").headerValue,
            ]
            for header in endpoint.required + endpoint.optional
            where header.name != .authorization && Redaction.treatment(of: header.name.rawName) == .secret {
                let value = mark("\(header.name) of an authorized \(endpoint.name)")
                // A token whose claims can be read is judged by them.
                headers[header.name] = isToken ? "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhbGljZSJ9.\(value)" : value
            }
            let query = endpoint.query.filter { endpoint.isSecret($0.name) }.map {
                "\($0.name)=" + mark("\($0.name) of \(endpoint.name)")
            }
            let form =
                "password=\(mark("password of \(endpoint.name)"))&SAMLResponse=\(mark("SAMLResponse of \(endpoint.name)"))"
            try await send(
                endpoint.method, query.isEmpty ? path : "\(path)?\(query.joined(separator: "&"))", headers: headers,
                type: "application/x-www-form-urlencoded", endpoint.method == .get ? "" : form)
        }
    }

    /// Tells the server of a test whose assertion had a token.
    private func tell(of token: String) async throws {
        let outcome = #"{"test": "t", "status": "failed", "message": "assert '\#(token)' == 'x'"}"#
        #expect(try await server.admin(.put, "/world/outcome", outcome, world: world).status == 204)
    }
}
