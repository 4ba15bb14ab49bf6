import Foundation
import HTTPTypes
import TVSimRuns
import TVSimScenario
import TVSimStateStorage
import TVSimStructuredText
import TVSimWorld
import TestSupport
import Testing

@testable import TVSimServer

@Suite("An isolated world")
struct HeldWorldTests {
    private static let profile = "schema: 1\nname: next\n"

    @Test("has no outcome and no situation after a profile replaced it", arguments: [false, true])
    func replaced(_ meansExisting: Bool) async throws {
        try await RunningServer.serving(ports: .none) { server async throws in
            let headers: HTTPFields = meansExisting ? [.ifMatch: "*"] : [:]
            let begin = #"{"name": "w", "situation": "access=denied/account=signedOut"}"#
            #expect(try await server.admin(.post, "/worlds", begin).status == 200)
            let passed = #"{"status": "passed", "test": "t1"}"#
            #expect(try await server.admin(.put, "/world/outcome", passed, world: "w").status == 204)
            #expect(server.worlds.situation(of: "w") != nil && server.worlds.outcome(of: "w")?.test == "t1")
            #expect(try await server.admin(.put, "/world", Self.profile, world: "w", headers: headers).status == 204)
            #expect(server.worlds.situation(of: "w") == nil && server.worlds.outcome(of: "w") == nil)
            // The test that follows ends without an outcome, so it did not pass.
            #expect(try await server.admin(.delete, "/world", world: "w").status == 204)
            #expect(server.worlds.removed.all.map(\.outcome) == [nil])
        }
    }

    @Test("has no request of the framework after a profile replaced it", arguments: [false, true])
    func calls(_ meansExisting: Bool) async throws {
        try await FrameworkTests.serving { server async throws in
            let headers: HTTPFields = meansExisting ? [.ifMatch: "*"] : [:]
            let pending = try await server.admin(
                .post, "/framework/account-metadata", FrameworkTests.interruptible, world: "w")
            #expect(pending.status == 202)
            let number = try #require(pending.response.headerFields[.location]?.split(separator: "/").last)
            #expect(try await server.admin(.put, "/world", Self.profile, world: "w", headers: headers).status == 204)
            #expect(try await server.admin(.get, "/framework/requests/\(number)", world: "w").status == 404)
            try await until("the interface is dismissed") {
                try await server.admin(.get, "/framework/interface", world: "w").json()["interface"] == .null
            }
        }
    }

    @Test("takes no memory while it is missing and clients follow its journal")
    func missing() async throws {
        try await RunningServer.serving { server async throws in
            let requests: [(HTTPRequest.Method, String)] = [
                (.get, "events?timeout=100ms"), (.head, "wait?timeout=100ms"),
            ]
            for (method, path) in requests {
                let answer = try await server.client.exchange(
                    HTTPRequest(
                        method: method, scheme: "http", authority: "localhost", path: "/s/w/_sim/v1/journal/\(path)"))
                #expect(answer.status == 200, "\(path)")
            }
            #expect(try await server.admin(.get, "/worlds").text == "{\"worlds\":[]}\n")
            #expect(server.worlds.held.withLockedValue { $0.isEmpty })
        }
    }

    @Test("that makes room for another loses nothing that a client does meanwhile")
    func evicted() async throws {
        let served = World(store: try World.state(of: .builtIn))
        let stores = HeldUpWorlds(atMost: 2)
        let worlds = SimulatedWorlds(
            serving: served, sdk: SimulatedSDK(), keepingOthersIn: stores, evictingAfter: 0, ports: .none)
        try await RunningServer.serving(served, beside: worlds) { server async throws in
            for name in ["a", "b"] { #expect(try await server.admin(.get, "/health", world: name).status == 200) }
            stores.hold()
            async let other = server.admin(.get, "/health", world: "c")
            #expect(await stores.removals.next() == "a")
            async let change = server.admin(.post, "/commands", #"{"advance": "1h"}"#, world: "a")
            // The change waits; without that, it would reach the world while these requests are answered.
            for _ in 0..<20 { #expect(try await server.admin(.get, "/health").status == 200) }
            stores.release()
            let statuses = try await [other.status, change.status]
            #expect(statuses == [200, 204])
            #expect(try await server.admin(.get, "/health", world: "a").text.contains("01:00:00Z"))
        }
    }
}

/// Worlds in memory whose removal can be held up while their content is read as evidence.
private final class HeldUpWorlds: WorldStores {
    let areKept = false
    /// The names of the worlds whose content was read.
    let removals = Told<String>("removal")
    private let base: MemoryWorlds
    private let gate = DispatchSemaphore(value: 1)

    init(atMost most: Int) { base = MemoryWorlds(atMost: most) }

    func hold() { gate.wait(for: "end of the removal before") }
    func release() { gate.signal() }

    func content(of name: String) throws -> MemoryStateStore {
        removals.tell(name)
        gate.wait(for: "release of the removals")
        defer { gate.signal() }
        return try base.content(of: name)
    }

    var most: Int { base.most }
    func names() throws -> [String] { base.names() }
    func names(after name: String, limit: Int) throws -> [String] { try base.names(after: name, limit: limit) }
    func contains(_ name: String) throws -> Bool { base.contains(name) }
    func store(of name: String, making make: WorldMaking?) -> any StateStore { base.store(of: name, making: make) }
    func add(_ made: MemoryStateStore, as name: String) throws -> Bool { try base.add(made, as: name) }
    func remove(_ name: String) throws { base.remove(name) }
}
