import Foundation
import HTTPTypes
import TVSimCore
import TVSimEntitlementAPI
import TVSimSAML
import TVSimStateStorage
import TVSimStructuredText
import TVSimXMLSecurity
import Testing

@testable import TVSimEntitlementService

@Suite("A sign-in from a browser without an app")
struct LoginTests {
    private static func world() throws -> ServiceWorld {
        try ServiceWorld { configuration in
            configuration.requestors[0].encryptedMetadata = []
            configuration.change("Cablevision") {
                $0.contract.identityProvider?.singleSignOnService = "https://idp.cablevision.example/sso"
            }
        }
    }

    private static func get(_ path: String, in world: ServiceWorld) throws -> (
        status: Int, location: String, page: String
    ) {
        let request = HTTPRequest(method: .get, scheme: "https", authority: "api.auth.adobe.com", path: path)
        let (answer, page) = try world.service.respond(to: request, body: Data())
        return (answer.status.code, answer.headerFields[.location] ?? "", String(decoding: page, as: UTF8.self))
    }

    @Test(
        "goes to the identity provider and ends at a page, by its entity ID and by the MVPD",
        arguments: [ProviderFixture.entityID.rawValue, "Cablevision"])
    func signsIn(name: String) throws {
        let world = try Self.world()
        let begun = try Self.get("/sp/saml/login?idp=" + PercentCoding.encode(name), in: world)
        #expect(begun.status == 302 && begun.location.hasPrefix("/api/v2/authenticate/REF30/"), "\(begun.page)")
        let sent = try Self.get(begun.location, in: world)
        #expect(sent.status == 302, "\(sent.page)")
        let query = String(sent.location.drop { $0 != "?" }.dropFirst())
        let message = try AuthnRequest(unverifiedXML: RedirectBinding.readUnsigned(.request, in: query).xml)
        let issued = try #require(try ProviderFixture.answer(message, in: world))
        var delivery = HTTPRequest(
            method: .post, scheme: "https", authority: "api.auth.adobe.com", path: "/sp/saml/SAMLAssertionConsumer")
        delivery.headerFields[.contentType] = "application/x-www-form-urlencoded"
        let form = FormCoding.encode([
            (name: "RelayState", value: try RedirectBinding.relayState(in: query) ?? ""),
            (name: "SAMLResponse", value: Data(issued.utf8).base64EncodedString()),
        ])
        let accepted = try world.service.respond(to: delivery, body: Data(form.utf8)).response
        let place = accepted.headerFields[.location] ?? ""
        #expect(accepted.status.code == 302 && place.contains("/activate/done?code="), "\(accepted)")
        let done = try Self.get(
            String(try #require(place.range(of: "/activate/done").map { place[$0.lowerBound...] })), in: world)
        #expect(done.status == 200)
        // Another sign-in does not end this one: each is a browser of its own.
        let second = try Self.get("/sp/saml/login?idp=Cablevision", in: world)
        #expect(second.status == 302 && second.location != begun.location)
    }

    @Test("says which identity providers there are instead of an unknown or missing one, and changes nothing")
    func refusals() throws {
        let world = try Self.world()
        func sessions() throws -> Int {
            try world.simulation.store.read { try $0.names(withPrefix: "").count { $0.contains("session") } }
        }
        let before = try sessions()
        for (query, part) in [
            ("?idp=https%3A%2F%2Fother.example", "other.example"), ("", "is missing"), ("?idp=", "is unknown"),
        ] {
            let answer = try Self.get("/sp/saml/login" + query, in: world)
            #expect(answer.status == 400 && answer.page.contains(part), "\(query): \(answer.page)")
            #expect(answer.page.contains("idp.cablevision.example"))
        }
        #expect(try sessions() == before)
    }
}
