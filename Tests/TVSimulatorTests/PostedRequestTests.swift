import Foundation
import HTTPTypes
import TVSimIdentityProvider
import TVSimSAML
import TVSimStructuredText
import TVSimWorld
import TVSimXMLSecurity
import TestSupport
import Testing

/// Authentication requests in a form (SAML Bindings 2.0, 3.5), which are signed themselves.
@Suite("A request by HTTP-POST") struct PostedRequestTests {
    typealias Scene = ProviderRequestTests.Scene

    /// Sends a form to the provider, and returns the status and the page.
    private func post(_ fields: [(name: String, value: String)], in scene: Scene) throws -> (status: Int, page: String)
    {
        let request = HTTPRequest(method: .post, scheme: "https", authority: "x", path: "/mvpd/Cablevision/sso")
        let (response, page) = try scene.world.respond(to: request, body: Data(FormCoding.encode(fields).utf8))
        return (response.status.code, String(decoding: page, as: UTF8.self))
    }

    /// The form of a signed request.
    private func form(
        in scene: Scene, relayState: String? = "where", _ change: (inout AuthnRequest) -> Void = { _ in },
        altering alter: (String) -> String = { $0 }
    ) throws -> [(name: String, value: String)] {
        var request = scene.request
        request.destination = try scene.provider.singleSignOnService
        change(&request)
        let xml = alter(try request.signedXML(with: scene.identity))
        let fields = [(name: "SAMLRequest", value: Data(xml.utf8).base64EncodedString())]
        return fields + (relayState.map { [(name: "RelayState", value: $0)] } ?? [])
    }

    private func value(_ name: String, in page: String) throws -> String {
        let pattern = try Regex("name=\"\(name)\" value=\"([^\"]*)\"", as: (Substring, Substring).self)
        let found = try #require(page.firstMatch(of: pattern), "\(page)")
        return String(found.output.1).replacing("&amp;", with: "&")
    }

    @Test("signs a user in, keeps its relay state through the pages, and is answered to its ID")
    func signsIn() throws {
        for relayState in ["where I was & more", nil] {
            let scene = try Scene()
            let first = try post(try form(in: scene, relayState: relayState), in: scene)
            #expect(first.status == 200 && first.page.contains("name=\"password\""), "\(first.page)")
            let query = try value("query", in: first.page)
            let wrong = try post(
                [("query", query), ("username", "alice"), ("password", "x"), ("action", "sign-in")], in: scene)
            #expect(wrong.page.contains("name=\"password\""))
            let last = try post(
                [
                    ("query", try value("query", in: wrong.page)), ("username", "alice"), ("password", "secret"),
                    ("action", "sign-in"),
                ], in: scene)
            let document = try #require(Data(base64Encoded: try value("SAMLResponse", in: last.page)))
            #expect(String(decoding: document, as: UTF8.self).contains("InResponseTo=\"_request\""))
            #expect(last.page.contains("name=\"RelayState\"") == (relayState != nil))
            if let relayState { #expect(try value("RelayState", in: last.page) == relayState) }
        }
    }

    @Test("is refused with its reason if it is unsigned, changed, of a stranger, or not of this binding")
    func refusals() throws {
        let scene = try Scene()
        let place = try scene.provider.singleSignOnService
        var plain = scene.request
        plain.destination = place
        let deflated = FormCoding.decode(
            try RedirectBinding.query(.request, plain.xml(), relayState: nil, signedBy: scene.identity))
        let rows: [(fields: [(name: String, value: String)], reason: String)] = [
            ([("SAMLRequest", Data(plain.xml().utf8).base64EncodedString())], "WantAuthnRequestsSigned"),
            (try form(in: scene, altering: { $0.replacing("_request", with: "_another") }), "The request is invalid"),
            (try form(in: scene, { $0.issuer = "https://stranger.example" }), "stranger.example"),
            (try form(in: scene, { $0.destination = "https://other.example/sso" }), "Destination"),
            (try form(in: scene, { $0.destination = nil }), "Destination"),
            ([("SAMLRequest", deflated?.value("SAMLRequest") ?? "")], "is compressed"),
            ([("SAMLRequest", "%%%")], "Base64"), ([("SAMLRequest", "")], "The request is invalid"),
            (try form(in: scene, relayState: String(repeating: "r", count: 81)), "relay state"),
        ]
        for (fields, reason) in rows {
            let answer = try post(fields, in: scene)
            #expect(answer.status == 400 && answer.page.contains(reason), "\(reason): \(answer.page)")
            #expect(!answer.page.contains("name=\"password\""))
        }
        #expect(try post(try form(in: scene), in: scene).status == 200)
    }

    @Test("is not read from an address, and a query of HTTP-Redirect not from a form")
    func bindings() async throws {
        let scene = try Scene()
        let query = FormCoding.encode(try form(in: scene, relayState: nil))
        try await scene.browser.open("/mvpd/Cablevision/sso?" + query)
        #expect(scene.browser.status == 400 && !scene.isAsked)
        var request = scene.request
        request.destination = try scene.provider.singleSignOnService
        let redirected = try RedirectBinding.query(.request, request.xml(), relayState: nil, signedBy: scene.identity)
        let fields = try #require(FormCoding.decode(redirected))
        #expect(try post(fields.map { (name: $0.name, value: $0.value) }, in: scene).status == 400)
    }

    @Test("is offered in the metadata, unless the pages have another host")
    func metadata() async throws {
        for (setting, count) in [("", 2), ("signInPage: {host: other}, ", 1)] {
            let scene = try Scene(setting)
            let request = HTTPRequest(
                method: .get, scheme: "https", authority: "x", path: "/mvpd/Cablevision/metadata")
            let page = String(decoding: try scene.world.respond(to: request, body: Data()).body, as: UTF8.self)
            #expect(page.components(separatedBy: "<md:SingleSignOnService ").count - 1 == count)
            guard count == 1 else { continue }
            let answer = try post(try form(in: scene), in: scene)
            #expect(answer.status == 400 && answer.page.contains("HTTP-Redirect binding only"), "\(answer.page)")
        }
    }
}
