import Foundation
import HTTPTypes
import TVSimCore
import TVSimCryptography
import TVSimEntitlementAPI
import TVSimStateStorage
import TVSimStructuredText
import TestSupport
import Testing

@testable import TVSimEntitlementService

/// The service's own requests to an MVPD, which here is a table of answers.
@Suite struct BackChannelTests {
    /// An MVPD that gives the same answer to each request of a path, and keeps the requests.
    private final class TableOfAnswers: BackChannel {
        typealias Answer = Result<(status: Int, body: String), TransportFailure>
        private let answers: [String: Answer]
        private let store: any StateStore
        let requests = Locked<[(request: HTTPRequest, body: String)]>([])

        init(_ answers: [String: Answer], type: String? = nil, writingTo store: any StateStore) {
            (self.answers, self.type, self.store) = (answers, type, store)
        }

        /// The header `Content-Type` of the answers; `nil` for none.
        let type: String?

        func send(
            _ request: HTTPRequest, body: Data, at served: ServedAddress
        ) throws -> (response: HTTPResponse, body: Data) {
            requests.withLockedValue { $0.append((request, String(decoding: body, as: UTF8.self))) }
            // An MVPD of the same world writes to the same store, which must not be inside a transaction now.
            try store.write { try $0.setValue(true, for: StateKey<Bool>("test/mvpd")) }
            let answer = try #require(answers[request.path ?? ""]).get()
            var response = HTTPResponse(status: .init(code: answer.status))
            response.headerFields[.contentType] = type
            return (response, Data(answer.body.utf8))
        }
    }

    private static let good = #"{"access_token":"A","token_type":"bearer","expires_in":60,"refresh_token":"R"}"#
    private static let user =
        #"{"sub":"alice","attributes":{"channelID":["1","2"],"n":5,"o":{"a":1}},"hba_status":false}"#

    /// What the MVPD answers at the token endpoint and about the user, and what comes of it: the status of the page, and
    /// the outcomes of the service's requests.
    private static let rows: [(name: String, TableOfAnswers.Answer, TableOfAnswers.Answer, Int, [String])] = [
        ("an answer", .success((200, good)), .success((200, user)), 302, ["answered", "answered"]),
        ("a refusal", .success((400, #"{"error":"invalid_grant"}"#)), .success((200, user)), 400, ["refused"]),
        ("a timeout", .failure(.init(.timeout, "Late.")), .success((200, user)), 504, ["timeout"]),
        ("a closed connection", .failure(.init(.interrupted, "Cut.")), .success((200, user)), 503, ["unreachable"]),
        ("an untrusted certificate", .failure(.init(.untrusted, "No.")), .success((200, user)), 503, ["unreachable"]),
        ("status 500", .success((500, "<h1>Sorry</h1>")), .success((200, user)), 400, ["refused"]),
        ("text that is not JSON", .success((200, "access_token=A")), .success((200, user)), 400, ["malformed"]),
        ("JSON that is not an object", .success((200, "[1]")), .success((200, user)), 400, ["malformed"]),
        ("no access token", .success((200, "{}")), .success((200, user)), 400, ["malformed"]),
        (
            "another token type", .success((200, #"{"access_token":"A","token_type":"mac"}"#)), .success((200, user)),
            400,
            ["malformed"]
        ),
        ("no user info", .success((200, good)), .success((401, "{}")), 400, ["answered", "refused"]),
        ("user info that is not JSON", .success((200, good)), .success((200, "?")), 400, ["answered", "malformed"]),
        ("a user without a name", .success((200, good)), .success((200, "{}")), 400, ["answered", "answered"]),
        ("late user info", .success((200, good)), .failure(.init(.timeout, "Late.")), 504, ["answered", "timeout"]),
    ]

    private struct Scene {
        let world: ServiceWorld
        let channel: TableOfAnswers
        let service: EntitlementService
        let app: AppFixture
        let code: String

        init(
            tokens: TableOfAnswers.Answer, userInfo: TableOfAnswers.Answer, type: String? = nil,
            with change: @Sendable (inout OAuth2Trust) -> Void = { _ in }
        ) async throws {
            world = try ServiceWorld { configuration in
                configuration.change("Cablevision") {
                    var server = OAuth2Trust(
                        authorizationEndpoint: "https://mvpd.example/authorize",
                        tokenEndpoint: "https://mvpd.example:8443/token?tenant=1", clientID: "our client",
                        isExternal: true)
                    server.userInfoEndpoint = "https://mvpd.example/me"
                    server.clientSecret = "se:cret"
                    server.scope = "openid profile"
                    change(&server)
                    $0.externalAuthorizationServer = server
                }
            }
            channel = TableOfAnswers(
                ["/token?tenant=1": tokens, "/me": userInfo], type: type, writingTo: world.simulation.store)
            service = EntitlementService(simulation: world.simulation, backChannel: channel)
            app = try await world.app()
            let session = try await app.send(
                .session(
                    .init(mvpd: "Cablevision", domainName: "example.com", redirectURL: "https://app.example/done"),
                    of: "REF30", headers: app.headers)
            ).required()
            code = session.code ?? ""
        }

        func open(_ path: String) throws -> (status: Int, location: String, page: String) {
            let request = HTTPRequest(method: .get, scheme: "https", authority: "x", path: path)
            let (response, body) = try service.respond(to: request, body: Data())
            return (
                response.status.code, response.headerFields[.location] ?? "", String(decoding: body, as: UTF8.self)
            )
        }

        /// Leaves for the MVPD, and returns the fields of the request.
        func leave() throws -> [String: String] {
            let location = try open("/api/v2/authenticate/REF30/\(code)").location
            #expect(location.hasPrefix("https://mvpd.example/authorize?"))
            let fields = FormCoding.decode(Data(location.drop { $0 != "?" }.dropFirst().utf8)) ?? []
            return Dictionary(fields.map { ($0.name, $0.value) }) { $1 }
        }

        func comeBack(_ fields: [(name: String, value: String)]) throws -> (status: Int, location: String, page: String)
        {
            try open("/adobe-services/oauth2?" + FormCoding.encode(fields))
        }

        var outcomes: [String] {
            get throws {
                try world.simulation.journal.entries().compactMap {
                    ($0.decision as? BackChannelDecision)?.outcome.rawValue
                }
            }
        }
    }

    @Test("whatever an MVPD answers becomes a redirect or a page, and the journal says what the service got")
    func answers() async throws {
        for (name, tokens, userInfo, status, outcomes) in Self.rows {
            let scene = try await Scene(tokens: tokens, userInfo: userInfo)
            let left = try scene.leave()
            let answer = try scene.comeBack([("code", "C"), ("state", left["state"] ?? "")])
            #expect(answer.status == status, "\(name): \(answer.page)")
            #expect(try scene.outcomes == outcomes, "\(name)")
            let profiles = try await scene.app.send(.profiles(of: "REF30", headers: scene.app.headers)).required()
            #expect(profiles.profiles.isEmpty == (status != 302), "\(name)")
        }
    }

    /// What an MVPD answers at the token endpoint, and what the journal must name.
    private static let causes: [(name: String, names: String, status: Int, body: String, type: String?)] = [
        ("an error", "'invalid_grant': too old", 400, #"{"error":"invalid_grant","error_description":"too old"}"#, nil),
        ("an error with status 200", "'bad_code', with status 200", 200, #"{"error":"bad_code"}"#, nil),
        ("a status without an error", "status 500 and text/html", 500, "<h1>Sorry</h1>", "text/html"),
        (
            "a form", "a form (Content-Type", 200, "access_token=SECRET-1&token_type=bearer",
            "application/x-www-form-urlencoded"
        ),
        ("a page", "text that is not JSON (Content-Type 'text/html')", 200, "<h1>Hello</h1>", "text/html"),
        ("a list", "a JSON list", 200, #"["SECRET-1"]"#, "application/json"),
        ("nothing", "empty", 200, "", nil),
        ("no access token", "it has 'accessToken'", 200, #"{"accessToken":"SECRET-1"}"#, nil),
        ("an empty access token", "'access_token' is empty", 200, #"{"access_token":""}"#, nil),
        ("no token type", "has no token type", 200, #"{"access_token":"SECRET-1"}"#, nil),
        ("another token type", "'mac'", 200, #"{"access_token":"SECRET-1","token_type":"mac"}"#, nil),
    ]

    @Test("an answer without tokens is told by its cause, without a secret")
    func answersWithoutTokens() async throws {
        var causes: [Cause] = []
        for (name, names, status, body, type) in Self.causes {
            let scene = try await Scene(
                tokens: .success((status, body)), userInfo: .success((200, Self.user)), type: type)
            let left = try scene.leave()
            #expect(try scene.comeBack([("code", "C"), ("state", left["state"] ?? "")]).status == 400, "\(name)")
            let told = try scene.world.simulation.journal.entries().compactMap {
                ($0.decision as? BackChannelDecision)?.explanation.kept
            }
            causes.append(Cause(name, names: names, said: told.last ?? ""))
        }
        expectTwoSentences(for: causes, secrets: ["SECRET-1", "se:cret"])
    }

    /// Lifetimes that an MVPD sends, and the seconds that the service keeps; `nil` for one that counts as not said.
    private static let lifetimes: [(sent: String, kept: TimeInterval?)] = [
        ("60", 60), ("1.5", 1.5), (#""60""#, 60), ("0", 0), ("1e300", TimeText.longestDuration),
        ("\(Int64.max)", TimeText.longestDuration), ("-1", nil), ("\(Int64.min)", nil), (#""nan""#, nil),
        (#""inf""#, nil), (#""-infinity""#, nil), (#""1e999""#, nil), (#""soon""#, nil), ("true", nil), ("null", nil),
    ]

    @Test("a lifetime that is not a finite number of zero or more seconds counts as not said (RFC 6749, 5.1)")
    func lifetimes() async throws {
        for (sent, kept) in Self.lifetimes {
            let tokens =
                #"{"access_token":"A","token_type":"bearer","refresh_token":"R","expires_in":\#(sent),"#
                + #""refresh_token_expires_in":\#(sent)}"#
            let scene = try await Scene(tokens: .success((200, tokens)), userInfo: .success((200, Self.user)))
            let left = try scene.leave()
            #expect(try scene.comeBack([("code", "C"), ("state", left["state"] ?? "")]).status == 302, "\(sent)")
            let now = try scene.world.simulation.clock.now()
            let documents = try scene.world.simulation.store.read { try $0.documents() }
            let name = try #require(documents.first { $0.name.hasPrefix(ServiceDocument.providerSessions) }?.name)
            let found = try scene.world.simulation.store.read { try $0.value(for: StateKey<MVPDSession>(name)) }
            guard case .oauth2(let session)? = found else {
                Issue.record("\(sent): no session")
                continue
            }
            for end in [session.accessEnds, session.refreshEnds] {
                #expect(end.map { $0.timeIntervalSince(now) } == kept, "\(sent)")
            }
        }
    }

    @Test("a request names client, address, state, scope and challenge, and the code is redeemed with its verifier")
    func requests() async throws {
        let scene = try await Scene(tokens: .success((200, Self.good)), userInfo: .success((200, Self.user)))
        let left = try scene.leave()
        #expect(
            left["response_type"] == "code" && left["client_id"] == "our client" && left["scope"] == "openid profile")
        #expect(left["requestor_id"] == "REF30" && left["code_challenge_method"] == "S256")
        #expect(left["redirect_uri"] == "https://sp.auth.adobe.com/adobe-services/oauth2")
        #expect(
            try scene.comeBack([("code", "C+/"), ("state", left["state"] ?? "")]).location == "https://app.example/done"
        )
        let sent = scene.channel.requests.withLockedValue { $0 }
        #expect(sent.map(\.request.method) == [.post, .get])
        #expect(sent[0].request.authority == "mvpd.example:8443")
        #expect(
            sent[0].request.headerFields[.authorization]
                == "Basic " + Data("our%20client:se%3Acret".utf8).base64EncodedString())
        let form = FormCoding.decode(Data(sent[0].body.utf8)) ?? []
        #expect(form.value("grant_type") == "authorization_code" && form.value("code") == "C+/")
        #expect(form.value("redirect_uri") == left["redirect_uri"])
        let verifier = try #require(form.value("code_verifier"))
        #expect(ProofKey.challenge(of: verifier) == left["code_challenge"])
        #expect(sent[1].request.headerFields[.authorization] == "Bearer A")
        let profiles = try await scene.app.send(.profiles(of: "REF30", headers: scene.app.headers)).required()
        let attributes = try #require(profiles.profiles["Cablevision"]).attributes.mapValues(\.value)
        #expect(attributes["userID"] == "alice" && attributes["channelID"] == ["1", "2"] && attributes["n"] == "5")
        #expect(attributes["o"] == ["a": 1] && attributes["hba_status"] == "false")
    }

    @Test("a client with a secret authenticates by the header or by fields, and a public one by its name")
    func authentication() async throws {
        let rows: [(OAuth2Trust.Authentication, secret: String?, header: Bool, fields: [String?])] = [
            (.basic, "se:cret", true, [nil, nil]), (.post, "se:cret", false, ["our client", "se:cret"]),
            (.basic, nil, false, ["our client", nil]), (.post, nil, false, ["our client", nil]),
        ]
        for (method, secret, header, fields) in rows {
            let scene = try await Scene(tokens: .success((200, Self.good)), userInfo: .success((200, Self.user))) {
                ($0.authentication, $0.clientSecret) = (method, secret)
            }
            let state = try scene.leave()["state"] ?? ""
            #expect(try scene.comeBack([("code", "C"), ("state", state)]).status == 302)
            let requests = scene.channel.requests.withLockedValue { $0 }
            let sent = try #require(requests.first)
            let form = FormCoding.decode(Data(sent.body.utf8)) ?? []
            #expect((sent.request.headerFields[.authorization] != nil) == header, "\(method) \(secret ?? "")")
            #expect([form.value("client_id"), form.value("client_secret")] == fields, "\(method) \(secret ?? "")")
        }
    }

    /// The issuer that the service knows, the fields of a response, and the status of the page.
    private static let issuers: [(known: String?, fields: [(name: String, value: String)], status: Int)] = [
        (nil, [("code", "C")], 302), (nil, [("code", "C"), ("iss", "https://other.example")], 302),
        ("https://mvpd.example", [("code", "C"), ("iss", "https://mvpd.example")], 302),
        ("https://mvpd.example", [("code", "C")], 400),
        ("https://mvpd.example", [("code", "C"), ("iss", "https://mvpd.example/")], 400),
        ("https://mvpd.example", [("code", "C"), ("iss", "https://MVPD.example")], 400),
        ("https://mvpd.example", [("code", "C"), ("iss", "")], 400),
        ("https://mvpd.example", [("error", "access_denied"), ("iss", "https://mvpd.example")], 302),
        ("https://mvpd.example", [("error", "access_denied")], 400),
        ("https://mvpd.example", [("error", "access_denied"), ("iss", "https://other.example")], 400),
    ]

    @Test("a response without the issuer that the server announces, or with another, sends nothing (RFC 9207, 2.4)")
    func issuer() async throws {
        for (known, fields, status) in Self.issuers {
            let scene = try await Scene(tokens: .success((200, Self.good)), userInfo: .success((200, Self.user))) {
                $0.issuer = known
            }
            let state = try scene.leave()["state"] ?? ""
            let answer = try scene.comeBack(fields + [("state", state)])
            #expect(answer.status == status, "\(fields): \(answer.page)")
            let isAsked = status == 302 && fields[0].name == "code"
            #expect(scene.channel.requests.withLockedValue(\.isEmpty) != isAsked, "\(fields)")
            #expect(status == 302 || answer.page.contains("&#39;https://mvpd.example&#39;"), "\(answer.page)")
            let decision = try scene.world.simulation.journal.entries().compactMap { $0.decision as? RequestDecision }
                .last { $0.endpoint == "authorizationReturn" }
            #expect(decision?.policies == (status == 302 ? [] : ["issuer"]), "\(fields)")
        }
    }

    @Test("the state of another request, and a second return, change nothing and send nothing")
    func states() async throws {
        let scene = try await Scene(tokens: .success((200, Self.good)), userInfo: .success((200, Self.user)))
        let left = try scene.leave()
        let state = left["state"] ?? ""
        for wrong in ["", "x", "\(state)x", "x\(state)", "AAAAAAA.\(state.split(separator: ".").last ?? "")"] {
            #expect(try scene.comeBack([("code", "C"), ("state", wrong)]).status == 400, "\(wrong)")
        }
        #expect(try scene.comeBack([("state", state)]).status == 400)
        #expect(scene.channel.requests.withLockedValue(\.count) == 0)
        #expect(try scene.comeBack([("code", "C"), ("state", state)]).status == 302)
        #expect(try scene.comeBack([("code", "C"), ("state", state)]).page.contains("This sign-in is finished"))
        #expect(scene.channel.requests.withLockedValue(\.count) == 2)
    }

    @Test("a return whose code could not be redeemed is not tried again, but a new request is")
    func claims() async throws {
        let scene = try await Scene(tokens: .failure(.init(.timeout, "Late.")), userInfo: .success((200, Self.user)))
        let state = try scene.leave()["state"] ?? ""
        #expect(try scene.comeBack([("code", "C"), ("state", state)]).status == 504)
        #expect(try scene.comeBack([("code", "C"), ("state", state)]).status == 400)
        #expect(scene.channel.requests.withLockedValue(\.count) == 1)
        let second = try scene.leave()["state"] ?? ""
        #expect(try scene.comeBack([("code", "D"), ("state", second)]).status == 504)
    }

    @Test("a service without a back channel cannot sign users in, and says that no MVPD can be reached")
    func absent() async throws {
        let scene = try await Scene(tokens: .success((200, Self.good)), userInfo: .success((200, Self.user)))
        let state = try scene.leave()["state"] ?? ""
        let request = HTTPRequest(
            method: .get, scheme: "https", authority: "x",
            path: "/adobe-services/oauth2?" + FormCoding.encode([("code", "C"), ("state", state)]))
        #expect(try scene.world.service.respond(to: request, body: Data()).response.status.code == 503)
    }
}
