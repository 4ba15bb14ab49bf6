import Foundation
import HTTPTypes
import TVSimEntitlementAPI
import TVSimStructuredText
import Testing

@testable import TVSimulator

/// Requests to a simulated authorization server, read as RFC 6749, 8252 and 8707 demand.
@Suite("The parameters of OAuth 2") struct OAuth2ParameterTests {
    private func redeem(_ fixture: OAuth2Fixture, _ code: String, more: String = "", type: String? = nil) throws
        -> OAuth2Answer
    {
        try fixture.send(
            .post, "token", authorization: OAuth2Fixture.basic,
            body: FormCoding.encode(OAuth2Fixture.redemption(code)) + more, type: type)
    }

    // MARK: - Token requests

    @Test(
        "a token request is a form; one with another type is refused, and its code remains valid",
        arguments: [
            (nil, true), ("application/x-www-form-urlencoded", true),
            ("Application/X-WWW-Form-URLEncoded; charset=UTF-8", true), ("text/plain", false),
            ("application/json", false), ("multipart/form-data", false), ("", false),
        ] as [(String?, Bool)])
    func contentTypes(_ type: String?, _ isForm: Bool) throws {
        let fixture = try OAuth2Fixture(OAuth2Fixture.backEnd())
        let code = try #require(try fixture.authorize()["code"])
        let answer = try redeem(fixture, code, type: type)
        #expect(answer.status == (isForm ? 200 : 400) && answer.error == (isForm ? nil : "invalid_request"))
        if !isForm { #expect(try redeem(fixture, code).status == 200) }
    }

    @Test("the answer with tokens, and a refusal, are kept by no cache, also not by one of HTTP/1.0")
    func caches() throws {
        let fixture = try OAuth2Fixture(OAuth2Fixture.backEnd())
        let pragma = try #require(HTTPField.Name("Pragma"))
        for (answer, status) in [(try fixture.tokens(), 200), (try redeem(fixture, "x"), 400)] {
            #expect(answer.status == status && answer.response.headerFields[pragma] == "no-cache")
            #expect(answer.response.headerFields[.cacheControl] == "no-store")
        }
    }

    @Test("a refresh may ask for the scope of the sign-in or less, and for nothing else", arguments: ["a b", nil])
    func scopes(_ scope: String?) throws {
        let fixture = try OAuth2Fixture(OAuth2Fixture.backEnd("refreshToken: rotating"))
        let tokens = try fixture.tokens(["scope": scope]).members
        #expect(tokens["scope"]?.string == scope)
        var token = try #require(tokens["refresh_token"]?.string)
        for narrower in scope == nil ? [nil, ""] : [nil, "", "a", "b a"] as [String?] {
            for wider in ["c", "a c", "A"] {
                #expect(try fixture.refresh(token, scope: wider).error == "invalid_scope", "\(wider)")
            }
            let renewed = try fixture.refresh(token, scope: narrower).members
            #expect(renewed["scope"]?.string == (narrower ?? "" == "" ? scope : narrower))
            token = try #require(renewed["refresh_token"]?.string)
        }
    }

    // MARK: - Parameters

    /// What is added to a request, and whether it stays a good one.
    static let additions: [(more: String, isGood: Bool)] = [
        ("&x=1&x=2", true), ("&resource=urn:a&resource=urn:b", true), ("&scope=", true), ("&state=", true),
        ("&client_id=", true), ("&scope=a&scope=a", false), ("&client_id=back&client_id=back", false),
        ("&state=x&state=x", false), ("&%73cope=a&scope=b", false),
    ]

    @Test("unknown parameters are ignored, also twice, and those without a value; a known one occurs once")
    func additions() throws {
        for (more, isGood) in Self.additions {
            let fixture = try OAuth2Fixture(OAuth2Fixture.backEnd())
            let query = FormCoding.encode(OAuth2Fixture.request())
            let page = try fixture.send(.get, "authorize?" + query + more)
            #expect(page.status == (isGood ? 200 : 400), "authorize \(more)")
            #expect(page.page.contains("occurs twice") == !isGood, "authorize \(more)")
            let code = try #require(try fixture.authorize()["code"])
            // The state means nothing there.
            let isGoodToken = isGood || more.contains("state")
            #expect(try redeem(fixture, code, more: more).status == (isGoodToken ? 200 : 400), "token \(more)")
            // Nor the scope here.
            let isGoodLogout = isGood || more.contains("cope")
            let leaving = FormCoding.encode([("client_id", "back"), ("redirect_uri", "https://back.example/")])
            let logout = try fixture.send(.get, "logout?" + leaving + more)
            #expect(logout.status == (isGoodLogout ? 302 : 400), "logout \(more)")
        }
    }

    @Test("a parameter without a value counts as omitted")
    func empty() throws {
        let fixture = try OAuth2Fixture(OAuth2Fixture.backEnd())
        let returned = try fixture.authorize(["state": "", "redirect_uri": ""])
        #expect(returned["state"] == nil && returned["a"] == "b", "the only registered address is meant")
        let code = try #require(returned["code"])
        let without = OAuth2Fixture.redemption(code, ["redirect_uri": "", "client_secret": ""])
        #expect(try fixture.send(.post, "token", without, authorization: OAuth2Fixture.basic).status == 200)
        for name in ["response_type", "code_challenge_method"] {
            let answer = try fixture.send(.get, "authorize", OAuth2Fixture.request([name: ""]))
            #expect(answer.returned["error"] == "invalid_request", "\(name)")
        }
        #expect(try fixture.send(.get, "authorize", OAuth2Fixture.request(["client_id": ""])).status == 400)
        let another = try #require(try fixture.authorize()["code"])
        for (name, error) in [("code_verifier", "invalid_grant"), ("grant_type", "invalid_request")] {
            let wrong = OAuth2Fixture.redemption(another, [name: ""])
            #expect(
                try fixture.send(.post, "token", wrong, authorization: OAuth2Fixture.basic).error == error, "\(name)")
        }
    }

    // MARK: - Clients

    @Test("a client identifier may have spaces (RFC 6749, A.1)", arguments: ["my app", " a  b "])
    func spaces(_ id: String) throws {
        let fixture = try OAuth2Fixture(
            "{clients: {'\(id)': {secret: 'a b', redirectURIs: ['\(OAuth2Fixture.returns)']}}}")
        func code() throws -> String { try #require(try fixture.authorize(["client_id": id])["code"]) }
        let encoded = id.replacing(" ", with: "+")
        for basic in ["\(encoded):a+b", "\(encoded):a%20b"] {
            let answer = try fixture.send(
                .post, "token", OAuth2Fixture.redemption(try code()),
                authorization: "Basic " + Data(basic.utf8).base64EncodedString())
            #expect(answer.status == 200, "\(answer.page)")
        }
        let fields = OAuth2Fixture.redemption(try code(), ["client_id": id, "client_secret": "a b"])
        #expect(try fixture.send(.post, "token", fields).status == 200)
        let other = OAuth2Fixture.redemption(try code(), ["client_id": id + " ", "client_secret": "a b"])
        #expect(try fixture.send(.post, "token", other).error == "invalid_client")
    }

    @Test("a registered redirect URI has no fragment")
    func fragments() throws {
        func profile(_ address: String) -> String {
            OAuth2Fixture.profile("{clients: {app: {redirectURIs: ['\(address)']}}}")
        }
        for good in ["https://app.example/a", "app:/a?b=%23"] {
            #expect(throws: Never.self) { try Simulator(profile: profile(good)) }
        }
        for wrong in ["https://app.example/a#b", "app:/a#"] {
            let error = #expect(throws: (any Error).self) { try Simulator(profile: profile(wrong)) }
            #expect(error.map { "\($0)".contains("expected a URL without a fragment") } == true)
        }
    }

    /// An address that a native app asks for, and whether it has registered one like it.
    static let redirects: [(String, isKnown: Bool)] = [
        ("http://127.0.0.1/cb", true), ("http://127.0.0.1:51004/cb", true), ("http://[::1]/", true),
        ("http://[::1]:65535/", true), ("http://localhost/x?a=b", true), ("http://localhost:1/x?a=b", true),
        ("http://app.example/cb", true), ("app:/cb", true),
        ("http://127.0.0.1:51004/other", false), ("http://127.0.0.1:51004", false),
        ("http://127.0.0.1:70000/cb", false),
        ("http://127.0.0.1:/cb", false), ("http://127.0.0.1:5@evil.example/cb", false),
        ("http://127.0.0.1.evil/cb", false),
        ("http://127.0.0.2:5/cb", false), ("https://127.0.0.1:5/cb", false), ("http://127.0.0.1:5/cb#f", false),
        ("http://localhost:5/cb", false), ("http://app.example:5/cb", false), ("app://127.0.0.1:5/cb", false),
    ]

    @Test("the port of an address on the client's own machine may be any (RFC 8252, 7.3)")
    func loopback() throws {
        let registered =
            "['http://127.0.0.1/cb', 'http://[::1]:80/', 'http://localhost:8080/x?a=b', "
            + "'http://app.example/cb', 'app:/cb']"
        for (address, isKnown) in Self.redirects {
            let fixture = try OAuth2Fixture("{clients: {app: {redirectURIs: \(registered)}}}")
            let asked: [String: String?] = ["client_id": "app", "redirect_uri": address]
            let page = try fixture.send(.get, "authorize", OAuth2Fixture.request(asked))
            #expect(page.status == (isKnown ? 200 : 400), "\(address)")
            guard isKnown else { continue }
            let query = FormCoding.encode(OAuth2Fixture.request(asked))
            let answer = try fixture.send(
                .post, "authorize",
                [("query", query), ("username", "alice"), ("password", "secret"), ("action", "sign-in")])
            let place = address + (address.contains("?") ? "&" : "?") + "code="
            #expect(answer.response.headerFields[.location]?.hasPrefix(place) == true, "\(address)")
            let code = try #require(answer.returned["code"])
            // The token request names the same address, with its port.
            let moved = OAuth2Fixture.redemption(code, ["client_id": "app", "redirect_uri": "http://127.0.0.1:9/cb"])
            #expect(try fixture.send(.post, "token", moved).error == "invalid_grant", "\(address)")
            let right = OAuth2Fixture.redemption(code, ["client_id": "app", "redirect_uri": address])
            #expect(try fixture.send(.post, "token", right).status == 200, "\(address)")
        }
    }
}
