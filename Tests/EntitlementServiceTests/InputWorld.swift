import Foundation
import HTTPTypes
import TVSimCore
import TVSimEntitlementAPI
import TVSimStateStorage
import TVSimStructuredText
import TVSimXMLSecurity
import Testing

@testable import TVSimEntitlementService

/// A service with a pass, an MVPD of each kind and an identity service, and an app that sends any header to any endpoint.
struct InputWorld {
    /// The headers of a request beside the app's own, and its query.
    struct Request {
        var headers: [HTTPField.Name: String] = [:]
        var mvpd: MVPDID = "Cablevision"
        var query = ""
        var body: String?
    }

    let world: ServiceWorld
    var app: AppFixture

    init(osName: String = "iOS", _ configure: (inout ServiceConfiguration) throws -> Void = { _ in }) async throws {
        world = try ServiceWorld { configuration in
            configuration.requestors[0].serviceTokenCertificate = SimulationKeys.samlCertificate
            configuration.change("Cablevision") { $0.table.authorizations = ["alice-1": ["REF30"]] }
            configuration.change("Mediacom") { $0.tempPass = TempPass(duration: 600, resources: 2) }
            try configure(&configuration)
        }
        app = try await world.app(osName: osName)
    }

    /// Sends a request, and returns the decision in the journal.
    @discardableResult
    func ask(_ endpoint: Endpoint, _ asked: Request = Request()) async throws -> RequestDecision {
        var code: String?
        if endpoint.path.parameters.contains("code") {
            let form = SessionRequest(mvpd: asked.mvpd, domainName: "example.com", redirectURL: "app://done")
            code = try await app.send(.session(form, of: "REF30", headers: app.headers)).required().code
        }
        var fields = app.headers.fields()
        for (name, value) in asked.headers { fields[name] = value }
        let query = [Self.queries[endpoint], asked.query].compactMap(\.self).filter { !$0.isEmpty }
        let request = HTTPRequest(
            method: endpoint.method, scheme: "https", authority: "api.auth.adobe.com",
            path: endpoint.route("REF30", mvpd: asked.mvpd, code: code ?? "NONE123").path
                + (query.isEmpty ? "" : "?" + query.joined(separator: "&")),
            headerFields: fields)
        _ = try world.service.respond(to: request, body: Data((asked.body ?? body(of: endpoint, asked.mvpd)).utf8))
        return try #require(try world.simulation.journal.entries().last?.decision as? RequestDecision)
    }

    private static let queries: [Endpoint: String] = [
        .logout: "redirectUrl=app%3A%2F%2Fout", .resetTempPass: "requestor_id=REF30&mvpd_id=Mediacom",
        .resetTempPassOfPerson: "requestor_id=REF30&mvpd_id=Mediacom",
    ]

    private func body(of endpoint: Endpoint, _ mvpd: MVPDID) -> String {
        switch endpoint {
        case .session, .resume, .partnerSession:
            "mvpd=\(mvpd)&domainName=example.com&redirectUrl=app%3A%2F%2Fdone"
        case .authorize, .preauthorize: #"{"resources":["REF30"]}"#
        default: ""
        }
    }

    /// The claims of a valid token of the identity service.
    static let claims: [String: JSONValue] = [
        "iss": "identity", "sub": "person-1", "aud": "Adobe", "iat": 1_767_225_600, "nbf": 1_767_225_600,
        "exp": 1_767_229_200,
    ]

    /// Returns a token of the identity service, changed in one way.
    static func token(
        _ changes: [String: JSONValue?] = [:], header: String = #"{"alg":"RS256"}"#,
        by key: String = SimulationKeys.samlPrivateKey
    ) throws -> String {
        func encoded(_ data: Data) -> String {
            data.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
        }
        var claims = claims
        for (name, value) in changes { claims[name] = value }
        let payload = try WireCoding.encode(JSONValue.object(Members(claims)))
        let input = encoded(Data(header.utf8)) + "." + encoded(payload)
        return input + "." + encoded(try RSASigningKey(pem: key).sign(Data(input.utf8)))
    }

    /// A status of the framework that counts.
    func status() throws -> String { try app.vouched().frameworkStatus?.headerValue ?? "" }

    /// Shares a profile with the user of a token, as a sign-in to a service provider does.
    func share(
        _ method: SharedIdentity.Method, mvpd: MVPDID = "Cablevision", serviceProvider: RequestorID = "REF30",
        lasting seconds: TimeInterval = 3_600
    ) throws {
        let identity = SharedIdentity(
            method: method, subject: SharedIdentity.Claims.name(issuer: "identity", subject: "person-1"))
        let now = try world.now
        let profile = EntitlementProfile(
            notBefore: Milliseconds(now), notAfter: Milliseconds(now.addingTimeInterval(seconds)),
            issuer: mvpd.rawValue,
            type: .regular, attributes: ["userID": .init(.string("alice-1"))])
        let holder = Holder(
            clientID: "other", device: .init(fingerprint: "other"), serviceProvider: serviceProvider)
        try world.simulation.store.write { state in
            try SharedProfiles.share(profile, by: "proof", mvpd: mvpd, of: identity, from: holder, in: state)
        }
    }
}
