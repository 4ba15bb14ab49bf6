import Foundation
import HTTPTypes
import TVSimCore
import TVSimEntitlementAPI
import TVSimStateStorage
import TVSimStructuredText
import TVSimWorld
import TestSupport
import Testing

@testable import TVSimServer

@Suite("State that cannot be read, over HTTP")
struct StateTroubleTests {
    @Test(
        "is an error of the admin API with the document's name, also on the service's paths",
        arguments: ["/api/v2/REF30/configuration", "/_sim/v1/integrations"])
    func answersAsItself(path: String) async throws {
        try await RunningServer.serving { server in
            try server.world.simulation.store.write {
                try $0.setEncodedValue(#"{"bogus": 1}"#, named: "service/configuration")
            }
            let answer = try await server.client.exchange(
                HTTPRequest(method: .get, scheme: "http", authority: "localhost", path: path))
            #expect(answer.status == 503)
            #expect(answer.response.headerFields[try #require(HTTPField.Name("Simulator"))] != nil)
            guard case .object(let body) = try answer.json(), case .object(let error)? = body["error"] else {
                Issue.record("\(answer.text)")
                return
            }
            #expect(error["message"]?.string?.contains("'service/configuration' is damaged") == true)
        }
    }

    @Test("is an error of an export too, with the document's name")
    func exports() async throws {
        try await RunningServer.serving { server in
            try server.world.simulation.store.write { try $0.setEncodedValue("{", named: "clock") }
            let answer = try await server.admin(.get, "/state")
            #expect(
                answer.status == 503 && answer.text.contains("the stored document 'clock' is damaged: it is not JSON"))
        }
    }

    @Test("because another process has locked the device, delays only requests that change the device")
    func held() async throws {
        let store = try HeldStore()
        try await RunningServer.serving(World(store: store)) { server in
            defer { store.release() }
            async let answer = server.admin(.post, "/commands", #"{"advance": "1h"}"#)
            var holds = store.holds.makeAsyncIterator()
            _ = await holds.next()
            for world in ["a", "b", nil] {
                #expect(try await server.admin(.get, "/health", world: world).status == 200)
            }
            store.release()
            let changed = try await answer
            #expect(changed.status == 204)
            #expect(try await server.admin(.get, "/health").text.contains("01:00:00Z"))
        }
    }

}

/// A store whose writes block until the test releases them, as if another process held the lock.
private final class HeldStore: StateStore {
    let waitsForOthers = true
    let holds: AsyncStream<Void>
    private let tell: AsyncStream<Void>.Continuation
    private let gate = DispatchSemaphore(value: 0)
    private let base: MemoryStateStore

    init() throws {
        base = try World.state(of: .builtIn)
        (holds, tell) = AsyncStream.makeStream(of: Void.self)
    }

    func release() { gate.signal() }

    func read<Result>(_ body: (any StateReading) throws -> Result) throws -> Result { try base.read(body) }

    func write<Result>(_ body: (any StateWriting) throws -> Result) throws -> Result {
        tell.yield()
        gate.wait(for: "release of the writes")
        gate.signal()
        return try base.write(body)
    }

    func consistently<Result>(reading: [String], _ body: (any StateStore) throws -> Result) throws -> Result {
        try body(self)
    }
}
