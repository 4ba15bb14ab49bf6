import Foundation
import HTTPTypes
import TVSimCore
import TVSimEntitlementAPI
import TVSimEntitlementService
import TVSimSAML
import TVSimStructuredText
import TVSimXMLSecurity
import TestSupport
import Testing

/// The assertion consumer takes messages from any browser: whoever has an open code can send it anything.
@Suite("A changed response at the assertion consumer")
struct ChangedResponseTests {
    private let world: ServiceWorld

    init() throws {
        world = try ServiceWorld { configuration in
            configuration.requestors[0].encryptedMetadata = []
            configuration.change("Cablevision") {
                $0.contract.identityProvider?.singleSignOnService = "https://idp.cablevision.example/sso"
            }
        }
    }

    /// Begins a sign-in, and returns its code and a response of the provider with blank lines.
    private func begin(_ space: String, _ app: AppFixture) async throws -> (code: String, response: String) {
        let session = try await app.send(.session(SessionTests.whole, of: "REF30", headers: app.headers)).required()
        let code = try #require(session.code)
        let opened = HTTPRequest(
            method: .get, scheme: "https", authority: "api.auth.adobe.com", path: session.url)
        let location = try world.service.respond(to: opened, body: Data()).response.headerFields[.location]
        let query = String(try #require(location).drop { $0 != "?" }.dropFirst())
        let request = try AuthnRequest(unverifiedXML: RedirectBinding.readUnsigned(.request, in: query).xml)
        let issued = try #require(try ProviderFixture.answer(request, in: world))
        let plain = issued.replacing(/<ds:Signature .*<\/ds:Signature>/, with: "")
        let spaced = plain.replacing(/><(?!\/)/, with: ">\(space)<")
        let assertion = try #require(spaced.range(of: "<saml:Assertion ")?.upperBound)
        let place = try #require(spaced.range(of: "</saml:Issuer>", range: assertion..<spaced.endIndex)?.upperBound)
        let id = try #require(spaced[assertion...].firstMatch(of: /ID="([^"]*)"/)).output.1
        let identity = try SigningIdentity(
            privateKeyPEM: SimulationKeys.samlPrivateKey, certificatePEM: SimulationKeys.samlCertificate)
        let response = try EnvelopedSigner.sign(
            String(spaced[..<place]), String(spaced[place...]), id: String(id), with: identity)
        return (code, response)
    }

    private func deliver(_ response: Data, code: String) throws -> (status: Int, page: String) {
        var request = HTTPRequest(
            method: .post, scheme: "https", authority: "api.auth.adobe.com", path: "/sp/saml/SAMLAssertionConsumer")
        request.headerFields[.contentType] = "application/x-www-form-urlencoded"
        let form = FormCoding.encode([("RelayState", code), ("SAMLResponse", response.base64EncodedString())])
        let (answer, page) = try world.service.respond(to: request, body: Data(form.utf8))
        return (answer.status.code, String(decoding: page, as: UTF8.self))
    }

    @Test(
        "with blank lines is refused with the reason, and the response itself then signs the user in",
        arguments: ["\n\n", "\r\n\r\n", "\n \n"])
    func refused(space: String) async throws {
        let (code, response) = try await begin(space, world.app())
        let changed = try deliver(Data(response.replacing("alice-1", with: "alice-2").utf8), code: code)
        #expect(changed.status == 400)
        #expect(changed.page.contains("was changed after it was signed"), "\(changed.page)")
        #expect(try deliver(Data(response.utf8), code: code).status == 302)
    }

    @Test(
        "of which one octet is other is refused with a page, or signs in the same user",
        arguments: ["\n\n", "\r\n\r\n"])
    func octets(space: String) async throws {
        var app = try await world.app()
        var (code, response) = try await begin(space, app)
        var refused = 0
        for number in 0..<(Thoroughness.isFull ? 2_000 : 150) {
            let change = Data(response.utf8).withChangedOctets(1, seed: UInt64(number))[0]
            let answer = try deliver(change, code: code)
            guard answer.status == 302 else {
                #expect(answer.status == 400 && answer.page.contains("<code>invalid_parameter_saml_response</code>"))
                refused += 1
                continue
            }
            // The octet was outside of the signed content. The code is used, so another device goes on.
            let found = try await app.send(.profiles(of: "REF30", headers: app.headers)).required()
            #expect(found.profiles["Cablevision"]?.attributes["userID"] == .init("alice-1"))
            app = try await world.app(fingerprint: "device \(number)")
            (code, response) = try await begin(space, app)
        }
        #expect(refused > 100)
        #expect(try deliver(Data(response.utf8), code: code).status == 302)
    }
}
