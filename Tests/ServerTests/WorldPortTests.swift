import Foundation
import Glibc
import HTTPTypes
import TVSimCore
import TVSimEntitlementAPI
import TVSimScenario
import TVSimStateStorage
import TVSimStructuredText
import TVSimWorld
import Testing

@testable import TVSimServer

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
        try await RunningServer.serving { server async throws in
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
        try await RunningServer.serving { server async throws in
            let own = try #require(try await Self.open(#"{"name": "mine", "port": 0}"#, at: server).client)
            let metadata = try await Self.get(Endpoint.metadata.template, own).text
            #expect(metadata.contains("Location=\"http://127.0.0.1:\(own.port)/"))
            #expect(!metadata.contains("/s/mine"))
        }
    }

    @Test("keeps its port for a second request, and no other")
    func kept() async throws {
        try await RunningServer.serving { server async throws in
            let first = try await Self.open(#"{"name": "mine"}"#, at: server)
            let second = try await Self.open(#"{"name": "mine"}"#, at: server)
            #expect(first.client?.port == second.client?.port)
            let other = try await Self.open(#"{"name": "mine", "port": 1}"#, at: server)
            #expect(other.answer.status == 422 && other.answer.text.contains("has the port "))
            // Only a new world ends with the request that cannot give it its port.
            #expect(try await server.admin(.get, "/worlds").text == "{\"worlds\":[\"mine\"]}\n")
        }
    }

    @Test("closes with its world: a later connection is refused, and nothing creates the world again")
    func closed() async throws {
        try await RunningServer.serving { server async throws in
            let client = try #require(try await Self.open(#"{"name": "mine"}"#, at: server).client)
            let health = Data("GET /_sim/v1/health HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8)
            let (answer, connection) = try await client.begun(health)
            #expect(answer.status == 200)
            #expect(try await server.admin(.delete, "/world", world: "mine").status == 204)
            await #expect(throws: SocketClient.Trouble.self) { try await Self.get("/_sim/v1/health", client) }
            // A connection that was open before closes.
            #expect(try await SocketClient.onThread { try connection.received() }.isEmpty)
            #expect(try await server.admin(.get, "/worlds").text == "{\"worlds\":[]}\n")
        }
    }

    @Test("can be removed through its own port")
    func removesItself() async throws {
        try await RunningServer.serving { server async throws in
            let client = try #require(try await Self.open(#"{"name": "mine"}"#, at: server).client)
            let answer = try await client.exchange(
                HTTPRequest(method: .delete, scheme: "http", authority: "127.0.0.1", path: "/_sim/v1/world"))
            #expect(answer.status == 204)
            await #expect(throws: SocketClient.Trouble.self) { try await Self.get("/_sim/v1/health", client) }
        }
    }

    @Test("answers its removal on its own port as the last request of the connection")
    func lastRequest() async throws {
        try await RunningServer.serving { server async throws in
            let client = try #require(try await Self.open(#"{"name": "mine"}"#, at: server).client)
            let removal = "DELETE /_sim/v1/world HTTP/1.1\r\nHost: localhost\r\n\r\n"
            let (answer, connection) = try await client.begun(Data(removal.utf8))
            #expect(answer.status == 204)
            #expect(answer.response.headerFields[.connection] == "close")
            #expect(try await SocketClient.onThread { try connection.received() }.isEmpty)
        }
    }

    @Test("gets a port of the range, the least recently freed first, and none if all are taken")
    func range() async throws {
        let first = try Self.freePorts()
        try await RunningServer.serving(ports: .among(first...(first + 1))) { server async throws in
            func port(_ name: String) async throws -> Int? {
                try await Self.open(#"{"name": "\#(name)"}"#, at: server).client.map { Int($0.port) }
            }
            #expect(try await port("a") == first)
            #expect(try await port("b") == first + 1)
            let third = try await Self.open(#"{"name": "c"}"#, at: server).answer
            #expect(third.status == 503 && third.text.contains("all 2 ports of worlds are taken"), "\(third.text)")
            #expect(third.text.contains("--world-ports"))
            // The refused world was not created.
            #expect(try await server.admin(.get, "/worlds").text == "{\"worlds\":[\"a\",\"b\"]}\n")
            #expect(try await server.admin(.delete, "/world", world: "b").status == 204)
            #expect(try await server.admin(.delete, "/world", world: "a").status == 204)
            #expect(try await port("c") == first + 1)
            #expect(try await server.admin(.delete, "/world", world: "c").status == 204)
            #expect(try await port("d") == first)
            let outside = try await Self.open(#"{"name": "e", "port": 1}"#, at: server).answer
            #expect(outside.status == 422 && outside.text.contains("the port 1 is not one of \(first)"))
        }
    }

    /// Returns the first of two ports that no program of this machine uses now.
    private static func freePorts() throws -> Int {
        for candidate in stride(from: 20_000, to: 32_000, by: 2) {
            let port = candidate + Int(getpid()) % 500 * 2
            let isFree = [port, port + 1].allSatisfy { number in
                (try? SocketClient.Connection(to: UInt16(number))) == nil
            }
            if isFree { return port }
        }
        throw SocketClient.Trouble(reason: "no free ports")
    }

    @Test("has a path as its address on a server without ports for worlds")
    func without() async throws {
        try await RunningServer.serving(ports: .none) { server async throws in
            let answer = try await server.admin(.post, "/worlds", #"{"name": "mine"}"#)
            let base = "\(server.location.url)/s/mine"
            #expect(answer.text.contains(#""url":"\#(base)""#), "\(answer.text)")
            #expect(answer.text.contains(#""page":"\#(base)/_sim""#))
            #expect(try await server.admin(.post, "/worlds", #"{"name": "b", "port": 20000}"#).status == 422)
        }
    }

    @Test(
        "has the host that the client can reach in its address",
        arguments: [
            ("127.0.0.1", nil, "localhost:8080", "http://127.0.0.1:9", "http://127.0.0.1:1/s/a"),
            ("0.0.0.0", nil, "tvsim:8080", "http://tvsim:9", "http://tvsim:8080/s/a"),
            ("0.0.0.0", nil, nil, "http://127.0.0.1:9", "http://127.0.0.1:1/s/a"),
            ("::", nil, "[fe80::1]:8080", "http://[fe80::1]:9", "http://[fe80::1]:8080/s/a"),
            ("::1", nil, "localhost:80", "http://[::1]:9", "http://[::1]:1/s/a"),
            ("0.0.0.0", "sim.test", "tvsim:8080", "http://sim.test:9", "http://sim.test:8080/s/a"),
            ("127.0.0.1", "sim.test", nil, "http://sim.test:9", "http://sim.test:1/s/a"),
        ] as [(String, String?, String?, String, String)])
    func host(_ listening: String, _ named: String?, _ authority: String?, _ port: String, _ path: String) {
        let host = ServedHost(scheme: "http", listening: listening, named: named)
        #expect(host.url(port: 9, for: authority) == port)
        #expect(host.ownURL(port: 1, for: authority) + "/s/a" == path)
    }

    @Test("is refused under a name that exists, if the client wants a new one")
    func existing() async throws {
        try await RunningServer.serving { server async throws in
            func open(_ more: String) async throws -> SocketClient.Answer {
                try await Self.open(#"{"name": "mine"\#(more)}"#, at: server).answer
            }
            #expect(try await open(#", "ifExists": "fail""#).status == 200)
            #expect(try await open(#", "ifExists": "reuse""#).status == 200)
            for refused in [#", "ifExists": "fail""#, #", "situation": "access=denied""#, #", "profile": {}"#] {
                let answer = try await open(refused)
                #expect([400, 409].contains(answer.status), "\(answer.text)")
            }
            let refused = try await open(#", "situation": "access=denied""#)
            #expect(refused.status == 409 && refused.text.contains("the world 'mine' exists already"))
        }
    }

    @Test("begins from a profile, as an object or as text, and in a situation of the cookbook")
    func beginnings() async throws {
        try await RunningServer.serving { server async throws in
            let late = #"{"schema": 1, "name": "late", "clock": "2027-01-01T00:00:00Z"}"#
            let text = #""schema: 1\nname: late\nclock: 2028-01-01T00:00:00Z\n""#
            for (name, profile, year) in [("a", late, "2027"), ("b", text, "2028")] {
                let client = try #require(
                    try await Self.open(#"{"name": "\#(name)", "profile": \#(profile)}"#, at: server).client)
                #expect(try await Self.get("/_sim/v1/health", client).text.contains(#""now":"\#(year)-"#))
            }
            let (answer, client) = try await Self.open(
                #"{"name": "c", "situation": "access=denied/account=signedOut"}"#, at: server)
            #expect(answer.text.contains(#""situation":"access=denied/account=signedOut""#), "\(answer.text)")
            let device = try await Self.get("/_sim/v1/device", try #require(client)).text
            #expect(device.contains(#""access":"denied""#) && !device.contains(#""account":{"#), "\(device)")
            let again = try await Self.open(#"{"name": "c"}"#, at: server).answer
            #expect(again.text.contains(#""situation":"access=denied/account=signedOut""#))
            let unknown = try await Self.open(#"{"name": "d", "situation": "acess=denied"}"#, at: server).answer
            #expect(unknown.status == 400 && unknown.text.contains(#""suggestion":"access""#), "\(unknown.text)")
            let clok = #"{"name": "d", "profile": {"schema": 1, "name": "x", "clok": 1}}"#
            let wrong = try await Self.open(clok, at: server).answer
            #expect(wrong.status == 400 && wrong.text.contains("clok"), "\(wrong.text)")
        }
    }

    @Test(
        "is refused with what is wrong",
        arguments: [
            ("{}", 400, "must be a JSON object with a 'name'"), (#"{"name": "a b"}"#, 400, "invalid world name"),
            (#"{"name": "a", "port": "x"}"#, 400, "'port' must be a whole number"),
            (#"{"name": "a", "port": 65536}"#, 400, "'port' must be a whole number"),
            (#"{"name": "a", "prt": 1}"#, 400, "unknown key 'prt'"),
            (#"{"name": "a", "ifExists": "replace"}"#, 400, "'ifExists' must be 'reuse' or 'fail'"),
            (#"{"name": "a", "profile": 1}"#, 400, "'profile' must be a profile"),
            (
                #"{"name": "a", "profile": "schema: 1\nname: x\n---\nschema: 1\nname: y\n"}"#, 400,
                "profile: expected one profile, found 2"
            ),
            (#"{"name": "a", "situation": ["x"]}"#, 400, "'situation' must be a text"),
        ])
    func refused(_ body: String, _ status: Int, _ words: String) async throws {
        try await RunningServer.serving { server async throws in
            let answer = try await Self.open(body, at: server).answer
            #expect(answer.status == status && answer.text.contains(words), "\(answer.text)")
        }
    }

    @Test("is refused a port by a server that stops", .timeLimit(.minutes(1)))
    func stopping() async throws {
        let ports = WorldPorts(.free)
        let serving = Task { await ports.serve { _, _, _ in } }
        serving.cancel()
        await serving.value
        let error = await #expect(throws: AdminError.self) { try await ports.port(of: "late", wanted: 0) }
        #expect(error?.status == 503 && error?.message == "the server is stopping")
    }

    @Test("is refused a port that is in use")
    func used() async throws {
        try await RunningServer.serving { server async throws in
            let port = server.client.port
            let answer = try await Self.open(#"{"name": "a", "port": \#(port)}"#, at: server).answer
            #expect(answer.status == 422, "\(answer.text)")
            #expect(answer.text.contains("cannot listen on port \(port): Address already in use"), "\(answer.text)")
            // No client has got the world, so nothing of it is evidence.
            #expect(try await server.admin(.get, "/worlds").text == "{\"worlds\":[]}\n")
            #expect(try await server.admin(.get, "/worlds/a/evidence").status == 404)
            #expect(server.worlds.removed.all.isEmpty && server.worlds.evidence.removals == 0)
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
