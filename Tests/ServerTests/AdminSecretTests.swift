import Foundation
import HTTPTypes
import TVSimEntitlementAPI
import TVSimScenario
import TVSimStructuredText
import TVSimWorld
import Testing

@testable import TVSimServer

@Suite("The secret of the admin API")
struct AdminSecretTests {
    /// The secret of the servers of these tests.
    private static let secret = "right-secret"

    /// Serves a new world with a secret.
    private static func serving<Result: Sendable>(
        _ body: @Sendable (RunningServer) async throws -> Result
    ) async throws -> Result {
        let world = World(store: try World.state(of: .builtIn))
        return try await RunningServer.serving(world, secret: try AdminSecret(secret, from: "the test"), body)
    }

    /// Returns the fields of a request with a secret; without one if it is `nil`.
    private static func fields(_ secret: String?) -> HTTPFields {
        var fields = HTTPFields()
        fields[.adminToken] = secret
        return fields
    }

    @Test("is needed for every operation except health; without it nothing changes, and no world appears")
    func everyOperation() async throws {
        try await Self.serving { server in
            let right = Self.fields(Self.secret)
            #expect(try await server.admin(.post, "/worlds", #"{"name": "kept"}"#, headers: right).status == 200)
            let before = try await server.admin(.get, "/state", headers: right).text
            let worlds = try server.worlds.names()
            for (number, route) in AdminRoutes.all.enumerated() where route.operation != "health" {
                let path = route.path.text.replacing("{name}", with: "kept").replacing("{request}", with: "1")
                for world in [nil, "kept", "new-\(number)"] {
                    for wrong in [nil, "", "right-secre", "right-secret2", "RIGHT-SECRET"] {
                        let body = route.body == nil ? "" : "{}"
                        let answer = try await server.admin(
                            route.method, path, body, world: world, headers: Self.fields(wrong))
                        #expect(answer.status == 401, "\(route.operation) \(wrong ?? "without")")
                        #expect(!answer.text.contains(Self.secret))
                    }
                }
            }
            #expect(try server.worlds.names() == worlds)
            #expect(try await server.admin(.get, "/state", headers: right).text == before)
        }
    }

    @Test("opens every operation to a client that has it, at each host name, also through a tunnel")
    func right() async throws {
        try await Self.serving { server async throws in
            for host in ["localhost", "sim.example.com", "10.0.0.1:80"] {
                for origin in [nil, "https://\(host)", "https://other.example.com"] {
                    var request = HTTPRequest(method: .get, scheme: "http", authority: host, path: "/_sim/v1/device")
                    request.headerFields = Self.fields(Self.secret)
                    request.headerFields[.origin] = origin
                    #expect(try await server.client.exchange(request).status == 200, "\(host) \(origin ?? "")")
                    request.headerFields[.adminToken] = nil
                    #expect(try await server.client.exchange(request).status == 401, "\(host) \(origin ?? "")")
                }
            }
        }
    }

    @Test(
        "is not needed for health, the files of the page, and what apps and their browsers use",
        arguments: [
            ("/_sim/v1/health", 200), ("/_sim", 308), ("/_sim/v1/", 200), ("/_sim/v1/page.js", 200),
            ("/_sim/landing?code=1", 200), ("/api/v2/REF30/configuration", 401), ("/activate", 200),
            ("/_sim/v1/nothing", 401), ("/_sim/nothing", 401), ("/_sim?x=1", 308), ("/_sim/v1/health/", 401),
            ("/_sim/v1/statement", 401), ("/_sim/v1/openapi.json", 401),
        ])
    func open(_ path: String, _ status: Int) async throws {
        try await Self.serving { server in
            for world in ["", "/s/mine"] {
                let request = HTTPRequest(method: .get, scheme: "http", authority: "localhost", path: world + path)
                let answer = try await server.client.exchange(request)
                // 401 of the service is about its access token.
                let isAdmin = answer.response.headerFields[.wwwAuthenticate] == AdminSecret.header
                #expect(answer.status == status && isAdmin == (status == 401 && path.hasPrefix("/_sim")), "\(path)")
            }
        }
    }

    @Test("that a client sends to the service reaches no door")
    func toTheService() async throws {
        try await Self.serving { server in
            let request = HTTPRequest(
                method: .get, scheme: "http", authority: "localhost", path: "/api/v2/REF30/configuration",
                headerFields: Self.fields(Self.secret))
            _ = try await server.client.exchange(request)
            for path in [
                "/requests?messages=true&secrets=true", "/journal", "/journal/text", "/state", "/evidence/requests.har",
                "/evidence/report.html", "/evidence/report.txt", "/health",
            ] {
                let answer = try await server.admin(.get, path, headers: Self.fields(Self.secret))
                #expect(answer.status == 200 && !answer.text.contains(Self.secret), "\(path)")
                let name = AdminSecret.header.lowercased()
                #expect(!answer.text.lowercased().contains(name), "\(path)")
            }
        }
    }

    @Test("is declared in the OpenAPI document: optional, and not for health")
    func document() throws {
        let document = OpenAPIDocument.document(of: AdminRoutes.all)
        #expect(document["security"] == [[:], ["AdminToken": []]])
        #expect(document["components"]?["securitySchemes"]?["AdminToken"]?["name"] == .string(AdminSecret.header))
        for (path, item) in document["paths"]?.members ?? [:] {
            for (method, operation) in item.members ?? [:] {
                let isOpen = path == "/_sim/v1/health"
                #expect(operation["security"] == (isOpen ? [] : nil), "\(method) \(path)")
                #expect((operation["responses"]?["401"] == nil) == isOpen, "\(method) \(path)")
            }
        }
    }

    @Test(
        "is compared as a whole",
        arguments: [
            ("right-secret", true), ("", false), ("right-secret ", false), ("right-secre", false), ("r", false),
            ("right-secret, right-secret", false), ("Right-secret", false),
        ])
    func comparison(_ given: String, _ isRight: Bool) throws {
        let secret = try AdminSecret(Self.secret, from: "the test")
        #expect(secret.matches(given) == isRight)
        #expect(!"\(secret)".contains(Self.secret))
    }

    @Test(
        "is 1 to 512 visible ASCII characters",
        arguments: [
            ("a", true), ("!~", true), (String(repeating: "a", count: 512), true), ("", false), ("a b", false),
            ("a\n", false), ("ä", false), (String(repeating: "a", count: 513), false),
        ])
    func texts(_ text: String, _ isValid: Bool) throws {
        let made = try? AdminSecret(text, from: "the test")
        #expect((made != nil) == isValid)
        let environment = [AdminSecret.variable: text]
        guard isValid || text.isEmpty else {
            let error = #expect(throws: CommandError.self) { try AdminSecret(environment: environment) }
            #expect(
                error?.code == .invalid && error?.reason.contains("in TVSIM_ADMIN_TOKEN: expected 1 to 512") == true)
            return
        }
        // An empty variable counts as missing.
        let read = try AdminSecret(environment: environment)
        #expect(read?.text == (isValid ? text : nil))
    }
}
