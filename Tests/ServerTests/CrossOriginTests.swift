import Foundation
import HTTPTypes
import TVSimCore
import TVSimWorld
import Testing

/// Tests the responses when a page of another origin calls the service (Fetch Standard, "CORS protocol").
@Suite("Pages of other origins")
struct CrossOriginTests {
    private static let origin = "http://localhost:5173"

    private func ask(
        _ method: HTTPRequest.Method, _ path: String, of server: RunningServer, _ fields: HTTPFields
    ) async throws -> SocketClient.Answer {
        var fields = fields
        fields[.origin] = Self.origin
        return try await server.client.exchange(
            HTTPRequest(method: method, scheme: "http", authority: "localhost", path: path, headerFields: fields))
    }

    @Test(
        "may send the service's requests, in the served world and in isolated ones",
        arguments: [
            "/api/v2/REF30/configuration", "/o/client/token", "/s/w/api/v2/REF30/profiles", "/api/REF30/serviceToken",
        ])
    func preflight(_ path: String) async throws {
        try await RunningServer.serving { server in
            let answer = try await ask(
                .options, path, of: server,
                [
                    .accessControlRequestMethod: "GET",
                    .accessControlRequestHeaders: "authorization,ap-device-identifier",
                ])
            let fields = answer.response.headerFields
            #expect(answer.status == 204 && answer.body.isEmpty)
            #expect(fields[.accessControlAllowOrigin] == Self.origin && fields[.vary] == "Origin")
            #expect(fields[.accessControlAllowHeaders] == "authorization,ap-device-identifier")
            #expect(fields[.accessControlAllowMethods] == "POST,GET,OPTIONS,DELETE")
            #expect(fields[.accessControlAllowCredentials] == "true")
            #expect(
                try server.world.simulation.journal.entries().isEmpty,
                "a question beforehand is no request of the app's")
        }
    }

    @Test("that ask for no header are permitted none")
    func noHeaders() async throws {
        try await RunningServer.serving { server in
            let answer = try await ask(
                .options, "/api/v2/REF30/configuration", of: server, [.accessControlRequestMethod: "GET"])
            #expect(answer.status == 204)
            #expect(answer.response.headerFields[.accessControlAllowHeaders] == nil)
        }
    }

    @Test("read the responses of the service, including errors")
    func answers() async throws {
        try await RunningServer.serving { server in
            let site = HTTPField(name: try #require(HTTPField.Name("Sec-Fetch-Site")), value: "cross-site")
            for (path, fields) in [
                ("/api/v2/REF30/configuration", []), ("/api/v2/none", []), ("/o/client/none", []),
                // These requests are rejected by the simulator itself.
                ("/s/w/api/v2/REF30/configuration", [site]), ("/s/../api/v2/REF30/configuration", []),
            ] {
                let answer = try await ask(.get, path, of: server, HTTPFields(fields))
                #expect(answer.status >= 400)
                #expect(answer.response.headerFields[.accessControlAllowOrigin] == Self.origin)
            }
        }
    }

    @Test("read nothing of the admin API and of the pages for users")
    func elsewhere() async throws {
        try await RunningServer.serving { server in
            for path in [
                "/_sim/v1/health", "/api/v2/authenticate/REF30/ABCDEFG", "/mvpd/Cablevision/sso",
                "/adobe-services/logout", "/sp/saml/metadata", "/",
            ] {
                for method in [HTTPRequest.Method.get, .options] {
                    let answer = try await ask(method, path, of: server, [.accessControlRequestMethod: "GET"])
                    #expect(answer.response.headerFields[.accessControlAllowOrigin] == nil, "\(method) \(path)")
                }
            }
        }
    }

    @Test("get preflight responses only with an Origin")
    func withoutOrigin() async throws {
        try await RunningServer.serving { server in
            let request = HTTPRequest(
                method: .options, scheme: "http", authority: "localhost", path: "/api/v2/REF30/configuration")
            let answer = try await server.client.exchange(request)
            #expect(answer.status == 405 && answer.response.headerFields[.allow] == "GET, HEAD")
            #expect(answer.response.headerFields[.accessControlAllowOrigin] == nil)
        }
    }
}
