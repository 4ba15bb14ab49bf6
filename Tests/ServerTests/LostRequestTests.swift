import Foundation
import HTTPTypes
import TVSimEntitlementAPI
import TVSimRuns
import TVSimScenario
import TVSimStateStorage
import TVSimStructuredText
import TVSimWorld
import Testing

@testable import TVSimServer

@Suite("A request that names no world")
struct LostRequestTests {
    private static func send(
        _ method: HTTPRequest.Method, _ path: String, to server: RunningServer, world: String? = nil,
        accept: String? = nil
    ) async throws -> SocketClient.Answer {
        var request = HTTPRequest(method: method, scheme: "http", authority: "127.0.0.1", path: path)
        request.headerFields[.simulatorWorld] = world
        request.headerFields[.accept] = accept
        return try await server.client.exchange(request)
    }

    @Test(
        "is refused in strict mode if an app, a browser or a test meant its own world",
        arguments: [
            ("/api/v2/REF30/configuration", 421), ("/o/client/register", 421), ("/activate", 421),
            ("/mvpd/Cablevision/metadata", 421), ("/_sim/landing", 421), ("/_sim/v1/commands", 421),
            ("/_sim/v1/framework/interface", 421),
            ("/_sim/v1/health", 200), ("/_sim/v1/worlds", 200), ("/_sim/v1/device", 200), ("/_sim/v1/journal", 200),
            ("/_sim/v1/openapi.json", 200), ("/_sim/v1/situations", 200), ("/favicon.ico", 404),
        ])
    func strict(_ path: String, _ status: Int) async throws {
        try await RunningServer.serving(ports: .none, mode: .strict) { server async throws in
            let answer = try await Self.send(.get, path, to: server)
            #expect(answer.status == status, "\(answer.text)")
            guard status == 421 else { return }
            #expect(answer.text.contains("A relative URL was resolved and lost '/s/NAME'"))
            #expect(answer.text.contains("Simulator-World: -"))
            #expect(answer.response.headerFields[.simulator] != nil)
            let deliberate = try await Self.send(.get, path, to: server, world: "-")
            #expect(deliberate.status != 421, "\(deliberate.text)")
            let named = try await Self.send(.get, path, to: server, world: "mine")
            #expect(named.status != 421, "\(named.text)")
        }
    }

    @Test("is for the world without a name in auto mode until the server has an isolated world")
    func auto() async throws {
        try await RunningServer.serving(ports: .free, mode: .auto) { server async throws in
            func status() async throws -> Int { try await Self.send(.get, "/activate", to: server).status }
            #expect(try await status() == 200)
            #expect(try await server.admin(.post, "/worlds", #"{"name": "mine"}"#).status == 200)
            #expect(try await status() == 421)
            #expect(try await server.admin(.delete, "/world", world: "mine").status == 204)
            #expect(try await status() == 421)
        }
    }

    @Test("is for the world without a name in open mode")
    func open() async throws {
        try await RunningServer.serving { server async throws in
            #expect(try await server.admin(.post, "/worlds", #"{"name": "mine"}"#).status == 200)
            #expect(try await Self.send(.get, "/activate", to: server).status == 200)
        }
    }

    @Test("is told the one world whose service gave out its access token")
    func owner() async throws {
        try await RunningServer.serving(ports: .none, mode: .auto) { server async throws in
            for name in ["first", "second"] {
                #expect(try await server.admin(.get, "/health", world: name).status == 200)
            }
            func post(_ path: String, _ body: String, _ type: String) async throws -> Members {
                var request = HTTPRequest(method: .post, scheme: "http", authority: "127.0.0.1", path: path)
                request.headerFields[.contentType] = type
                request.headerFields[.deviceInformation] = Self.device
                let answer = try await server.client.exchange(request, body: Data(body.utf8))
                guard case .object(let members) = try answer.json() else { return [:] }
                return members
            }
            let listing = try await server.admin(.get, "/statement", world: "second").json()
            guard case .object(let shown) = listing, let statement = shown["statement"]?.string else { return }
            let client = try await post(
                "/s/second/o/client/register", #"{"software_statement": "\#(statement)"}"#, "application/json")
            let (id, secret) = (
                try #require(client["client_id"]?.string), try #require(client["client_secret"]?.string)
            )
            let token = try await post(
                "/s/second/o/client/token",
                "grant_type=client_credentials&client_id=\(id)&client_secret=\(secret)",
                "application/x-www-form-urlencoded")
            var request = HTTPRequest(
                method: .get, scheme: "http", authority: "127.0.0.1", path: "/api/v2/REF30/configuration")
            request.headerFields[.authorization] = "Bearer \(try #require(token["access_token"]?.string))"
            let refused = try await server.client.exchange(request)
            #expect(refused.status == 421)
            #expect(refused.text.contains("The access token belongs to the world 'second'"), "\(refused.text)")
        }
    }

    private static let device = Data(
        (#"{"primaryHardwareType": "MobilePhone", "model": "iPhone", "version": "1", "manufacturer": "Apple", "#
            + #""osName": "iOS", "osVersion": "26.1"}"#).utf8
    ).base64EncodedString()

    @Test("with '-' in a world's path or port is for that world")
    func deliberate() async throws {
        try await RunningServer.serving(ports: .none, mode: .strict) { server async throws in
            let answer = try await Self.send(.get, "/s/mine/_sim/v1/health", to: server, world: "-")
            #expect(answer.text.contains(#""world":"mine""#), "\(answer.text)")
        }
    }

    @Test(
        "is named in the text of a failed test that no request reached, and not in that of another",
        arguments: [
            (WorldMode.open, "1 request reached the world without a name"),
            (.strict, "the server refused 1 request that named no world, first GET /api/v2/REF30/configuration"),
        ])
    func missed(mode: WorldMode, told: String) async throws {
        try await RunningServer.serving(ports: .none, mode: mode) { server async throws in
            let path = "/api/v2/REF30/configuration"
            _ = try await Self.send(.get, path, to: server)
            for world in ["quiet", "reached"] {
                #expect(try await server.admin(.get, "/health", world: world).status == 200)
                if world == "reached" { _ = try await Self.send(.get, path, to: server, world: world) }
                let text = try await server.admin(.get, "/evidence/report.txt", world: world).text
                #expect(text.contains(told) == (world == "quiet"), "\(text)")
                #expect(text.contains("requests that reached the world '\(world)': \(world == "quiet" ? 0 : 1);"))
            }
        }
    }

    @Test("is counted, with the lines of different requests without secrets")
    func counted() throws {
        let lost = UnaddressedRequests(.strict)
        let worlds = SimulatedWorlds(serving: World(store: MemoryStateStore()), sdk: SimulatedSDK())
        for path in ["/api/v2/REF30/configuration?x=1", "/api/v2/REF30/configuration", "/activate"] {
            let request = HTTPRequest(method: .get, scheme: "http", authority: "x", path: path)
            #expect(lost.refusal(of: request, at: try WorldAddress(target: path, header: nil), in: worlds) != nil)
        }
        #expect(lost.count == 3)
        #expect(lost.lines == ["GET /api/v2/REF30/configuration", "GET /activate"])
    }
}
