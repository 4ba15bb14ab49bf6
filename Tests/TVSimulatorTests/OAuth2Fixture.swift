import Foundation
import HTTPTypes
import TVSimCore
import TVSimCryptography
import TVSimEntitlementAPI
import TVSimIdentityProvider
import TVSimStructuredText
import TVSimWorld
import Testing

@testable import TVSimulator

/// A world whose MVPD speaks OAuth 2, and a back end under test that is a client of the MVPD.
struct OAuth2Fixture {
    static let returns = "https://back.example/return?a=b"
    static let verifier = String(repeating: "v", count: 43)

    let simulator: Simulator
    var world: World { simulator.world }

    /// Makes a world with the given settings of `oauth2`, and of the provider.
    init(_ settings: String = "{}", provider: String = "") throws {
        simulator = try Simulator(profile: Self.profile(settings, provider: provider))
    }

    static func profile(_ settings: String, provider: String = "") -> String {
        """
        schema: 1
        name: test
        providers:
          Cablevision:
            protocol: oauth2
            oauth2: \(settings)
            \(provider)
            subscribers:
              alice:
                entitlements: [REF30]
                attributes: {channelID: [one, two], maxRating: {MPAA: PG-13}, language: en}

        """
    }

    /// The settings with a back end as a client, and what they say besides.
    static func backEnd(_ more: String = "") -> String {
        "{clients: {back: {secret: s/3+cret, redirectURIs: ['\(returns)'], logoutRedirectURIs: ['https://back.example/']}, "
            + "app: {redirectURIs: ['https://app.example/a', 'https://app.example/b']}}\(more.isEmpty ? "" : ", " + more)}"
    }

    func provider() throws -> Provider {
        try #require(try world.providers.providers().first { $0.identifier == "Cablevision" })
    }

    // MARK: - Requests

    func send(
        _ method: HTTPRequest.Method, _ path: String, _ fields: [(name: String, value: String)] = [],
        authorization: String? = nil, body: String? = nil, type: String? = nil
    ) throws -> OAuth2Answer {
        let query = method == .get && !fields.isEmpty ? "?" + FormCoding.encode(fields) : ""
        var request = HTTPRequest(
            method: method, scheme: "https", authority: "x", path: "/mvpd/Cablevision/" + path + query)
        request.headerFields[.authorization] = authorization
        request.headerFields[.contentType] = type
        let content = method == .post ? Data((body ?? FormCoding.encode(fields)).utf8) : Data()
        let (response, data) = try world.respond(to: request, body: content)
        return OAuth2Answer(response: response, body: data)
    }

    static let basic = "Basic " + Data("back:s%2F3%2Bcret".utf8).base64EncodedString()

    /// The fields of an authorization request of the back end.
    static func request(_ changes: [String: String?] = [:]) -> [(name: String, value: String)] {
        var fields: [String: String?] = [
            "response_type": "code", "client_id": "back", "redirect_uri": returns, "state": "s1",
            "code_challenge": ProofKey.challenge(of: verifier), "code_challenge_method": "S256",
        ]
        fields.merge(changes) { $1 }
        return fields.sorted { $0.key < $1.key }.compactMap { name, value in value.map { (name, $0) } }
    }

    /// Signs a user in for the back end, and returns the fields with which the browser returns.
    func authorize(_ changes: [String: String?] = [:], action: String = "sign-in") throws -> [String: String] {
        let query = FormCoding.encode(Self.request(changes))
        let page = try send(
            .post, "authorize",
            [("query", query), ("username", "alice"), ("password", "secret"), ("action", action)])
        return page.returned
    }

    /// The fields of a token request for a code.
    static func redemption(_ code: String, _ changes: [String: String?] = [:]) -> [(name: String, value: String)] {
        var fields: [String: String?] = [
            "grant_type": "authorization_code", "code": code, "redirect_uri": returns, "code_verifier": verifier,
        ]
        fields.merge(changes) { $1 }
        return fields.sorted { $0.key < $1.key }.compactMap { name, value in value.map { (name, $0) } }
    }

    /// Redeems a new code of the back end.
    func tokens(_ changes: [String: String?] = [:]) throws -> OAuth2Answer {
        let code = try #require(try authorize(changes)["code"])
        return try send(.post, "token", Self.redemption(code), authorization: Self.basic)
    }

    func refresh(_ token: String, scope: String? = nil) throws -> OAuth2Answer {
        let fields = [("grant_type", "refresh_token"), ("refresh_token", token)]
        return try send(
            .post, "token", fields + (scope.map { [("scope", $0)] } ?? []), authorization: Self.basic)
    }

    // MARK: - The journal

    /// The newest decision of a kind, as its line.
    func newest(_ event: String) throws -> String? { try simulator.journal().last { $0.contains(event) } }
}

/// An answer of a provider's site.
struct OAuth2Answer {
    let response: HTTPResponse
    let body: Data

    var status: Int { response.status.code }
    var page: String { String(decoding: body, as: UTF8.self) }
    var members: Members {
        guard case .object(let members)? = try? JSONDecoder().decode(JSONValue.self, from: body) else { return [:] }
        return members
    }
    var error: String? { members["error"]?.string }
    /// The fields of the address to which the browser is sent.
    var returned: [String: String] {
        let query = (response.headerFields[.location] ?? "").drop { $0 != "?" }.dropFirst()
        let fields = FormCoding.decode(Data(query.utf8)) ?? []
        return Dictionary(fields.map { ($0.name, $0.value) }) { $1 }
    }
}
