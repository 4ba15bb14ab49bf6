import Foundation
import HTTPTypes
import TVSimCore
import TVSimEntitlementAPI
import TVSimEntitlementService
import TVSimStateStorage
import TVSimStructuredText
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
    /// What each route answers to the bodies: to all the same, but where one thing in a form can be right and another
    /// wrong.
    static let rows: [(Route, [String])] = [
        (Endpoint.configuration.route("REF30"), all("200")), (Endpoint.profiles.route("REF30"), all("200")),
        (Endpoint.profile.route("REF30", mvpd: "Cablevision"), all("200")),
        (Endpoint.logout.route("REF30", mvpd: "Cablevision"), all("400 invalid_parameter_redirect_url")),
        (Endpoint.register.route(), all("400 invalid_request")), (Endpoint.token.route(), all("400 invalid_request")),
        (Endpoint.authorize.route("REF30", mvpd: "Cablevision"), all("400 invalid_parameter_resources")),
        (Endpoint.preauthorize.route("REF30", mvpd: "Cablevision"), all("400 invalid_parameter_resources")),
        (Endpoint.partnerProfile.route("REF30"), all("400 invalid_parameter_saml_response")),
        (
            // Fields that it does not know are passed over where they can be read, and it needs none.
            Endpoint.partnerSession.route("REF30"),
            [
                "200", "200", "400 internal_error", "200", "200", "200", "200",
                "400 invalid_parameter_saml_response", "400 invalid_parameter_saml_response", "200", "200",
                "400 invalid_parameter_redirect_url", "200", "400 internal_error",
            ]
        ),
    ]

    private static func all(_ answer: String) -> [String] { bodies.map { _ in answer } }

    /// Everything that is kept, but how many identifiers were drawn: each refusal has one.
    private func state(of world: ServiceWorld) throws -> [String: String] {
        try world.simulation.store.read { state in
            var documents: [String: String] = [:]
            for name in try state.names(withPrefix: "") where name != "identifiers" {
                documents[name] = try state.encodedValue(named: name)
            }
            return documents
        }
    }

    @Test("is refused with its status and its code, has no effect, and never fails the service", arguments: rows)
    func isRefused(route: Route, answers: [String]) async throws {
        let world = try ServiceWorld()
        let app = try await world.app()
        let fields = try app.vouched().fields()
        let before = try state(of: world)
        #expect(!before.isEmpty)
        var found: [String] = []
        for body in Self.bodies {
            let request = HTTPRequest(
                method: route.endpoint.method, scheme: "https", authority: "api.auth.adobe.com", path: route.path,
                headerFields: fields)
            let (response, data) = try world.service.respond(to: request, body: body)
            var answer = "\(response.status.code)"
            switch Reply<JSONValue>(response: response, body: data) {
            case .refused(let error, _): answer += " " + error.code
            case .registrationRefused(let error, _): answer += " " + error.error.rawValue
            case .success: break
            case .failed, .malformed: answer += " without words"
            }
            found.append(answer)
            if route.endpoint == .partnerSession, answer == "200" {
                // A session that begins lacks what the body does not say, and has done nothing else.
                let after = try state(of: world)
                let begun = ["service/session/", "service/latest-code/"]
                #expect(after.filter { name, _ in !begun.contains { name.hasPrefix($0) } } == before)
                #expect(after.count == before.count + 2)
                try world.simulation.store.write { state in
                    for name in after.keys where before[name] == nil {
                        try state.setValue(nil, for: StateKey<JSONValue>(name))
                    }
                }
            }
            #expect(try state(of: world) == before, "\(body.prefix(20)): \(answer)")
        }
        #expect(found == answers)
    }

    @Test(
        "in a target leads to an unknown path",
        arguments: [
            "", "x", "?", "/?", "/\0", "/%", "/api/v2/%00%00", "/api/v2/../../etc/passwd",
            "/" + String(repeating: "a/", count: 10_000), "/api/v2/" + String(repeating: "a", count: 100_000),
        ])
    func inTarget(path: String) async throws {
        let world = try ServiceWorld()
        let request = HTTPRequest(method: .get, scheme: nil, authority: nil, path: path)
        #expect(try world.service.respond(to: request, body: Data()).response.status.code == 404)
    }

    @Test("in a query that the service does not read is ignored")
    func inUnreadQuery() async throws {
        let app = try await ServiceWorld().app()
        var request = EntitlementCall.configuration(of: "REF30", headers: app.headers).request()
        request.path? += "?profile=%&%ff&=&&profile=x"
        let (response, _) = try app.world.service.respond(to: request, body: Data())
        #expect(response.status.code == 200)
    }

    @Test(
        "in the query of a browser leads to a page",
        arguments: [
            ("/api/v2/authenticate/REF30/ABCDEFG?forceAuthn=true&x=%zz", "internal_error"),
            ("/activate?code=%zz", "invalid_parameter_code"), ("/activate/done?code=%", "invalid_parameter_code"),
            ("/activate?code=AAAAAAA&code=BBBBBBB", "invalid_parameter_code"),
            ("/activate/done?code=AAAAAAA&code=BBBBBBB", "invalid_parameter_code"),
            ("/adobe-services/logout?pt_device_id=%ff", "internal_error"),
            ("/sp/saml/LogoutServiceHTTPRedirectResponse?RelayState=%2", "invalid_parameter_saml_response"),
        ])
    func inQueryOfBrowser(path: String, code: String) async throws {
        let request = HTTPRequest(method: .get, scheme: nil, authority: nil, path: path)
        let (response, body) = try ServiceWorld().service.respond(to: request, body: Data())
        #expect(response.status.code == 400)
        let page = String(decoding: body, as: UTF8.self)
        #expect(page.contains("<h1>") && page.contains("<code>\(code)</code>"))
    }
}
