import Foundation
import HTTPTypes
import TVSimCore
import TVSimEntitlementAPI
import TVSimStructuredText
import TVSimWorld
import Testing

@Suite("A redacted exchange")
struct RedactedExchangeTests {
    private static let form = "application/x-www-form-urlencoded"
    private static let jwt = "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.c2lnbmF0dXJlLW9mLWEtdG9rZW4"

    private static func shown(
        _ type: String?, _ body: String, headers: HTTPFields = [:], path: String? = "/x",
        answer: HTTPFields? = nil, secrets: RedactedExchange.Secrets = .hidden,
        longest: Int? = RedactedExchange.longestBody
    ) -> RedactedExchange {
        var fields = headers
        fields[.contentType] = type
        let exchange = HTTPExchange(
            request: HTTPRequest(
                method: .post, scheme: "https", authority: "a.example", path: path, headerFields: fields),
            body: Data(body.utf8), response: answer.map { HTTPResponse(status: .found, headerFields: $0) })
        return RedactedExchange(exchange, secrets: secrets, longest: longest)
    }

    @Test("has no secret of a form or of JSON at any depth, and everything else as it was sent")
    func bodies() throws {
        let sent = "client_secret=hidden1&b=c%20d&e=f+g&id_token=hidden2"
        let body = try #require(Self.shown("Application/X-WWW-Form-URLEncoded; charset=utf-8", sent).request.body)
        #expect(
            body.hasPrefix("client_secret=%3Credacted%20") && body.contains("&b=c%20d&e=f+g&id_token=%3C"), "\(body)")
        let json = #"{"access_token":"hidden3","a":[1,true,{"password":12345678}],"b":"c","n":null,"d":1.5}"#
        let text = try #require(Self.shown("application/json", json).request.body)
        guard case .object(let found) = try JSONText.value(text), case .array(let list)? = found["a"] else {
            Issue.record("\(text)")
            return
        }
        #expect(found["b"] == "c" && found["n"] == .null && found["d"] == .number(1.5), "\(text)")
        #expect(list.prefix(2) == [1, true])
        for each in [body, text] {
            for secret in ["hidden1", "hidden2", "hidden3", "12345678"] { #expect(!each.contains(secret), "\(each)") }
        }
        // Without a secret a form is the same text, octet for octet.
        let plain = "a=1&&b=%7E~&c=%c3%a4&=x"
        #expect(Self.shown(Self.form, plain).request.body?.hasPrefix("a=1&&b=%7E~&c=%c3%a4&") == true)
    }

    @Test("has a pseudonym in place of a body that is not what its media type says, and only the length of others")
    func misfits() {
        for (type, body) in [
            ("application/json", "password is hidden1"), ("application/json", "{"),
            (Self.form, #"{"password": "hidden1"}"#), (Self.form, "hidden1 hidden1"),
        ] {
            let shown = Self.shown(type, body).request.body ?? ""
            #expect(!shown.contains("hidden1") && shown.contains("redacted"), "\(shown)")
        }
        #expect(Self.shown(Self.form, "password=hidden1%&a=%").request.body?.contains("hidden1") == false)
        for type in ["text/html", "text/plain", nil] {
            let message = Self.shown(type, "<p>hidden</p>").request
            #expect(message.body == nil && message.length == 13)
        }
        for type in [Self.form, "application/json", nil] { #expect(Self.shown(type, "").request.body == nil) }
    }

    @Test("has no secret of a header, and the headers that only look like one")
    func headers() {
        let device = Data(#"{"model": "iPhone"}"#.utf8).base64EncodedString()
        let open: HTTPFields = [
            .accept: "*/*", .deviceInformation: device, .frameworkStatus: device,
            .deviceIdentifier: "fingerprint " + String(repeating: "a", count: 120),
        ]
        let secret: HTTPFields = [
            .authorization: "Bearer hidden1", .cookie: "session=hidden2", .temporaryIdentity: "hidden3",
            .serviceToken: "hidden4", .subjectToken: "hidden5", .rokuToken: "hidden6", .singleSignOnID: "hidden7",
            .singleSignOnLink: "hidden8", .proxyAuthorization: "Basic hidden9",
        ]
        let shown = Self.shown(nil, "", headers: HTTPFields(Array(open) + Array(secret))).request
        for field in open { #expect(shown.header(field.name) == field.value) }
        for field in secret {
            let value = shown.header(field.name)
            #expect(Redaction.isPseudonym(value) && !value.contains("hidden"), "\(field.name): \(value)")
        }
        // A pseudonym stays what it is, so that an archive can be read and written again.
        let again = Self.shown(nil, "", headers: [.serviceToken: "<redacted 12345678>"]).request
        #expect(again.header(.serviceToken) == "<redacted 12345678>")
    }

    @Test("keeps the names of a query, its path and its other octets")
    func address() {
        for (path, expected) in [
            ("/a?b=1&c", "/a?b=1&c"), ("/a?", "/a?"), ("/a", "/a"),
            ("/a?access_token=x&b=1", "/a?access_token=\(pseudonym("x"))&b=1"),
            ("/a?apikey=x", "/a?apikey=\(pseudonym("x"))"), ("/a?x=\(Self.jwt)&b=1", "/a?x=\(pseudonym(Self.jwt))&b=1"),
            ("/a?p=%", "/a?p=\(pseudonym("%"))"), ("/a?code=ABC", "/a?code=ABC"),
            ("/adobe-services/oauth2?code=x&state=s", "/adobe-services/oauth2?code=\(pseudonym("x"))&state=s"),
            ("/mvpd/Dish/authorize?code=x", "/mvpd/Dish/authorize?code=\(pseudonym("x"))"),
        ] {
            #expect(Self.shown(nil, "", path: path).target == expected)
        }
        let bare = RedactedExchange(
            HTTPExchange(
                request: HTTPRequest(method: .get, scheme: nil, authority: nil, path: nil), body: Data(), response: nil)
        )
        #expect(bare.url == "https:///" && bare.method == "GET" && bare.status == nil && bare.response == nil)
        let link = "https://a.example/mvpd/Dish?code=x&state=s#access_token=y"
        let shown = Self.shown(nil, "", headers: [.referer: link], answer: [.location: link])
        for value in [shown.request.header(.referer), shown.response?.header(.location)] {
            #expect(
                value == "https://a.example/mvpd/Dish?code=\(pseudonym("x"))&state=s#access_token=\(pseudonym("y"))")
        }
    }

    private func pseudonym(_ secret: String) -> String { PercentCoding.encode(Redaction.pseudonym(of: secret)) }

    @Test("hides it also if a script of the page sends JSON, and the code in the address that the script gets")
    func fetched() throws {
        var request = HTTPRequest(method: .post, scheme: "https", authority: "a.example", path: "/mvpd/Dish/login")
        request.headerFields[.contentType] = "application/json"
        var response = HTTPResponse(status: .ok)
        response.headerFields[.contentType] = "application/json"
        let exchange = HTTPExchange(
            request: request,
            body: Data(
                (#"{"username":"hidden0","pin":"hidden1","code":"hidden2","password":["hidden4"],"#
                    + #""other":{"a":"hidden5"},"action":"sign-in"}"#).utf8),
            response: response,
            responseBody: Data(#"{"location":"https://b.example/adobe-services/oauth2?code=hidden3&state=s"}"#.utf8))
        let shown = RedactedExchange(exchange)
        let texts = [shown.request.body, shown.response?.body].compactMap(\.self)
        #expect(texts.count == 2 && !texts.joined().contains("hidden"), "\(texts)")
        #expect(texts[0].contains(#""action":"sign-in""#) && texts[1].contains("state=s"), "\(texts)")
    }

    @Test("hides what a person enters on a provider's page, whatever its fields are called")
    func page() {
        let shown = Self.shown(
            Self.form, "user=alice&pin=hidden1&code=hidden2&action=sign-in", path: "/mvpd/Dish/sign-in")
        let body = shown.request.body ?? ""
        #expect(!body.contains("hidden") && body.hasSuffix("&action=sign-in") && body.contains("pin="), "\(body)")
        let token = Self.shown(
            Self.form, "grant_type=authorization_code&code=hidden&client_id=c", path: "/mvpd/Dish/token")
        #expect(token.request.body?.contains("grant_type=authorization_code&code=%3C") == true)
        #expect(token.request.body?.hasSuffix("&client_id=c") == true)
    }

    @Test("shows the messages as they were sent to a person who asked for it")
    func asSent() {
        let body = "client_secret=hidden&a=%"
        let shown = Self.shown(
            Self.form, body, headers: [.authorization: "Bearer x"], path: "/a?password=b", secrets: .asSent)
        #expect(shown.request.body == body && shown.request.header(.authorization) == "Bearer x")
        #expect(shown.request.line == "POST /a?password=b")
    }

    @Test("is cut beyond the length that a server keeps, and says so")
    func long() {
        for (count, isCut) in [(16_384, nil), (16_385, true)] as [(Int, Bool?)] {
            let body = "a=" + String(repeating: " x", count: count / 2 - 1) + (count % 2 == 0 ? "" : "y")
            let message = Self.shown(Self.form, body, secrets: .asSent).request
            #expect(message.isCut == isCut && message.length == count)
            #expect(message.body == (isCut == nil ? body : body.prefix(16_384) + "…"))
            #expect(Self.shown(Self.form, body, secrets: .asSent, longest: nil).request.body == body)
        }
    }
}
