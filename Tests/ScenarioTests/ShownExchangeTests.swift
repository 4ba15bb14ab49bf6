import Foundation
import HTTPTypes
import TVSimEntitlementAPI
import TVSimSAML
import TVSimStructuredText
import Testing

@testable import TVSimScenario

@Suite("An exchange in a report")
struct ShownExchangeTests {
    private static func shown(
        _ type: String?, _ body: String, headers: HTTPFields = [:], path: String? = "/x"
    ) -> ShownExchange {
        var fields = headers
        fields[.contentType] = type
        return ShownExchange(
            RecordedRequest(
                request: HTTPRequest(
                    method: .post, scheme: "https", authority: "a.example", path: path, headerFields: fields),
                body: Data(body.utf8), response: nil, responseBody: Data()))
    }

    @Test("has no secret of a form, of JSON or of another text, and everything else")
    func bodies() {
        let form = Self.shown("application/x-www-form-urlencoded; charset=utf-8", "client_secret=hidden1&b=c%20d")
        #expect(form.request.body?.hasPrefix("client_secret=<redacted ") == true)
        #expect(form.request.body?.hasSuffix("&b=c d") == true)
        let json = Self.shown(
            "application/json", #"{"access_token": "hidden2", "a": [1, true, {"access_token": "hidden3"}], "b": "c"}"#)
        let text = json.request.body ?? ""
        #expect(text.contains(#""a":[1,true,{"access_token":"<redacted "#) && text.contains(#""b":"c""#), "\(text)")
        for each in [form, json] {
            for secret in ["hidden1", "hidden2", "hidden3"] {
                #expect(each.request.body?.contains(secret) == false)
            }
        }
        let token = "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.c2lnbmF0dXJlLW9mLWEtdG9rZW4"
        for type in ["application/json", "text/plain", nil] {
            let other = Self.shown(type, "not JSON: \(token)").request.body
            #expect(other?.hasPrefix("not JSON: ") == true && other?.contains(token) == false, "\(other ?? "")")
        }
        #expect(Self.shown("text/plain", "").request.body == nil)
        #expect(Self.shown("application/x-www-form-urlencoded", "a=1").request.length == 3)
    }

    @Test("has no secret of a header, and the headers that only look like one")
    func headers() throws {
        let device = Data(#"{"model": "iPhone"}"#.utf8).base64EncodedString()
        let fields: HTTPFields = [
            .authorization: "Bearer hidden1", .cookie: "session=hidden2", .accept: "*/*",
            .deviceInformation: device, .deviceIdentifier: "fingerprint aGlkZGVuLWlkZW50aWZpZXItb2YtYS1kZXZpY2U=",
            .frameworkStatus: device,
        ]
        let shown = Self.shown(nil, "", headers: fields).request.fields
        let values = Dictionary(shown.map { ($0.name, $0.value) }) { first, _ in first }
        #expect(values.count == 6 && !values.values.contains { $0.contains("hidden1") || $0.contains("hidden2") })
        for name in [HTTPField.Name.accept, .deviceInformation, .deviceIdentifier, .frameworkStatus] {
            #expect(values[name.rawName] == fields[name])
        }
    }

    @Test("has an address without secrets, and defaults for what the request does not have")
    func address() {
        let token = "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.c2lnbmF0dXJlLW9mLWEtdG9rZW4"
        let shown = Self.shown(nil, "", path: "/a?access_token=\(token)&b=1")
        #expect(
            shown.url.hasPrefix("https://a.example/a?") && !shown.url.contains(token) && shown.url.hasSuffix("&b=1"))
        #expect(shown.status == nil && shown.response == nil && shown.samlResponse == nil)
        let bare = ShownExchange(
            RecordedRequest(
                request: HTTPRequest(method: .get, scheme: nil, authority: nil, path: nil), body: Data(),
                response: HTTPResponse(status: .ok), responseBody: Data("ok".utf8)))
        #expect(bare.url == "https:///" && bare.method == "GET" && bare.status == 200 && bare.response?.body == "ok")
    }
}
