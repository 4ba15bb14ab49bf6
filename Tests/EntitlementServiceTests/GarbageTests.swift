import EntitlementAPI
import EntitlementService
import Foundation
import HTTPTypes
import SimulationCore
import StateStorage
import Testing

@Suite("Garbage")
struct GarbageTests {
    static let bodies: [Data] = [
        Data(), Data([0]), Data([0xff, 0xfe, 0x00]), Data("{".utf8), Data("[[[[".utf8), Data("null".utf8),
        Data("SAMLResponse".utf8), Data("SAMLResponse=%".utf8), Data("SAMLResponse=%%%&=&=".utf8),
        Data("SAMLResponse=AAAA".utf8), Data("SAMLResponse=PHg%2B".utf8),
        Data("redirectUrl=%00&domainName=%00".utf8), Data(repeating: UInt8(ascii: "["), count: 100_000),
        Data(repeating: UInt8(ascii: "a"), count: 2 * 1024 * 1024 + 1),
    ]
    static let routes: [Route] = GateTests.matrix.map(\.0) + [.register, .token]

    @Test("is refused with a documented status, changes nothing, and never fails the service", arguments: routes)
    func isRefused(route: Route) async throws {
        let world = try ServiceWorld()
        let app = try await world.app()
        let fields = try app.vouched().fields()
        let before = try world.simulation.store.read { try $0.names(withPrefix: "service/profile") }
        for body in Self.bodies {
            let request = HTTPRequest(
                method: route.endpoint.method, scheme: "https", authority: "api.auth.adobe.com", path: route.path,
                headerFields: fields)
            let (response, data) = await world.service.respond(to: request, body: body)
            #expect([200, 400].contains(response.status.code), "\(body.prefix(20)): \(response.status.code)")
            #expect(throws: Never.self) { try WireCoding.decode(JSONValue.self, from: data) }
        }
        #expect(try world.simulation.store.read { try $0.names(withPrefix: "service/profile") } == before)
    }

    @Test(
        "in a target is an unknown path",
        arguments: [
            "", "x", "?", "/?", "/\0", "/%", "/api/v2/%00%00", "/api/v2/../../etc/passwd",
            "/" + String(repeating: "a/", count: 10_000), "/api/v2/" + String(repeating: "a", count: 100_000),
        ])
    func inTarget(path: String) async throws {
        let world = try ServiceWorld()
        let request = HTTPRequest(method: .get, scheme: nil, authority: nil, path: path)
        #expect(await world.service.respond(to: request, body: Data()).response.status.code == 404)
    }

    @Test("in a query that nobody reads is passed over")
    func inUnreadQuery() async throws {
        let app = try await ServiceWorld().app()
        var request = EntitlementCall.configuration(of: "REF30", headers: app.headers).request()
        request.path? += "?profile=%&%ff&=&&profile=x"
        let (response, _) = await app.world.service.respond(to: request, body: Data())
        #expect(response.status.code == 200)
    }

    @Test(
        "in the query of a browser is a page",
        arguments: [
            ("/api/v2/authenticate/REF30/ABCDEFG?forceAuthn=true&x=%zz", "internal_error"),
            ("/activate?code=%zz", "invalid_parameter_code"), ("/activate/done?code=%", "invalid_parameter_code"),
            ("/activate?code=AAAAAAA&code=BBBBBBB", "invalid_parameter_code"),
            ("/activate/done?code=AAAAAAA&code=BBBBBBB", "invalid_parameter_code"),
            ("/adobe-services/logout?pt_device_id=%ff", "internal_error"),
            ("/sp/saml/LogoutServiceHTTPRedirectResponse?RelayState=%2", "internal_error"),
        ])
    func inQueryOfBrowser(path: String, code: String) async throws {
        let request = HTTPRequest(method: .get, scheme: nil, authority: nil, path: path)
        let (response, body) = await (try ServiceWorld()).service.respond(to: request, body: Data())
        #expect(response.status.code == 400)
        let page = String(decoding: body, as: UTF8.self)
        #expect(page.contains("<h1>") && page.contains("<code>\(code)</code>"))
    }
}
