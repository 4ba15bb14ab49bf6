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

@Suite("A large world over HTTP")
struct LargeWorldTests {
    /// A world with more documents and journal entries than any request reads at once.
    private static func makeStore() throws -> MeasuredStore {
        let store = MeasuredStore(base: try World.state(of: .builtIn))
        let world = World(store: store)
        try store.write { state in
            for number in 0..<3000 { try state.setEncodedValue("{}", named: "service/client/\(10_000 + number)") }
        }
        for _ in 0..<1200 { try world.simulation.journal.record(ReplacementDecision.import) }
        _ = store.takeLargest()
        return store
    }

    static let requests: [(HTTPRequest.Method, path: String)] = [
        (.get, "/_sim/v1/state"), (.get, "/_sim/v1/journal?limit=10000"), (.get, "/_sim/v1/journal?contains=import"),
        (.get, "/_sim/v1/journal/events?timeout=1s"), (.get, "/_sim/v1/explain"), (.get, "/_sim/v1/device"),
        (.get, "/_sim/v1/integrations"), (.get, "/_sim/v1/worlds"), (.get, "/_sim/v1/health"),
        (.head, "/api/v2/REF30/configuration"), (.head, "/_sim/v1/state"),
    ]

    @Test("is read in pieces of at most 500 documents or entries", arguments: requests)
    func pieces(method: HTTPRequest.Method, path: String) async throws {
        let store = try Self.makeStore()
        try await RunningServer.serving(World(store: store)) { server in
            let answer = try await server.client.exchange(
                HTTPRequest(method: method, scheme: "http", authority: "localhost", path: path))
            #expect(answer.status == (path.hasPrefix("/api") ? 401 : 200), "\(answer.text)")
            #expect(store.takeLargest() <= 500)
        }
    }

    @Test("has no journal entry after the largest number")
    func lastNumber() throws {
        let world = World(store: try Self.makeStore())
        let question = JournalQuestion(after: .max, contains: nil, limit: .max)
        let page = try JournalPage(of: world.simulation, question, startsOver: false)
        #expect(page.count == 0 && page.entries.isEmpty && page.last == .max)
    }

    @Test("is exported as it was at the beginning, with its length in the header")
    func export() async throws {
        let store = try Self.makeStore()
        let expected = try DeviceExport.of(store).whole
        try await RunningServer.serving(World(store: store)) { server in
            let answer = try await server.admin(.get, "/state")
            #expect(answer.text == expected)
            #expect(answer.response.headerFields[.contentLength] == "\(expected.utf8.count)")
            #expect(answer.response.headerFields[.contentType] == "application/json")
            let head = try await server.admin(.head, "/state")
            #expect(head.response.headerFields[.contentLength] == "\(expected.utf8.count)")
            #expect(head.body.isEmpty)
        }
    }

    @Test("answers other requests while it is exported")
    func concurrency() async throws {
        let store = try Self.makeStore()
        store.holdSnapshots()
        try await RunningServer.serving(World(store: store)) { server in
            defer { store.releaseSnapshots() }
            async let export = server.admin(.get, "/state")
            var holds = store.holds.makeAsyncIterator()
            _ = await holds.next()
            #expect(try await server.admin(.get, "/health").status == 200)
            #expect(try await server.admin(.post, "/commands", #"{"permission": "denied"}"#).status == 204)
            #expect(try await server.admin(.get, "/journal?limit=10000").status == 200)
            #expect(try await server.admin(.get, "/explain").status == 200)
            store.releaseSnapshots()
            let exported = try await export
            #expect(exported.status == 200)
        }
    }

    @Test("lists its isolated worlds page by page")
    func worlds() async throws {
        try await RunningServer.serving { server in
            for name in ["b", "a", "c"] { #expect(try await server.admin(.get, "/health", world: name).status == 200) }
            for (query, names) in [
                ("", #"["a","b","c"]"#), ("?limit=2", #"["a","b"]"#), ("?after=b&limit=2", #"["c"]"#),
                ("?after=c", "[]"),
            ] {
                #expect(try await server.admin(.get, "/worlds" + query).text == "{\"worlds\":\(names)}\n")
            }
            for query in ["?limit=0", "?limit=1000001", "?limit=x"] {
                let refused = try await server.admin(.get, "/worlds" + query)
                #expect(refused.status == 400)
            }
        }
    }
}

/// A store that measures how much is read at once: by a call within a snapshot, or by any other transaction.
private final class MeasuredStore: StateStore {
    let waitsForOthers = false
    let holds: AsyncStream<Void>
    private let tell: AsyncStream<Void>.Continuation
    private let gate = DispatchSemaphore(value: 1)
    private let base: MemoryStateStore
    private let largest = Locked(0)

    init(base: MemoryStateStore) {
        self.base = base
        (holds, tell) = AsyncStream.makeStream(of: Void.self)
    }

    /// Returns the size of the largest piece since the last call.
    func takeLargest() -> Int {
        largest.withLockedValue { largest in
            defer { largest = 0 }
            return largest
        }
    }

    func holdSnapshots() { gate.wait(for: "end of the snapshot before") }
    func releaseSnapshots() { gate.signal() }

    func read<Result>(_ body: (any StateReading) throws -> Result) throws -> Result {
        var whole = 0
        defer { see(whole) }
        return try withoutActuallyEscaping({ whole += $0 }) { count in
            try base.read { try body(Reading(base: $0, read: count)) }
        }
    }

    func snapshot<Result>(_ body: (any StateReading) throws -> Result) throws -> Result {
        tell.yield()
        gate.wait(for: "release of the snapshots")
        defer { gate.signal() }
        return try base.snapshot { try body(Reading(base: $0, read: see)) }
    }

    func write<Result>(_ body: (any StateWriting) throws -> Result) throws -> Result { try base.write(body) }

    func consistently<Result>(reading: [String], _ body: (any StateStore) throws -> Result) throws -> Result {
        try body(self)
    }

    private func see(_ count: Int) { largest.withLockedValue { $0 = max($0, count) } }

    private struct Reading: StateReading {
        let base: any StateReading
        let read: (Int) -> Void

        private func counted<Element>(_ elements: [Element]) -> [Element] {
            read(elements.count)
            return elements
        }

        func value<Value>(for key: StateKey<Value>) throws -> Value? {
            read(1)
            return try base.value(for: key)
        }
        func document(named name: String) throws -> StoredDocument? {
            read(1)
            return try base.document(named: name)
        }
        func names(withPrefix prefix: String) throws -> [String] { counted(try base.names(withPrefix: prefix)) }
        func documents() throws -> [StoredDocument] { counted(try base.documents()) }
        func documents(after name: String, limit: Int) throws -> [StoredDocument] {
            counted(try base.documents(after: name, limit: limit))
        }
        func log(from first: Int) throws -> [LogLine] { counted(try base.log(from: first)) }
        func log(from first: Int, limit: Int) throws -> [LogLine] { counted(try base.log(from: first, limit: limit)) }
        func firstLine() throws -> Int? { try base.firstLine() }
        func lastLine() throws -> Int? { try base.lastLine() }
        func replacements() throws -> Int { try base.replacements() }
        func revision() throws -> Int { try base.revision() }
        var opening: Int { base.opening }
    }
}
