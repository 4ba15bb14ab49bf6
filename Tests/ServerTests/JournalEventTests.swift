import Foundation
import HTTPTypes
import NIOCore
import TVSimServer
import TVSimStructuredText
import TVSimWorld
import TestSupport
import Testing

@Suite("The stream of the journal")
struct JournalEventTests {
    /// One server-sent event.
    private struct Event: Hashable {
        var name = ""
        var id: String?
        var data: Members = [:]
    }

    /// Reads a stream that ends after a second.
    private static func text(
        _ server: RunningServer, _ query: String = "", world: String? = nil, headers: HTTPFields = [:]
    ) async throws -> String {
        let prefix = world.map { "/s/\($0)" } ?? ""
        var request = "GET \(prefix)/_sim/v1/journal/events?timeout=1s\(query) HTTP/1.1\r\nHost: localhost\r\n"
        for field in headers { request += "\(field.name): \(field.value)\r\n" }
        let answer = try await server.client.raw(Data((request + "Connection: close\r\n\r\n").utf8), isWhole: false)
        return String(decoding: answer, as: UTF8.self)
    }

    /// Reads the events of a stream that ends after a second.
    private static func events(
        _ server: RunningServer, _ query: String = "", world: String? = nil, headers: HTTPFields = [:]
    ) async throws -> [Event] {
        try events(in: try await text(server, query, world: world, headers: headers))
    }

    private static func events(in answer: String) throws -> [Event] {
        try answer.split(separator: "\n\n").compactMap { block in
            guard let start = block.range(of: "event: ") else { return nil }
            var event = Event()
            for line in block[start.lowerBound...].split(separator: "\n") {
                let parts = line.split(separator: ": ", maxSplits: 1).map(String.init)
                switch parts.first {
                case "event": event.name = parts[1]
                case "id": event.id = parts[1]
                case "data":
                    if case .object(let data) = try JSONValue(json: Data(parts[1].utf8)) { event.data = data }
                default: break
                }
            }
            return event
        }
    }

    /// A stream that stays open.
    private actor Stream {
        private let connection: SocketClient.Connection
        private var received = Data()

        init(_ connection: SocketClient.Connection) { self.connection = connection }

        /// Discards the events that have arrived with the last one.
        func forget() { received = Data() }

        /// Reads until an event of a name arrives, and returns it.
        func next(_ name: String) async throws -> Event {
            let start = Data("event: \(name)\n".utf8)
            let end = Data("\n\n".utf8)
            var heartbeats = 0
            while true {
                if let first = received.range(of: start),
                    let last = received.range(of: end, in: first.upperBound..<received.endIndex),
                    let event = try JournalEventTests.events(
                        in: String(decoding: received[first.lowerBound..<last.upperBound], as: UTF8.self)
                    ).first
                {
                    received = Data(received[last.upperBound...])
                    return event
                }
                let more = try await SocketClient.onThread { [connection] in try connection.received(until: end) }
                guard !more.isEmpty else { throw SocketClient.Trouble(reason: "the stream has ended") }
                // A busy machine may be late for a heartbeat or two; after a minute of them nothing will come.
                if more.range(of: Data("\n:\n\n".utf8)) != nil { heartbeats += 1 }
                guard heartbeats < 4 else {
                    throw SocketClient.Trouble(reason: "no event '\(name)' came before the fourth heartbeat")
                }
                received += more
            }
        }
    }

    /// Opens a stream, and returns it after its beginning.
    private static func open(
        _ server: RunningServer, _ query: String = "", world: String? = nil
    ) async throws -> Stream {
        let prefix = world.map { "/s/\($0)" } ?? ""
        let request = "GET \(prefix)/_sim/v1/journal/events\(query) HTTP/1.1\r\nHost: localhost\r\n\r\n"
        return Stream(try await server.client.begun(Data(request.utf8)).connection)
    }

    private static func ask(_ path: String, of server: RunningServer, in world: String? = nil) async throws {
        let prefix = world.map { "/s/\($0)" } ?? ""
        _ = try await server.client.exchange(
            HTTPRequest(method: .get, scheme: "http", authority: "localhost", path: prefix + path))
    }

    @Test("has a comment now and then while nothing happens, so that a proxy keeps the connection open")
    func heartbeats() async throws {
        for (milliseconds, isAlive) in [(Int64(1), true), (60_000, false)] {
            var limits = ServerLimits()
            limits.heartbeat = .milliseconds(milliseconds)
            try await RunningServer.serving(limits: limits) { server in
                let text = try await Self.text(server)
                #expect(text.contains("\n:\n\n") == isAlive, "\(text)")
                #expect(try Self.events(in: text).count < 5)
            }
        }
    }

    @Test("has the media type of server-sent events, and names the journal before its decisions")
    func begins() async throws {
        try await RunningServer.serving { server in
            try await Self.ask("/none", of: server)
            let text = try await Self.text(server)
            #expect(text.contains("Content-Type: text/event-stream\r\n"))
            let events = try Self.events(in: text)
            #expect(events.map(\.name) == ["journal", "entry"])
            let name = try #require(
                await server.admin(.get, "/journal").response.headerFields[.simulatorJournal])
            #expect(events.first?.data == ["journal": .string(name), "first": 1])
            #expect(events.last?.id == "\(name):1")
            #expect(events.last?.data["event"] == "GET /none")
            #expect(events.last?.data["number"] == 1)
        }
    }

    @Test("continues after the last event that the client has received, by header or query")
    func resumes() async throws {
        try await RunningServer.serving { server in
            for _ in 0..<3 { try await Self.ask("/none", of: server) }
            let ids = try await Self.events(server).compactMap(\.id)
            #expect(ids.count == 3)
            let later = try await Self.events(server, "&lastEventID=\(ids[0])")
            #expect(later.compactMap(\.id) == [ids[1], ids[2]])
            let last = try #require(HTTPField.Name("Last-Event-ID"))
            let latest = try await Self.events(server, "&lastEventID=\(ids[0])", headers: [last: ids[1]])
            #expect(latest.compactMap(\.id) == [ids[2]])
            // Events of another journal, and texts that are not events, are followed by the whole journal.
            for other in ["1-1:2", "nonsense", ids[0].dropLast() + "-1", "::"] {
                #expect(try await Self.events(server, "&lastEventID=\(other)").compactMap(\.id) == ids)
            }
        }
    }

    @Test("tells decisions and changes of the state as they happen, and what was removed")
    func follows() async throws {
        try await RunningServer.serving { server in
            try await Self.ask("/early", of: server)
            let stream = try await Self.open(server, "?contains=none")
            try await Self.ask("/none", of: server)
            #expect(try await stream.next("entry").data["event"] == "GET /none")
            #expect(try await server.admin(.post, "/commands", "signOut").status == 204)
            let told = try await stream.next("state").data
            #expect(try await server.admin(.get, "/view").json()["revision"] == told["revision"])
            #expect(told.count == 1 && told["revision"]?.string?.isEmpty == false)
            #expect(try await server.admin(.delete, "/journal").status == 204)
            #expect(try await stream.next("journal").data["first"] == 0)
        }
    }

    @Test(
        "tells when the screen of the device changes, in the served world and in an isolated one",
        arguments: [nil, "w"])
    func screen(_ world: String?) async throws {
        try await FrameworkTests.serving { server in
            try await Self.ask("/none", of: server, in: world)
            let request = ("/framework/account-metadata", FrameworkTests.interruptible)
            let actions = [#"{"choose": "Dish"}"#, #"{"signIn": {"as": "carol", "password": "wrong"}}"#, #""cancel""#]
            for (step, (path, body)) in ([request] + actions.map { ("/framework/interface", $0) }).enumerated() {
                // One event may tell several changes, so each change has a stream of its own.
                let stream = try await Self.open(server, "?contains=/step\(step)", world: world)
                try await Self.ask("/step\(step)", of: server, in: world)
                _ = try await stream.next("entry")
                await stream.forget()
                #expect(try await server.admin(.post, path, body, world: world).status < 300)
                _ = try await stream.next("state")
            }
        }
    }

    @Test("tells the flows too if the client asks for them, with what belongs to one that the client knows already")
    func flows() async throws {
        try await RunningServer.serving { server in
            // Two questions of an app for its access are one flow.
            for _ in 0..<2 { #expect(try await server.admin(.post, "/framework/access-status", "{}").status == 200) }
            #expect(!(try await Self.events(server).map(\.name).contains("flow")))
            let events = try await Self.events(server, "&flows=true")
            #expect(events.map(\.name) == ["journal", "entry", "entry", "flow"])
            #expect(events.last?.data["numbers"] == "1-2")
            // The flow began before the event after which the stream continues.
            let first = try #require(events.compactMap(\.id).first)
            let later = try await Self.events(server, "&flows=true&lastEventID=\(first)")
            #expect(later.map(\.name) == ["journal", "entry", "flow"])
            #expect(later.last?.data["numbers"] == "1-2")
            // A client that knows both entries is told the whole flow with the third.
            let second = try #require(events.filter { $0.name == "entry" }.compactMap(\.id).last)
            #expect(try await server.admin(.post, "/framework/access-status", "{}").status == 200)
            let third = try await Self.events(server, "&flows=true&lastEventID=\(second)")
            #expect(third.last?.data["numbers"] == "1-3")
        }
    }

    @Test("begins a flow anew when the decisions before were removed from the journal")
    func flowsThatWereRemoved() async throws {
        try await RunningServer.serving { server in
            #expect(try await server.admin(.post, "/framework/access-status", "{}").status == 200)
            let stream = try await Self.open(server, "?flows=true")
            #expect(try await stream.next("flow").data["numbers"] == "1")
            #expect(try await server.admin(.delete, "/journal").status == 204)
            #expect(try await stream.next("journal").data["first"] == 0)
            #expect(try await server.admin(.post, "/framework/access-status", "{}").status == 200)
            #expect(try await stream.next("flow").data["numbers"] == "2")
        }
    }

    @Test("tells the question for access that waits for its user, until it is answered, if the client asks for flows")
    func question() async throws {
        try await RunningServer.serving { server in
            #expect(
                try await server.admin(.post, "/commands", #"{"viewer": {"accessPrompt": "ignore"}}"#).status == 204)
            let stream = try await Self.open(server, "?flows=true")
            #expect(try await server.admin(.post, "/framework/access-status", #"{"prompt": true}"#).status == 200)
            let asked = try await stream.next("question").data
            let listed = try await server.admin(.get, "/journal/flows").json()["unanswered"]
            #expect(asked == ["unanswered": listed ?? .null] && listed?["app"] == "com.example.stream")
            // A client that reads from the beginning is told it too, and one without flows is not.
            #expect(try await Self.events(server, "&flows=true").last { $0.name == "question" }?.data == asked)
            #expect(try await !Self.events(server).map(\.name).contains("question"))
            #expect(try await server.admin(.post, "/commands", #"{"permission": "granted"}"#).status == 204)
            #expect(try await stream.next("question").data == ["unanswered": .null])
            #expect(try await !Self.events(server, "&flows=true").map(\.name).contains("question"))
        }
    }

    @Test("does not create a missing world, and tells when the world appears, ends and appears again")
    func missing() async throws {
        try await RunningServer.serving { server in
            let events = try await Self.events(server, world: "w")
            #expect(events.map(\.name) == ["missing"])
            #expect(events.first?.data == ["world": "w"])
            #expect(try await server.admin(.get, "/worlds").text.contains("[]"))
            let stream = try await Self.open(server, world: "w")
            var journals: Set<Members> = []
            for _ in 0..<2 {
                try await Self.ask("/none", of: server, in: "w")
                journals.insert(try await stream.next("journal").data)
                #expect(try await stream.next("entry").data["number"] == 1)
                #expect(try await server.admin(.delete, "/world", world: "w").status == 204)
                _ = try await stream.next("missing")
            }
            #expect(journals.count == 2)
        }
    }

    @Test("ends when the client disconnects, and its place is free again; too many streams are refused")
    func bounded() async throws {
        try await RunningServer.serving { server in
            let request = Data("GET /_sim/v1/journal/events HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8)
            var open: [SocketClient.Connection] = []
            for _ in 0..<64 {
                let (answer, connection) = try await server.client.begun(request)
                #expect(answer.status == 200)
                open.append(connection)
            }
            let refused = try await server.admin(.get, "/journal/events")
            #expect(refused.status == 503)
            #expect(refused.text.contains("too many open streams"))
            open.removeAll()
            try await until("a closed stream leaves its place") {
                try await Self.text(server).hasPrefix("HTTP/1.1 200 ")
            }
        }
    }

    @Test("has only the header of a response to HEAD")
    func head() async throws {
        try await RunningServer.serving { server in
            let answer = try await server.admin(.head, "/journal/events")
            #expect(answer.status == 200)
            #expect(answer.body.isEmpty)
        }
    }
}
