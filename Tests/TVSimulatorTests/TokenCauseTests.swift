import Foundation
import HTTPTypes
import TVSimCryptography
import TVSimStructuredText
import TVSimWorld
import TestSupport
import Testing

@testable import TVSimulator

/// Two causes, two sentences: at the endpoints of a simulated MVPD with OAuth 2.
@Suite("A request to an authorization server that is refused") struct TokenCauseTests {
    private static let rest = OAuth2Fixture.backEnd(
        "accessTokenTTL: 60s, refreshTokenTTL: 600s")

    /// One token request for a new code, with what the server says.
    private static func said(
        _ fixture: OAuth2Fixture, asked: [String: String?] = [:], _ changes: [String: String?] = [:],
        basic: String? = "back:s%2F3%2Bcret", header: String? = nil, body: ((String) -> String)? = nil,
        type: String? = nil, query: ((String) -> String)? = nil
    ) throws -> String {
        let code = try #require(try fixture.authorize(asked)["code"])
        let fields = FormCoding.encode(OAuth2Fixture.redemption(code, changes))
        let authorization = header ?? basic.map { "Basic " + Data($0.utf8).base64EncodedString() }
        let answer = try send(
            fixture, query.map { "token?" + $0(fields) } ?? "token", authorization,
            body: body.map { $0(fields) } ?? (query == nil ? fields : ""), type: type)
        #expect(answer.status == 400 || answer.status == 401, "\(answer.page)")
        return answer.members["error_description"]?.string ?? ""
    }

    private static func send(
        _ fixture: OAuth2Fixture, _ path: String, _ authorization: String?, body: String, type: String?
    ) throws -> OAuth2Answer {
        var request = HTTPRequest(method: .post, scheme: "https", authority: "x", path: "/mvpd/Cablevision/" + path)
        request.headerFields[.authorization] = authorization
        request.headerFields[.contentType] = type
        let (response, data) = try fixture.world.respond(to: request, body: Data(body.utf8))
        return OAuth2Answer(response: response, body: data)
    }

    private static let part =
        "--b1\r\nContent-Disposition: form-data; name=\"grant_type\"\r\n\r\nauthorization_code\r\n--b1--\r\n"

    @Test("of a token is told by its cause, and no secret is repeated")
    func tokens() throws {
        let fixture = try OAuth2Fixture(Self.rest)
        let verifier = OAuth2Fixture.verifier
        let other = "https://back.example/other"
        let short = ["code_challenge": ProofKey.challenge(of: "z")]
        let several: [String: String?] = [
            "client_id": "app", "redirect_uri": "https://app.example/a",
        ]
        let causes = [
            Cause(
                "JSON", names: "application/json",
                said: try Self.said(
                    fixture, body: { _ in "{\"grant_type\":\"authorization_code\"}" }, type: "application/json")),
            Cause(
                "multipart", names: "multipart/form-data",
                said: try Self.said(fixture, body: { _ in Self.part }, type: "multipart/form-data; boundary=b1")),
            Cause("in the address", names: "in the address", said: try Self.said(fixture, query: { $0 })),
            Cause("twice", names: "'code' occurs twice", said: try Self.said(fixture, body: { $0 + "&code=a" })),
            Cause("a raw percent", names: "'%'", said: try Self.said(fixture, basic: "back:50%off")),
            Cause("a raw plus", names: "was not encoded", said: try Self.said(fixture, basic: "back:s/3+cret")),
            Cause("no Base64", names: "not encoded in Base64", said: try Self.said(fixture, header: "Basic back:s")),
            Cause("no colon", names: "no ':'", said: try Self.said(fixture, basic: "back")),
            Cause("another scheme", names: "'Bearer'", said: try Self.said(fixture, header: "Bearer abc")),
            Cause("another client", names: "'nobody' is none of", said: try Self.said(fixture, basic: "nobody:x")),
            Cause("a wrong secret", names: "'back' is wrong", said: try Self.said(fixture, basic: "back:other")),
            Cause("no client", names: "names no client", said: try Self.said(fixture, basic: nil)),
            Cause(
                "no secret", names: "'back' has not authenticated",
                said: try Self.said(fixture, ["client_id": "back"], basic: nil)),
            Cause(
                "a secret of a public client", names: "'app' is public", said: try Self.said(fixture, basic: "app:x")),
            Cause("two ways", names: "two ways", said: try Self.said(fixture, ["client_secret": "s/3+cret"])),
            Cause(
                "two names", names: "'back' in the header, and 'app'",
                said: try Self.said(fixture, ["client_id": "app"])),
            Cause("no grant type", names: "has 'code'", said: try Self.said(fixture, ["grant_type": nil])),
            Cause("a grant type", names: "'password'", said: try Self.said(fixture, ["grant_type": "password"])),
            Cause("no code", names: "'code' is missing", said: try Self.said(fixture, ["code": nil])),
            Cause("a code of another form", names: "length 1", said: try Self.said(fixture, ["code": "x"])),
            Cause(
                "an unknown code", names: "unknown or has expired",
                said: try Self.said(fixture, ["code": "0123456789abcdef0123456789abcdef"])),
            Cause(
                "the code of another client", names: "to 'app', not to 'back'",
                said: try Self.said(fixture, asked: several, ["redirect_uri": "https://app.example/a"])),
            Cause("no redirect_uri", names: OAuth2Fixture.returns, said: try Self.said(fixture, ["redirect_uri": nil])),
            Cause("another redirect_uri", names: other, said: try Self.said(fixture, ["redirect_uri": other])),
            Cause(
                "a redirect_uri that was not asked", names: "the only one of 'back'",
                said: try Self.said(fixture, asked: ["redirect_uri": nil], ["redirect_uri": other])),
            Cause(
                "a short verifier", names: "1 character: expected 43 to 128",
                said: try Self.said(fixture, asked: short, ["code_verifier": "z"])),
            Cause(
                "another character", names: "other than letters",
                said: try Self.said(fixture, ["code_verifier": verifier + "!"])),
            Cause(
                "no verifier", names: "'code_verifier' is missing", said: try Self.said(fixture, ["code_verifier": nil])
            ),
            Cause(
                "the challenge", names: "the code_challenge itself",
                said: try Self.said(fixture, ["code_verifier": ProofKey.challenge(of: verifier)])),
            Cause(
                "another verifier", names: ProofKey.challenge(of: verifier),
                said: try Self.said(fixture, ["code_verifier": String(repeating: "w", count: 43)])),
        ]
        expectTwoSentences(for: causes, secrets: ["s/3+cret", "s%2F3", "50%off", verifier])
        #expect(try fixture.tokens().status == 200)
    }

    @Test("of a refresh or of the user is told by its cause")
    func laterTokens() throws {
        let fixture = try OAuth2Fixture(Self.rest)
        func refresh(_ token: String) throws -> String {
            try fixture.refresh(token).members["error_description"]?.string ?? ""
        }
        func user(_ header: String?) throws -> String {
            try fixture.send(.get, "userinfo", authorization: header).members["error_description"]?.string ?? ""
        }
        let tokens = try fixture.tokens().members
        let (access, first) = (tokens["access_token"]?.string ?? "", tokens["refresh_token"]?.string ?? "")
        #expect(try fixture.send(.get, "userinfo", authorization: "Bearer " + access).status == 200)
        let grant = String(first.prefix { $0 != "." })
        var causes = [
            Cause("no header", names: "no access token", said: try user(nil)),
            Cause("another scheme", names: "'Basic'", said: try user("Basic abc")),
            Cause(
                "no token of the provider", names: "the access token is none of this provider",
                said: try user("Bearer abc")),
            Cause("the refresh token", names: "a refresh token", said: try user("Bearer " + first)),
            Cause("another part", names: "replaced by newer ones", said: try user("Bearer \(grant).\(grant)")),
            Cause("no refresh token", names: "the refresh token is none of this provider", said: try refresh("abc")),
            Cause("an access token", names: "an access token", said: try refresh(access)),
            Cause("another part, refreshed", names: "none of its grant", said: try refresh("\(grant).\(grant)")),
        ]
        try fixture.simulator.perform("advance: 60s")
        causes.append(Cause("an expired access token", names: "has expired at ", said: try user("Bearer " + access)))
        try fixture.simulator.perform("advance: 600s")
        causes.append(Cause("an expired refresh token", names: "was valid until ", said: try refresh(first)))
        expectTwoSentences(for: causes, secrets: [access, first])
    }

    @Test("of a sign-in is told by its cause")
    func authorizations() throws {
        let fixture = try OAuth2Fixture(Self.rest)
        func page(_ changes: [String: String?], _ more: String = "") throws -> String {
            let query = FormCoding.encode(OAuth2Fixture.request(changes)) + more
            let answer = try fixture.send(.get, "authorize?" + query)
            return answer.returned["error_description"] ?? answer.page
        }
        let causes = [
            Cause("state twice", names: "state", said: try page([:], "&state=s2")),
            Cause("no client", names: "client_id", said: try page(["client_id": nil])),
            Cause("another client", names: "nobody", said: try page(["client_id": "nobody"])),
            Cause(
                "no redirect_uri of several", names: "is missing",
                said: try page(["client_id": "app", "redirect_uri": nil])),
            Cause(
                "another redirect_uri", names: "https://x.example/",
                said: try page(["redirect_uri": "https://x.example/"])),
            Cause("no type", names: "response_type", said: try page(["response_type": nil])),
            Cause("another type", names: "'token'", said: try page(["response_type": "token"])),
            Cause("plain", names: "'plain'", said: try page(["code_challenge_method": "plain"])),
            Cause("no method", names: "is missing, which means", said: try page(["code_challenge_method": nil])),
            Cause("a short challenge", names: "1 character", said: try page(["code_challenge": "z"])),
            Cause(
                "by POST", names: "came by POST",
                said: try fixture.send(.post, "authorize", OAuth2Fixture.request()).page),
        ]
        expectTwoSentences(for: causes)
    }
}
