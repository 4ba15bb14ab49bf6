import Foundation
import HTTPTypes
import TVSimCore
import TVSimEntitlementAPI
import TVSimSAML
import TVSimStructuredText
import TVSimXMLSecurity
import TestSupport
import Testing

@testable import TVSimEntitlementService

/// Two causes, two sentences: at the addresses to which a browser returns from an MVPD.
@Suite("A return of a browser that is refused") struct ReturnCauseTests {
    /// A world whose Cablevision signs users in with SAML at an address of its own.
    private static func scene() async throws -> (world: ServiceWorld, code: String, response: String) {
        let world = try ServiceWorld { configuration in
            configuration.requestors[0].encryptedMetadata = []
            configuration.change("Cablevision") {
                $0.contract.identityProvider?.singleSignOnService = "https://idp.cablevision.example/sso"
            }
        }
        let app = try await world.app()
        let session = try await app.send(.session(SessionTests.whole, of: "REF30", headers: app.headers)).required()
        let opened = HTTPRequest(method: .get, scheme: "https", authority: "api.auth.adobe.com", path: session.url)
        let location = try world.service.respond(to: opened, body: Data()).response.headerFields[.location]
        let query = String(try #require(location).drop { $0 != "?" }.dropFirst())
        let request = try AuthnRequest(unverifiedXML: RedirectBinding.readUnsigned(.request, in: query).xml)
        let issued = try #require(try ProviderFixture.answer(request, in: world))
        // Spaces after the message make a '+' in its Base64 certain.
        return (
            world, try #require(session.code), Data((issued + "<!--~~~>>>???~~~>>>???-->").utf8).base64EncodedString()
        )
    }

    private static func post(
        _ body: String, type: String = "application/x-www-form-urlencoded", query: String = "", in world: ServiceWorld
    ) throws -> (status: Int, page: String) {
        var request = HTTPRequest(
            method: .post, scheme: "https", authority: "api.auth.adobe.com",
            path: "/sp/saml/SAMLAssertionConsumer" + query)
        request.headerFields[.contentType] = type
        let (answer, page) = try world.service.respond(to: request, body: Data(body.utf8))
        return (answer.status.code, String(decoding: page, as: UTF8.self))
    }

    @Test("to the assertion consumer says what the form has instead of a response")
    func forms() async throws {
        let (world, code, response) = try await Self.scene()
        #expect(response.contains("+"))
        func form(_ fields: (String, String)...) -> String {
            FormCoding.encode(fields.map { (name: $0.0, value: $0.1) })
        }
        let unescaped = "RelayState=\(code)&SAMLResponse=" + response.replacingOccurrences(of: "=", with: "%3D")
        let urlSafe = response.replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
        let part = "--b1\r\nContent-Disposition: form-data; name=\"SAMLResponse\"\r\n\r\n\(response)\r\n--b1--\r\n"
        let (state, octets) = (("RelayState", code), try #require(Data(base64Encoded: response)))
        let rows: [(cause: String, names: String, body: String, type: String?, query: String)] = [
            ("absent", "is missing: the form has &#39;RelayState&#39;", form(state), nil, ""),
            ("unescaped plus", "'+'", unescaped, nil, ""),
            ("base64url", "base64url", form(state, ("SAMLResponse", urlSafe)), nil, ""),
            (
                "raw XML", "XML without Base64",
                form(state, ("SAMLResponse", String(decoding: octets, as: UTF8.self))), nil, ""
            ),
            ("encoded twice", "percent-encoded", form(state, ("SAMLResponse", form(("a", response)))), nil, ""),
            ("multipart", "multipart", part, "multipart/form-data; boundary=b1", ""),
            ("JSON", "application/json", "{\"SAMLResponse\":\"\(response)\"}", "application/json", ""),
            ("an artifact", "SAMLart", form(state, ("SAMLart", "AAQAAMFbLinlXaCM")), nil, ""),
            ("a request", "SAMLRequest", form(state, ("SAMLRequest", response)), nil, ""),
            ("in the address", "in the address", form(state), nil, "?" + form(("SAMLResponse", response))),
            ("empty", "is empty", form(state, ("SAMLResponse", "")), nil, ""),
            ("no RelayState", "RelayState", form(("SAMLResponse", response)), nil, ""),
            ("another RelayState", "OTHER-1", form(("RelayState", "OTHER-1"), ("SAMLResponse", response)), nil, ""),
        ]
        var causes: [Cause] = []
        for row in rows {
            let answer = try Self.post(
                row.body, type: row.type ?? "application/x-www-form-urlencoded", query: row.query, in: world)
            #expect(answer.status == 400, "\(row.cause): \(answer.page)")
            let said = Self.text(answer.page)
            causes.append(Cause(row.cause, names: Self.text(row.names), said: said))
        }
        expectTwoSentences(for: causes, secrets: [String(response.prefix(64))])
        #expect(try Self.post(form(state, ("SAMLResponse", response)), in: world).status == 302)
    }

    /// The text of a page without its marks.
    private static func text(_ page: String) -> String {
        let plain = page.replacing(/<style>[^<]*<\/style>/, with: "").replacing(/<[^>]*>/, with: " ")
        return [
            ("&#39;", "'"), ("&quot;", "\""), ("&lt;", "<"), ("&gt;", ">"), ("&#43;", "+"), ("&#x2F;", "/"),
            ("&amp;", "&"),
        ]
        .reduce(plain) { $0.replacingOccurrences(of: $1.0, with: $1.1) }
    }
}
