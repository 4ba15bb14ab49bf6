import Foundation
import HTTPTypes
import TVSimEntitlementAPI
import TVSimRuns
import TVSimScenario
import TVSimStateStorage
import TVSimWorld
import Testing

@testable import TVSimServer

@Suite("Worlds of one server")
struct WorldTests {
    @Test(
        "are named by a path or a header",
        arguments: [
            ("/s/a/api/v2/x?y=z", nil, "a", "/api/v2/x?y=z"), ("/s/a", nil, "a", "/"), ("/s/a?x", nil, "a", "/?x"),
            ("/s/a/", nil, "a", "/"), ("/s/a/s/b/x", nil, "a", "/s/b/x"), ("/x", "a", "a", "/x"),
            ("/s/a/x", "a", "a", "/x"), ("/s/a/\u{301}x?y", nil, "a", "/\u{301}x?y"),
            ("/x", nil, nil, "/x"), ("/sx/a", nil, nil, "/sx/a"), ("/s", nil, nil, "/s"), ("*", nil, nil, "*"),
        ] as [(String, String?, String?, String)])
    func addresses(_ target: String, _ header: String?, _ name: String?, _ inner: String) throws {
        let address = try WorldAddress(target: target, header: header)
        #expect(address.name == name)
        #expect(Array(address.target.utf8) == Array(inner.utf8))
    }

    @Test(
        "reject invalid names, and requests with two names",
        arguments: [
            ("/s//x", nil), ("/s/../x", nil), ("/s/.a/x", nil), ("/s/a%20b/x", nil), ("/s/ä/x", nil), ("/x", ""),
            ("/s/\(String(repeating: "a", count: 65))/x", nil), ("/s/a/x", "b"), ("/x", "a b"),
        ] as [(String, String?)])
    func refusedAddresses(_ target: String, _ header: String?) {
        #expect(throws: AdminError.self) { try WorldAddress(target: target, header: header) }
    }

    @Test(
        "have metadata with the requested host, except an invalid one",
        arguments: [
            ("localhost", "http://localhost:"), ("[::1]", "http://[::1]:"), ("sim_1.test", "http://sim_1.test:"),
            ("me@localhost", "https://sp.auth.adobe.com/"), ("localhost/x", "https://sp.auth.adobe.com/"),
            ("localhost?x", "https://sp.auth.adobe.com/"), ("local%68ost", "https://sp.auth.adobe.com/"),
            (String(repeating: "a", count: 255), "https://sp.auth.adobe.com/"),
        ])
    func hosts(_ host: String, _ beginning: String) async throws {
        try await RunningServer.serving { server in
            let answer = try await server.client.exchange(
                HTTPRequest(method: .get, scheme: "http", authority: host, path: Endpoint.metadata.template))
            #expect(answer.status == 200)
            #expect(answer.text.contains("Location=\"\(beginning)"))
        }
    }

    @Test("have a valid URL for every kind of host")
    func location() {
        let hosts = ["127.0.0.1": "127.0.0.1", "localhost": "localhost", "::1": "[::1]"]
        for (host, written) in hosts {
            #expect(ServerLocation(host: host, port: 8080).url == "http://\(written):8080")
        }
        #expect(ServerLocation(host: "::1", port: 1, certificateAuthority: "ca").admin == "https://[::1]:1/_sim/v1")
    }

    @Test("are separate: each has its own permissions, clock and journal")
    func isolation() async throws {
        try await RunningServer.serving { server in
            let fresh = try await server.admin(.get, "/state", world: "one").text
            let (second, served) = (
                try await server.admin(.get, "/state", world: "two").text, try await server.admin(.get, "/state").text
            )
            #expect(try await server.admin(.post, "/commands", #"{"advance": "1h"}"#, world: "one").status == 204)
            #expect(
                try await server.admin(.post, "/commands", #"{"permission": "denied"}"#, world: "one").status == 204)
            #expect(try await server.admin(.get, "/state", world: "two").text == second)
            #expect(try await server.admin(.get, "/state").text == served)
            #expect(try await server.admin(.get, "/state", world: "one").text != fresh)
            var headers = HTTPFields()
            headers[.simulatorWorld] = "one"
            #expect(try await server.admin(.get, "/health", headers: headers).text.contains("01:00:00Z"))
            #expect(try await server.admin(.get, "/worlds").text == "{\"worlds\":[\"one\",\"two\"]}\n")
            #expect(try await server.admin(.delete, "/world", world: "one").status == 204)
            #expect(try await server.admin(.get, "/worlds").text == "{\"worlds\":[\"two\"]}\n")
            #expect(try await server.admin(.get, "/state", world: "one").text == fresh)
        }
    }

    @Test("are not created by a request with If-Match")
    func unmade() async throws {
        try await RunningServer.serving { server in
            let only: HTTPFields = [.ifMatch: "*"]
            let refused = try await server.admin(.get, "/health", world: "one", headers: only)
            #expect(refused.status == 412)
            #expect(refused.text.contains("unknown world 'one'"))
            #expect(try await server.admin(.get, "/worlds").text == "{\"worlds\":[]}\n")
            #expect(try await server.admin(.get, "/health", headers: only).status == 200)
            #expect(try await server.admin(.get, "/health", world: "one").status == 200)
            #expect(try await server.admin(.get, "/health", world: "one", headers: only).status == 200)
            #expect(try await server.admin(.delete, "/world", world: "one", headers: only).status == 204)
            #expect(try await server.admin(.post, "/commands", "signOut", world: "one", headers: only).status == 412)
            #expect(try await server.admin(.get, "/health", headers: [.ifMatch: "\"tag\""]).status == 400)
        }
    }

    @Test("are created from a profile, and replaced by another profile")
    func profiles() async throws {
        try await RunningServer.serving { server async throws in
            func put(_ profile: String, _ headers: HTTPFields = [:]) async throws -> SocketClient.Answer {
                try await server.admin(.put, "/world", profile, world: "own", headers: headers)
            }
            func now() async throws -> String { try await server.admin(.get, "/health", world: "own").text }
            let late = "schema: 1\nname: late\nclock: 2027-01-01T00:00:00Z\n"
            #expect(try await put(late, [.ifMatch: "*"]).status == 412)
            #expect(try await put("schema: 1\nname: late\nclok: 1\n").text.contains("clok"))
            #expect(try await server.admin(.get, "/worlds").text == "{\"worlds\":[]}\n")
            #expect(try await put(late).status == 204)
            #expect(try await put(late, [.ifMatch: "*"]).status == 204)
            #expect(try await now().contains("2027-01-01T00:00:00Z"))
            #expect(try await server.admin(.post, "/commands", #"{"advance": "1h"}"#, world: "own").status == 204)
            for refused in ["", "schema: 1\n", late + "---\n" + late, "\u{0}"] {
                #expect(try await put(refused).status == 400, "\(refused)")
            }
            let octets = try await server.client.exchange(
                HTTPRequest(method: .put, scheme: "http", authority: "localhost", path: "/s/own/_sim/v1/world"),
                body: Data([0xFF, 0xFE]))
            #expect(octets.status == 400 && octets.text.contains("the body is not UTF-8"))
            #expect(try await now().contains("2027-01-01T01:00:00Z"))
            #expect(try await server.admin(.post, "/reset", world: "own").status == 204)
            #expect(try await now().contains("2027-01-01T00:00:00Z"))
            #expect(try await put(#"{"schema": 1, "name": "json", "clock": "2028-01-01T00:00:00Z"}"#).status == 204)
            #expect(try await now().contains("2028-01-01T00:00:00Z"))
            #expect(try await server.admin(.get, "/journal", world: "own").text.contains(#""count":0"#))
            #expect(try await server.admin(.put, "/world", late).status == 422)
            #expect(try await put(late + String(repeating: "#", count: ServerLimits.profileBody)).status == 413)
            #expect(try await server.admin(.get, "/health").text.contains("2026-01-01T00:00:00Z"))
        }
    }

    @Test("are not created by a PUT with If-Match after their removal")
    func removedBefore() async throws {
        let worlds = SimulatedWorlds(serving: World(store: try World.state(of: .builtIn)), sdk: SimulatedSDK())
        let profile = try WorldOrigin(text: "schema: 1\nname: x\n", source: "a test")
        let error = await #expect(throws: StateError.self) {
            try await worlds.make("a", from: profile, onlyWhere: true)
        }
        #expect(error?.code == .missing)
        #expect(try worlds.names().isEmpty)
        try await worlds.make("a", from: profile, onlyWhere: false)
        #expect(try worlds.names() == ["a"])
    }

    @Test("are limited in number; removing one allows another")
    func limit() async throws {
        try await RunningServer.serving(worlds: 8) { server in
            for number in 0..<8 {
                #expect(try await server.admin(.get, "/health", world: "w\(number)").status == 200)
            }
            let refused = try await server.admin(.get, "/health", world: "more")
            #expect(refused.status == 503)
            #expect(refused.text.contains("the maximum of 8 isolated worlds is reached"))
            #expect(refused.text.contains("--max-worlds or --evict-worlds-after"))
            #expect(try await server.admin(.get, "/health", world: "w7").status == 200)
            #expect(try await server.admin(.get, "/health").status == 200)
            // A world that is not there takes no room to be removed.
            #expect(try await server.admin(.delete, "/world", world: "more").status == 204)
            #expect(try await server.admin(.delete, "/world", world: "w7").status == 204)
            #expect(try await server.admin(.get, "/health", world: "more").status == 200)
        }
    }

    @Test("make room where the server may remove those that no request used for longest")
    func eviction() async throws {
        try await RunningServer.serving(worlds: 3, evictingAfter: 0) { server in
            for name in ["a", "b", "c"] {
                #expect(try await server.admin(.post, "/commands", #"{"advance": "1h"}"#, world: name).status == 204)
            }
            #expect(try await server.admin(.get, "/health", world: "a").status == 200)
            let profile = "schema: 1\nname: d\n"
            #expect(try await server.admin(.put, "/world", profile, world: "d").status == 204)
            #expect(try await server.admin(.get, "/worlds").text.contains(#"["a","c","d"]"#))
            // A world that was removed begins again.
            let health = try await server.admin(.get, "/health", world: "b")
            #expect(health.text.contains("2026-01-01T00:00:00Z"))
            #expect(try await server.admin(.get, "/worlds").text.contains(#"["a","b","d"]"#))
        }
        try await RunningServer.serving(worlds: 1, evictingAfter: 3600) { server in
            var statuses: [Int] = []
            for name in ["a", "b"] { statuses.append(try await server.admin(.get, "/health", world: name).status) }
            #expect(statuses == [200, 503])
        }
    }

    @Test("answer simultaneous clients, in separate worlds and in one")
    func parallel() async throws {
        try await RunningServer.serving { server in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<8 {
                    group.addTask {
                        for _ in 0..<5 {
                            for world in ["w\(number)", nil] {
                                let answer = try await server.admin(
                                    .post, "/commands", #"{"advance": "1s"}"#, world: world)
                                #expect(answer.status == 204)
                            }
                        }
                    }
                }
                try await group.waitForAll()
            }
            // No update is lost, neither in the shared world nor in the other worlds.
            #expect(try await server.admin(.get, "/health").text.contains("00:00:40Z"))
            for number in 0..<8 {
                #expect(try await server.admin(.get, "/health", world: "w\(number)").text.contains("00:00:05Z"))
            }
        }
    }

    /// A request of a browser or a program: its path in a world, its host and its headers.
    struct Visit: Sendable, CustomTestStringConvertible {
        var path = "/x.png"
        var host = "localhost"
        var headers: [String: String] = [:]
        let isMade: Bool
        var testDescription: String { "\(path) at \(host), \(headers)" }

        static let agent = ["User-Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"]
        static func site(_ site: String, _ more: [String: String] = [:]) -> [String: String] {
            ["Sec-Fetch-Site": site].merging(more) { $1 }
        }
        static let link = ["Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"]
    }

    /// Fetch Metadata Request Headers, 2: which site's page sent a request.
    static let visits = [
        Visit(isMade: true), Visit(host: "api.example", headers: ["User-Agent": "okhttp/5"], isMade: true),
        Visit(headers: Visit.site("same-origin", ["Sec-Fetch-Mode": "no-cors"]), isMade: true),
        Visit(path: "/activate", headers: Visit.site("none", Visit.link), isMade: true),
        Visit(path: "/activate", headers: Visit.site("cross-site", Visit.link), isMade: false),
        Visit(path: "/activate", headers: Visit.site("same-site", Visit.link), isMade: false),
        Visit(path: "/activate", headers: Visit.agent, isMade: false),
        Visit(path: "/activate", host: "evil.example", headers: Visit.site("same-origin", Visit.agent), isMade: false),
        Visit(path: "/api/v2/x", host: "evil.example", headers: Visit.site("same-origin", Visit.agent), isMade: false),
        Visit(path: "/api/v2/x", headers: Visit.site("same-site", ["Origin": "http://localhost:3000"]), isMade: true),
        Visit(path: "/api/v2/x", headers: Visit.agent, isMade: true),
        Visit(
            headers: Visit.site("cross-site", ["Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "iframe"]), isMade: false
        ),
        Visit(headers: Visit.site("cross-site", ["Sec-Fetch-Mode": "no-cors"]), isMade: false),
        Visit(path: "/api/v2/x", headers: Visit.site("cross-site", ["Sec-Fetch-Mode": "cors"]), isMade: false),
        Visit(headers: Visit.site("cross-site"), isMade: false),
    ]

    @Test("are created by a client, but not by pages of other sites or at other host names", arguments: visits)
    func made(_ visit: Visit) async throws {
        try await RunningServer.serving { server in
            func ask() async throws -> Int {
                var request = HTTPRequest(
                    method: .get, scheme: "http", authority: visit.host, path: "/s/new" + visit.path)
                for (name, value) in visit.headers {
                    request.headerFields.append(HTTPField(name: try #require(HTTPField.Name(name)), value: value))
                }
                return try await server.client.exchange(request).status
            }
            #expect(try await (ask() == 403) == !visit.isMade)
            let worlds = visit.isMade ? "\"new\"" : ""
            #expect(try await server.admin(.get, "/worlds").text == "{\"worlds\":[\(worlds)]}\n")
            // An existing world responds to every page, as the real service does, but not at another host name.
            _ = try await server.admin(.get, "/health", world: "new")
            let isRebound = visit.host == "evil.example" && visit.path == "/activate"
            #expect(try await (ask() == 403) == isRebound)
        }
    }

    @Test(
        "recognize hosts of this machine by their text",
        arguments: [
            ("127.0.0.1", true), ("127.1.2.3", true), ("localhost", true), ("LOCALHOST", true), ("::1", true),
            ("[::1]", true),
            ("0.0.0.0", false), ("::", false), ("10.0.0.1", false), ("127.0.0.1.example", false),
            ("127.0.0.256", false),
            ("localhost.example", false), ("", false),
        ])
    func loopback(_ host: String, _ isLoopback: Bool) throws {
        #expect(Loopback.isLoopback(host) == isLoopback)
        if !isLoopback {
            #expect(throws: (any Error).self) {
                try SimulatorServer.Address(host: host, port: 0, allowsRemote: false)
            }
        }
    }
}
