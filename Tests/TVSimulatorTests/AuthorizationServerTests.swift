import Foundation
import HTTPTypes
import TVSimCore
import TVSimCryptography
import TVSimEntitlementAPI
import TVSimStructuredText
import TVSimWorld
import Testing

@testable import TVSimulator

/// A simulated MVPD as the authorization server of a back end under test (RFC 6749, 6750, 7636).
@Suite struct AuthorizationServerTests {
    @Test("a logout ends the tokens of its own session, and no others")
    func ownTokens() throws {
        let fixture = try OAuth2Fixture(OAuth2Fixture.backEnd())
        func signedIn() throws -> (cookie: String, token: String) {
            let answer = try fixture.send(
                .post, "authorize",
                [
                    ("query", FormCoding.encode(OAuth2Fixture.request())), ("username", "alice"),
                    ("password", "secret"), ("action", "sign-in"),
                ])
            let code = try #require(answer.returned["code"])
            let tokens = try fixture.send(
                .post, "token", OAuth2Fixture.redemption(code), authorization: OAuth2Fixture.basic)
            let cookie = (answer.response.headerFields[.setCookie] ?? "").prefix { $0 != ";" }
            return (String(cookie), tokens.members["refresh_token"]?.string ?? "")
        }
        let (first, second) = try (signedIn(), signedIn())
        var request = HTTPRequest(
            method: .get, scheme: "https", authority: "x",
            path: "/mvpd/Cablevision/logout?client_id=back&redirect_uri=https://back.example/")
        request.headerFields[.cookie] = first.cookie
        _ = try fixture.world.respond(to: request, body: Data())
        #expect(try fixture.refresh(first.token).error == "invalid_grant")
        #expect(try fixture.refresh(second.token).status == 200)
    }

    @Test("a client gets tokens for a code, and the user's attributes for an access token")
    func goodFlow() throws {
        let fixture = try OAuth2Fixture(OAuth2Fixture.backEnd())
        let returned = try fixture.authorize()
        #expect(returned["state"] == "s1" && returned["a"] == "b" && returned["error"] == nil)
        let answer = try fixture.send(
            .post, "token", OAuth2Fixture.redemption(try #require(returned["code"])), authorization: OAuth2Fixture.basic
        )
        #expect(answer.status == 200 && answer.response.headerFields[.cacheControl] == "no-store")
        #expect(answer.members["token_type"] == "Bearer" && answer.members["expires_in"] == 3_600)
        #expect(answer.members["refresh_token_expires_in"] == 2_592_000)
        let token = try #require(answer.members["access_token"]?.string)
        let info = try fixture.send(.get, "userinfo", authorization: "Bearer " + token)
        #expect(info.members["userID"] == "alice")
        guard case .object(let attributes)? = info.members["attributes"] else {
            Issue.record("no attributes: \(info.page)")
            return
        }
        #expect(attributes["channelID"] == ["one", "two"] && attributes["maxRating"] == ["MPAA": "PG-13"])
        #expect(!(try fixture.simulator.journal()).contains { $0.contains(token) })
    }

    /// What a token request changes, and the error of RFC 6749, 5.2.
    static let wrongRedemptions: [([String: String?], error: String)] = [
        (["code_verifier": String(repeating: "w", count: 43)], "invalid_grant"),
        (["code_verifier": nil], "invalid_grant"),
        (["redirect_uri": "https://back.example/return"], "invalid_grant"), (["redirect_uri": nil], "invalid_grant"),
        (["code": "0123456789abcdef0123456789abcdef"], "invalid_grant"), (["code": "x"], "invalid_grant"),
        (["code": nil], "invalid_request"), (["grant_type": nil], "invalid_request"),
        (["grant_type": "password"], "unsupported_grant_type"),
    ]

    @Test("a wrong token request is refused with the documented error, and the right one then works")
    func wrongTokenRequests() throws {
        for (changes, error) in Self.wrongRedemptions {
            let fixture = try OAuth2Fixture(OAuth2Fixture.backEnd())
            let code = try #require(try fixture.authorize()["code"])
            let wrong = try fixture.send(
                .post, "token", OAuth2Fixture.redemption(code, changes), authorization: OAuth2Fixture.basic)
            #expect(wrong.status == 400 && wrong.error == error, "\(changes): \(wrong.page)")
            #expect(wrong.members["error_description"]?.string?.isEmpty == false)
            #expect(try fixture.newest("/token")?.contains(error) == true)
            let right = try fixture.send(
                .post, "token", OAuth2Fixture.redemption(code), authorization: OAuth2Fixture.basic)
            #expect(right.status == 200, "\(changes)")
        }
    }

    @Test("a code is redeemed once; its second use revokes the tokens, and after a minute it has expired")
    func codes() throws {
        let fixture = try OAuth2Fixture(OAuth2Fixture.backEnd())
        let code = try #require(try fixture.authorize()["code"])
        func redeem(_ code: String) throws -> OAuth2Answer {
            try fixture.send(.post, "token", OAuth2Fixture.redemption(code), authorization: OAuth2Fixture.basic)
        }
        let tokens = try redeem(code)
        let access = "Bearer " + (tokens.members["access_token"]?.string ?? "")
        #expect(try fixture.send(.get, "userinfo", authorization: access).status == 200)
        #expect(try redeem(code).error == "invalid_grant")
        #expect(try fixture.send(.get, "userinfo", authorization: access).status == 401)
        #expect(try fixture.refresh(tokens.members["refresh_token"]?.string ?? "").error == "invalid_grant")
        let late = try #require(try fixture.authorize()["code"])
        try fixture.simulator.perform("advance: 60s")
        #expect(try redeem(late).error == "invalid_grant")
    }

    @Test("a client must authenticate: by Basic or by fields, not by both, and a public client by its proof key")
    func clients() throws {
        let fixture = try OAuth2Fixture(OAuth2Fixture.backEnd())
        func tokens(_ fields: [(name: String, value: String)], _ authorization: String?) throws -> OAuth2Answer {
            let code = try #require(try fixture.authorize()["code"])
            return try fixture.send(
                .post, "token", OAuth2Fixture.redemption(code) + fields, authorization: authorization)
        }
        let both = [(name: "client_id", value: "back"), (name: "client_secret", value: "s/3+cret")]
        #expect(try tokens(both, nil).status == 200)
        #expect(try tokens(both, OAuth2Fixture.basic).error == "invalid_request")
        for (fields, authorization) in [
            ([], nil), ([both[0]], nil), ([both[0], (name: "client_secret", value: "no")], nil),
            ([], "Basic " + Data("back:no".utf8).base64EncodedString()), ([], "Bearer x"),
            ([(name: "client_id", value: "nobody")], nil),
        ] as [([(name: String, value: String)], String?)] {
            let answer = try tokens(fields, authorization)
            #expect(answer.status == 401 && answer.error == "invalid_client", "\(fields)")
            #expect(answer.response.headerFields[.wwwAuthenticate]?.hasPrefix("Basic") == true)
        }
        // A code of one client is not another's.
        #expect(
            try tokens([], "Basic " + Data("adobe:secret".utf8).base64EncodedString()).error == "invalid_grant")
        let app: [String: String?] = ["client_id": "app", "redirect_uri": "https://app.example/b"]
        let code = try #require(try fixture.authorize(app)["code"])
        let redeemed = try fixture.send(
            .post, "token",
            OAuth2Fixture.redemption(code, ["client_id": "app", "redirect_uri": "https://app.example/b"]))
        #expect(redeemed.status == 200)
        let bare = try fixture.authorize(app.merging(["code_challenge": nil]) { $1 })
        #expect(bare["error"] == "invalid_request")
    }

    /// What an authorization request changes, and the error with which the browser returns; `nil` for an error page.
    static let wrongRequests: [([String: String?], error: String?)] = [
        (["client_id": "nobody"], nil), (["client_id": nil], nil), (["redirect_uri": "https://evil.example/"], nil),
        (["redirect_uri": "https://back.example/return?a=b&c=d"], nil),
        (["client_id": "app", "redirect_uri": nil], nil), (["response_type": "token"], "unsupported_response_type"),
        (["response_type": nil], "invalid_request"), (["code_challenge_method": "plain"], "invalid_request"),
        (["code_challenge_method": nil], "invalid_request"), (["code_challenge": "short"], "invalid_request"),
        (["prompt": "none"], "login_required"),
    ]

    @Test(
        "a wrong authorization request returns with the documented error, or stays on a page if its address is unknown")
    func wrongAuthorizationRequests() throws {
        for (changes, error) in Self.wrongRequests {
            let fixture = try OAuth2Fixture(OAuth2Fixture.backEnd())
            let answer = try fixture.send(.get, "authorize", OAuth2Fixture.request(changes))
            if let error {
                #expect(answer.status == 302 && answer.returned["error"] == error, "\(changes): \(answer.page)")
                #expect(answer.returned["state"] == "s1" && answer.returned["code"] == nil)
            } else {
                #expect(answer.status == 400 && answer.page.contains("role=\"alert\""), "\(changes)")
            }
        }
    }

    @Test("a request without a challenge is refused if proof keys are required, and challenges may be ignored")
    func proofKeys() throws {
        let bare: [String: String?] = ["code_challenge": nil, "code_challenge_method": nil]
        let required = try OAuth2Fixture(OAuth2Fixture.backEnd("pkce: required"))
        #expect(try required.authorize(bare)["error"] == "invalid_request")
        let supported = try OAuth2Fixture(OAuth2Fixture.backEnd())
        let code = try #require(try supported.authorize(bare)["code"])
        func redeem(_ fixture: OAuth2Fixture, _ code: String, _ changes: [String: String?]) throws -> OAuth2Answer {
            try fixture.send(
                .post, "token", OAuth2Fixture.redemption(code, changes), authorization: OAuth2Fixture.basic)
        }
        // A verifier shows that somebody has removed the challenge.
        #expect(try redeem(supported, code, [:]).error == "invalid_grant")
        #expect(try redeem(supported, code, ["code_verifier": nil]).status == 200)
        let ignoring = try OAuth2Fixture(OAuth2Fixture.backEnd("pkce: none"))
        let other = try #require(try ignoring.authorize()["code"])
        #expect(try redeem(ignoring, other, ["code_verifier": "wrong"]).status == 200)
    }

    @Test("refresh tokens are stable, rotate, or are missing; the use of a replaced one ends the session")
    func refreshTokens() throws {
        let stable = try OAuth2Fixture(OAuth2Fixture.backEnd())
        let first = try #require(try stable.tokens().members["refresh_token"]?.string)
        for _ in 1...3 { #expect(try stable.refresh(first).members["refresh_token"]?.string == first) }
        try stable.simulator.perform("advance: 30d")
        #expect(try stable.refresh(first).error == "invalid_grant")

        let rotating = try OAuth2Fixture(OAuth2Fixture.backEnd("refreshToken: rotating"))
        let old = try #require(try rotating.tokens().members["refresh_token"]?.string)
        let new = try #require(try rotating.refresh(old).members["refresh_token"]?.string)
        #expect(new != old)
        let newest = try #require(try rotating.refresh(new).members["refresh_token"]?.string)
        #expect(try rotating.refresh(old).error == "invalid_grant")
        #expect(try rotating.refresh(newest).error == "invalid_grant", "the session has ended")

        // What was never a refresh token ends nothing: an access token, an old one, and a text with the grant's name.
        for form in ["stable", "rotating"] {
            let fixture = try OAuth2Fixture(OAuth2Fixture.backEnd("refreshToken: \(form)"))
            let tokens = try fixture.tokens().members
            var refresh = try #require(tokens["refresh_token"]?.string)
            let first = try #require(tokens["access_token"]?.string)
            let grant = String(first.prefix { $0 != "." })
            for _ in 0..<10 {
                for wrong in [first, "\(grant).\(String(repeating: "0", count: 32))"] {
                    #expect(try fixture.refresh(wrong).error == "invalid_grant")
                }
                refresh = try #require(try fixture.refresh(refresh).members["refresh_token"]?.string, "\(form)")
            }
        }

        let none = try OAuth2Fixture(OAuth2Fixture.backEnd("refreshToken: none"))
        #expect(try none.tokens().members["refresh_token"] == nil)
    }

    @Test("an access token is refused when it is missing, unknown or expired, and after the user's sessions have ended")
    func accessTokens() throws {
        let fixture = try OAuth2Fixture(OAuth2Fixture.backEnd())
        func status(_ authorization: String?) throws -> (Int, String?) {
            let answer = try fixture.send(.get, "userinfo", authorization: authorization)
            return (answer.status, answer.response.headerFields[.wwwAuthenticate])
        }
        #expect(try status(nil) == (401, "Bearer"))
        #expect(try status("Bearer x") == (401, "Bearer error=\"invalid_token\""))
        let token = "Bearer " + (try fixture.tokens().members["access_token"]?.string ?? "")
        #expect(try status(token).0 == 200)
        try fixture.simulator.perform("advance: 61m")
        #expect(try status(token).0 == 401)
        let second = "Bearer " + (try fixture.tokens().members["access_token"]?.string ?? "")
        try fixture.simulator.perform("endSessions: {provider: Cablevision, subscriber: alice}")
        #expect(try status(second).0 == 401)
    }

    @Test("a logout ends the browser's session and leads back to a registered address only")
    func logout() throws {
        let fixture = try OAuth2Fixture(OAuth2Fixture.backEnd())
        let good = [(name: "client_id", value: "back"), (name: "redirect_uri", value: "https://back.example/")]
        let answer = try fixture.send(.get, "logout", good + [(name: "state", value: "out")])
        #expect(answer.status == 302 && answer.response.headerFields[.location] == "https://back.example/?state=out")
        for fields in [[good[0]], [good[1]], [good[0], (name: "redirect_uri", value: "https://evil.example/")]] {
            #expect(try fixture.send(.get, "logout", fields).status == 400)
        }
    }

    // MARK: - The name of the server

    /// Settings, and the members of the metadata that they change; `nil` for a missing one.
    static let metadata: [(settings: String, changes: [String: JSONValue?])] = [
        ("{}", [:]), ("{pkce: required}", [:]), ("{pkce: none}", ["code_challenge_methods_supported": nil]),
        ("{refreshToken: none}", ["grant_types_supported": ["authorization_code"]]),
        ("{iss: false}", ["authorization_response_iss_parameter_supported": nil]), ("{defect: noIss}", [:]),
    ]

    @Test("the metadata stands before the path of the issuer, and says what the server can (RFC 8414)")
    func serverMetadata() throws {
        let place = "/.well-known/oauth-authorization-server/mvpd/Cablevision"
        let site = "https://idp.tvsim.example/mvpd/Cablevision"
        for (settings, changes) in Self.metadata {
            let fixture = try OAuth2Fixture(settings)
            func answer(_ path: String, _ method: HTTPRequest.Method = .get) throws -> OAuth2Answer {
                let request = HTTPRequest(method: method, scheme: "https", authority: "x", path: path)
                let (response, body) = try fixture.world.respond(to: request, body: Data())
                return OAuth2Answer(response: response, body: body)
            }
            let found = try answer(place)
            #expect(
                found.status == 200 && found.response.headerFields[.contentType]?.hasPrefix("application/json") == true)
            var expected: [String: JSONValue?] = [
                "issuer": .string(site), "authorization_endpoint": .string(site + "/authorize"),
                "token_endpoint": .string(site + "/token"), "response_types_supported": ["code"],
                "response_modes_supported": ["query"],
                "grant_types_supported": ["authorization_code", "refresh_token"],
                "token_endpoint_auth_methods_supported": ["client_secret_basic", "client_secret_post", "none"],
                "code_challenge_methods_supported": ["S256"], "authorization_response_iss_parameter_supported": true,
            ]
            expected.merge(changes) { $1 }
            let members = Dictionary(found.members.map { ($0.key, $0.value) }) { $1 }
            #expect(members == expected.compactMapValues(\.self), "\(settings)")
            for path in [
                place + "/", place + "/token", place + "x", "/mvpd/Cablevision" + place.prefix(39),
                "/mvpd/Dish" + place,
            ] {
                #expect(try answer(path).status == 404, "\(path)")
            }
            #expect(try answer(place, .post).status == 405)
        }
    }

    /// Settings, and the issuer of the server's responses; `nil` for none.
    static let issuers: [(settings: String, issuer: String?)] = [
        ("", "https://idp.tvsim.example/mvpd/Cablevision"), ("iss: false", nil), ("defect: noIss", nil),
        ("defect: wrongIss", "https://idp.tvsim.example/mvpd/Cablevision-wrong"),
    ]

    @Test("a code and an error come with the issuer of the server, unless it is set not to send it (RFC 9207)")
    func issuer() throws {
        for (settings, issuer) in Self.issuers {
            let fixture = try OAuth2Fixture(OAuth2Fixture.backEnd(settings))
            let code = try fixture.authorize()
            #expect(code["code"] != nil && code["state"] == "s1" && code["iss"] == issuer, "\(settings)")
            let error = try fixture.authorize(["response_type": "token"])
            #expect(error["error"] == "unsupported_response_type" && error["iss"] == issuer, "\(settings)")
            let reason = try fixture.newest("/authorize")
            #expect(reason?.contains("with the defect") == settings.contains("defect"), "\(reason ?? "")")
        }
    }

    @Test("an MVPD with SAML has none of the endpoints, also in the methods that it answers")
    func absence() throws {
        let simulator = try Simulator(profile: "schema: 1\nname: test\n")
        for (method, path) in [
            ("GET", "authorize"), ("POST", "authorize"), ("POST", "token"), ("GET", "userinfo"), ("GET", "logout"),
        ] {
            let request = HTTPRequest(
                method: .init(method)!, scheme: "https", authority: "x", path: "/mvpd/Cablevision/\(path)")
            #expect(try simulator.world.respond(to: request, body: Data()).response.status == .notFound, "\(path)")
        }
        let metadata = HTTPRequest(
            method: .get, scheme: "https", authority: "x",
            path: "/.well-known/oauth-authorization-server/mvpd/Cablevision")
        #expect(try simulator.world.respond(to: metadata, body: Data()).response.status == .notFound)
    }
}
