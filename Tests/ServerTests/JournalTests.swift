import Foundation
import HTTPTypes
import TVSimEntitlementAPI
import TVSimStateStorage
import TVSimStructuredText
import TVSimWorld
import TestSupport
import Testing

@Suite("The journal over HTTP")
struct JournalTests {
    /// Sends a request for a path that the service rejects, which adds an entry to the journal.
    private static func ask(_ path: String, of server: RunningServer, in world: String? = nil) async throws {
        let prefix = world.map { "/s/\($0)" } ?? ""
        _ = try await server.client.exchange(
            HTTPRequest(method: .get, scheme: "http", authority: "localhost", path: prefix + path))
    }

    private static func page(_ answer: SocketClient.Answer) throws -> (count: Int, last: Int, numbers: [Int]) {
        struct Page: Decodable {
            struct Entry: Decodable { let number: Int }
            let count: Int
            let last: Int
            let entries: [Entry]
        }
        let page = try JSONDecoder().decode(Page.self, from: answer.body)
        return (page.count, page.last, page.entries.map(\.number))
    }

    @Test("is filtered, counted and paged by number and text, and numbers continue after it is cleared")
    func questions() async throws {
        try await RunningServer.serving { server in
            for number in 0..<5 { try await Self.ask("/none/\(number % 2)", of: server) }
            func page(_ query: String) async throws -> (count: Int, last: Int, numbers: [Int]) {
                try Self.page(try await server.admin(.get, "/journal" + query))
            }
            #expect(try await page("") == (5, 5, [1, 2, 3, 4, 5]))
            #expect(try await page("?after=3") == (2, 5, [4, 5]))
            #expect(try await page("?contains=none/1") == (2, 5, [2, 4]))
            #expect(try await page("?contains=none/0&limit=2") == (3, 3, [1, 3]))
            #expect(try await page("?contains=none/0&limit=2&after=3") == (1, 5, [5]))
            #expect(try await page("?limit=0") == (5, 0, []))
            #expect(try await page("?contains=nothing") == (0, 5, []))
            #expect(try await page("?contains=") == (5, 5, [1, 2, 3, 4, 5]))
            // A number after the last entry belongs to another journal, so the page starts at the beginning.
            #expect(try await page("?after=50") == (5, 5, [1, 2, 3, 4, 5]))
            #expect(try await page("?after=5") == (0, 5, []))
            #expect(try await server.admin(.post, "/reset").status == 204)
            // The reset is the sixth entry.
            #expect(try await page("").count == 6)
            #expect(try await server.admin(.delete, "/journal").status == 204)
            #expect(try await page("") == (0, 0, []))
            try await Self.ask("/none", of: server)
            #expect(try await page("") == (1, 7, [7]))
        }
    }

    @Test("has the commands of a test in order, also refused ones, and no password")
    func commands() async throws {
        try await RunningServer.serving { server in
            let signIn = #"{"signIn": {"provider": "Cablevision", "as": "alice"}}"#
            let password = #"{"viewer": {"signIn": {"as": "alice", "password": "hunter2"}}}"#
            for (command, status) in [
                (#"{"permission": "denied"}"#, 204), (#"{"advance": "1d"}"#, 204),
                (#"{"fault": {"at": "service.token", "error": 503}}"#, 204), (signIn, 204), ("\"expireAccount\"", 204),
                (password, 204), ("\"signOut\"", 204), ("\"expireAccount\"", 422),
                (#"{"provider": {"id": "Dish", "set": {"subscribers": {"eve": {"password": "pa55"}}}}}"#, 204),
            ] {
                #expect(try await server.admin(.post, "/commands", command).status == status, "\(command)")
            }
            let page = try await server.admin(.get, "/journal")
            let entries = try #require(try page.json()["entries"]?.elements).filter { $0["room"] == "Command" }
            #expect(
                entries.compactMap { entry in entry["event"]?.string.map { "\($0) \(entry["outcome"]?.string ?? "")" } }
                    == [
                        "permission done", "advance done", "fault done", "signIn done", "expireAccount done",
                        "viewer done", "signOut done", "expireAccount refused", "provider done",
                    ])
            #expect(entries[0]["reason"] == #""denied""#)
            #expect(entries[1]["at"] == "2026-01-02T00:00:00Z")
            #expect(entries[4]["reason"] == "no arguments" && entries[4]["details"] == [:])
            #expect(entries[3]["details"]?["arguments"]?.string?.contains(#""as":"alice""#) == true)
            #expect(entries[7]["reason"]?.string?.contains("no user is signed in") == true)
            #expect(page.text.contains("<redacted") && !page.text.contains("hunter2") && !page.text.contains("pa55"))
        }
    }

    @Test("finds a refusal by the trace that the client received")
    func trace() async throws {
        try await RunningServer.serving { server in
            let refused = try await server.client.exchange(
                HTTPRequest(
                    method: .get, scheme: "http", authority: "localhost", path: "/api/v2/REF30/configuration"))
            let trace = try #require(try refused.json()["trace"]?.string)
            let found = try Self.page(try await server.admin(.get, "/journal?contains=\(trace)"))
            #expect(found.count == 1)
        }
    }

    @Test(
        "accepts the timeouts of its schema, and rejects others",
        arguments: [
            "1s", "9s", "10s", "59s", "60s", "1m", "001s", "0s", "61s", "99s", "2m", "1h", "s", "1", "-1s", "1.5s",
        ])
    func waiting(_ timeout: String) async throws {
        try await RunningServer.serving { server in
            try await Self.ask("/none", of: server)
            let document = String(decoding: try await server.admin(.get, "/openapi.json").body, as: UTF8.self)
            // Only the patterns of timeouts end with a unit of time, and all timeouts have the same.
            let patterns = Set(document.matches(of: /"pattern":"([^"]*s[^"]*m\)\$)"/).map { String($0.output.1) })
            let pattern = try #require(patterns.count == 1 ? patterns.first : nil)
            let status = try await server.admin(.get, "/journal/wait?contains=none&timeout=\(timeout)").status
            #expect(try (timeout.firstMatch(of: Regex(pattern)) != nil) == (status == 200))
            #expect(status == 200 || status == 400)
        }
    }

    @Test("has a name, which changes with a new world but not when it is cleared")
    func identity() async throws {
        try await RunningServer.serving { server in
            func journal(_ query: String = "") async throws -> (name: String, first: JSONValue?) {
                let answer = try await server.admin(.get, "/journal" + query, world: "w")
                guard case .object(let page) = try answer.json() else { throw SocketClient.Trouble(reason: "no page") }
                return (try #require(answer.response.headerFields[.simulatorJournal]), page["first"])
            }
            for _ in 0..<2 { try await Self.ask("/none", of: server, in: "w") }
            let (name, first) = try await journal()
            #expect(first == 1)
            #expect(try await journal("/wait?after=2&timeout=1s").name == name)
            #expect(try await server.admin(.get, "/journal").response.headerFields[.simulatorJournal] != name)
            #expect(try await server.admin(.delete, "/journal", world: "w").status == 204)
            #expect(try await journal() == (name, 0))
            try await Self.ask("/none", of: server, in: "w")
            #expect(try await journal("?after=2") == (name, 3))
            #expect(try await server.admin(.delete, "/world", world: "w").status == 204)
            for _ in 0..<4 { try await Self.ask("/none", of: server, in: "w") }
            let anew = try await journal("?after=3")
            #expect(anew.name != name && anew.first == 1)
        }
        let elsewhere = try await RunningServer.serving { server in
            try await server.admin(.get, "/journal", world: "w").response.headerFields[.simulatorJournal]
        }
        try await RunningServer.serving { server in
            let answer = try await server.admin(.get, "/journal", world: "w")
            #expect(answer.response.headerFields[.simulatorJournal] != elsewhere)
            #expect(answer.text == "{\"count\":0,\"entries\":[],\"first\":0,\"last\":0}\n")
        }
    }

    @Test("answers a waiting request after the decision")
    func waiting() async throws {
        try await RunningServer.serving { server in
            async let answer = server.admin(.get, "/journal/wait?contains=/awaited&timeout=60s")
            try await Self.ask("/other", of: server)
            try await Self.ask("/awaited", of: server)
            #expect(try Self.page(try await answer).count == 1)
            // An existing entry ends the wait immediately. A timeout returns an empty page.
            #expect(try Self.page(try await server.admin(.get, "/journal/wait?contains=/awaited")).count == 1)
            #expect(try Self.page(try await server.admin(.get, "/journal/wait?after=2&timeout=1s")).count == 0)
        }
    }

    @Test("does not decode a decision that is only counted, and names a damaged one that it searches")
    func undecoded() async throws {
        let store = try World.state(of: .builtIn)
        try store.write { _ = try $0.appendLog(["this": "is no decision"]) }
        try await RunningServer.serving(World(store: store)) { server in
            let counted = try Self.page(try await server.admin(.get, "/journal?limit=0"))
            #expect(counted == (1, 0, []))
            let searched = try await server.admin(.get, "/journal?contains=decision")
            #expect(searched.status == 200 && searched.text.contains(#""damaged":[1]"#))
        }
    }

    @Test("ends the wait of a client that has disconnected")
    func gone() async throws {
        try await RunningServer.serving { server in
            let answer = try await server.client.raw(
                Data("GET /_sim/v1/journal/wait?contains=never&timeout=60s HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8))
            #expect(try Self.page(try #require(try SocketClient.answers(in: answer).first)).count == 0)
        }
    }

    @Test("continues a wait in a world that was removed and created again")
    func waitingAnew() async throws {
        try await RunningServer.serving { server in
            async let answer = server.admin(.get, "/journal/wait?contains=/awaited&timeout=60s", world: "w")
            // The waiting request creates the world.
            try await until("the world exists") { try await !server.admin(.get, "/worlds").text.contains("[]") }
            try await Self.ask("/other", of: server, in: "w")
            // While this request finds nothing for a second, the other one looks too, and sees an entry.
            #expect(try Self.page(try await server.admin(.get, "/journal/wait?contains=x-x&timeout=1s")).count == 0)
            #expect(try await server.admin(.delete, "/world", world: "w").status == 204)
            try await Self.ask("/awaited", of: server, in: "w")
            let page = try Self.page(try await answer)
            #expect(page == (1, 1, [1]))
        }
    }

    @Test("ends waits when the server stops, with a response")
    func endingWhileWaiting() async throws {
        let store = NoticingStore()
        let answer = try await RunningServer.serving(World(store: store)) { server in
            let reads = store.reads
            let client = server.client
            let answer = Task {
                try await client.exchange(
                    HTTPRequest(
                        method: .get, scheme: "http", authority: "localhost",
                        path: "/_sim/v1/journal/wait?contains=never&timeout=60s"))
            }
            // The request polls the journal. Its second read shows that it waits.
            var looks = reads.makeAsyncIterator()
            _ = await looks.next()
            _ = await looks.next()
            return answer
        }
        // A stopping server closes open connections after some seconds. A request that waited longer would get no page.
        let page = try await answer.value
        #expect(page.status == 200)
        #expect(try Self.page(page) == (0, 0, []))
    }
}

/// A store that reports each read.
private final class NoticingStore: StateStore {
    let waitsForOthers = false
    let reads: AsyncStream<Void>
    private let tell: AsyncStream<Void>.Continuation
    private let base = MemoryStateStore()

    init() {
        (reads, tell) = AsyncStream.makeStream(of: Void.self)
    }

    func read<Result>(_ body: (any StateReading) throws -> Result) throws -> Result {
        tell.yield()
        return try base.read(body)
    }

    func write<Result>(_ body: (any StateWriting) throws -> Result) throws -> Result {
        try base.write(body)
    }

    func consistently<Result>(reading: [String], _ body: (any StateStore) throws -> Result) throws -> Result {
        try body(self)
    }
}

extension HTTPField.Name {
    static var simulatorJournal: HTTPField.Name { HTTPField.Name("Simulator-Journal") ?? .server }
}
