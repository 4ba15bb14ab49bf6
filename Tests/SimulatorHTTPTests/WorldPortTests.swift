import EntitlementAPI
import Foundation
import HTTPTypes
import Scenario
import SimulatedWorld
import SimulationCore
import StateStorage
import StructuredText
import Testing

@testable import SimulatorHTTP

@Suite("A world with a port of its own")
struct WorldPortTests {
    private static func open(
        _ body: String, at server: RunningServer
    ) async throws -> (answer: SocketClient.Answer, client: SocketClient?) {
        let answer = try await server.admin(.post, "/worlds", body)
        guard case .object(let members) = try answer.json() else { return (answer, nil) }
        let port = members["url"]?.string?.split(separator: ":").last.flatMap { UInt16($0) }
        return (answer, port.map { SocketClient(port: $0) })
    }

    private static func get(_ path: String, _ client: SocketClient) async throws -> SocketClient.Answer {
        try await client.exchange(HTTPRequest(method: .get, scheme: "http", authority: "127.0.0.1", path: path))
    }

    @Test("is reached there without its name, and no path of the port leads to another world")
    func alone() async throws {
        try await RunningServer.serving { server in
            let (answer, client) = try await Self.open(#"{"name": "mine"}"#, at: server)
            #expect(answer.status == 200)
            let own = try #require(client)
            #expect(try await Self.get("/_sim/v1/health", own).text.contains(#""world":"mine""#))
            #expect(try await Self.get("/s/mine/_sim/v1/health", own).text.contains(#""world":"mine""#))
            let other = try await Self.get("/s/other/_sim/v1/health", own)
            #expect(other.status == 400 && other.text.contains("this port serves only the world 'mine'"))
            #expect(try await server.admin(.get, "/worlds").text == "{\"worlds\":[\"mine\"]}\n")
        }
    }

    @Test("gives addresses of its port: absolute paths and metadata stay in the world")
    func addresses() async throws {
        try await RunningServer.serving { server in
            let own = try #require(try await Self.open(#"{"name": "mine", "port": 0}"#, at: server).client)
            let metadata = try await Self.get(Endpoint.metadata.template, own).text
            #expect(metadata.contains("Location=\"http://127.0.0.1:\(own.port)/"))
            #expect(!metadata.contains("/s/mine"))
        }
    }

    @Test("keeps its port, also for a second request and after its removal")
    func kept() async throws {
        try await RunningServer.serving { server in
            let first = try await Self.open(#"{"name": "mine"}"#, at: server)
            let second = try await Self.open(#"{"name": "mine"}"#, at: server)
            #expect(first.client?.port == second.client?.port)
            #expect(try await server.admin(.delete, "/world", world: "mine").status == 204)
            #expect(try await Self.get("/_sim/v1/health", try #require(first.client)).status == 200)
            let other = try await Self.open(#"{"name": "mine", "port": 1}"#, at: server)
            #expect(other.answer.status == 422 && other.answer.text.contains("has the address http://127.0.0.1:"))
        }
    }

    @Test(
        "is refused with what is wrong",
        arguments: [
            ("{}", 400, "must be a JSON object with a 'name'"), (#"{"name": "a b"}"#, 400, "invalid world name"),
            (#"{"name": "a", "port": "x"}"#, 400, "'port' must be a whole number"),
            (#"{"name": "a", "port": 65536}"#, 400, "'port' must be a whole number"),
            (#"{"name": "a", "prt": 1}"#, 400, "unknown key 'prt'"),
        ])
    func refused(_ body: String, _ status: Int, _ words: String) async throws {
        try await RunningServer.serving { server in
            let answer = try await Self.open(body, at: server).answer
            #expect(answer.status == status && answer.text.contains(words), "\(answer.text)")
        }
    }

    @Test("is refused a port that is in use")
    func used() async throws {
        try await RunningServer.serving { server in
            let port = server.client.port
            let answer = try await Self.open(#"{"name": "a", "port": \#(port)}"#, at: server).answer
            #expect(answer.status == 422, "\(answer.text)")
            #expect(answer.text.contains("cannot listen on port \(port): Address already in use"), "\(answer.text)")
        }
    }

    @Test("draws identifiers of its own, equal in each run, unless the profile has a seed")
    func identifiers() throws {
        func next(_ origin: WorldOrigin, _ name: String) throws -> String {
            try World(store: World.state(of: origin.isolated(as: name))).simulation.identifiers.uuid()
        }
        #expect(try next(.builtIn, "a") == next(.builtIn, "a"))
        #expect(try next(.builtIn, "a") != next(.builtIn, "b"))
        let seeded = try WorldOrigin(text: "schema: 1\nname: x\nseed: 7\n", source: "a test")
        #expect(try next(seeded, "a") == next(seeded, "b"))
    }
}
