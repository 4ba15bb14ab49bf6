import Foundation
import HTTPTypes
import TVSimEntitlementAPI
import TVSimStructuredText
import Testing

@Suite("A question to the journal and to the requests")
struct JournalQueryTests {
    private static func serving(_ body: @Sendable (RunningServer) async throws -> Void) async throws {
        try await RunningServer.serving { server in
            for number in 0..<6 {
                let request = HTTPRequest(method: .get, scheme: "http", authority: "localhost", path: "/none/\(number)")
                _ = try await server.client.exchange(request)
                #expect(try await server.admin(.post, "/commands", #"{"advance": "1s"}"#).status == 204)
            }
            try await body(server)
        }
    }

    private static func numbers(_ answer: JSONValue, _ list: String) -> [Int] {
        guard case .array(let items)? = answer[list] else { return [] }
        return items.compactMap { if case .integer(let number)? = $0["number"] { Int(number) } else { nil } }
    }

    @Test(
        "answers with the kind and the newest of what matches, and counts all of it",
        arguments: [
            ("", Array(1...12), 12), ("?last=3", [10, 11, 12], 12), ("?last=3&limit=2", [10, 11], 12),
            ("?kind=command", [2, 4, 6, 8, 10, 12], 6), ("?kind=command&last=2", [10, 12], 6),
            ("?kind=command&last=2&after=10", [12], 1), ("?contains=none&last=1", [11], 6),
            ("?kind=command&last=3&limit=2", [8, 10], 6), ("?contains=none&last=4&limit=1", [5], 6),
            ("?kind=command&last=1&limit=3", [12], 6), ("?kind=command&last=2&limit=0", [], 6),
            ("?last=99", Array(1...12), 12),
            ("?after=11&last=5", [12], 1), ("?kind=page", [], 0),
        ])
    func journal(_ query: String, _ numbers: [Int], _ count: Int) async throws {
        try await Self.serving { server async throws in
            let answer = try await server.admin(.get, "/journal\(query)").json()
            #expect(Self.numbers(answer, "entries") == numbers && answer["count"] == .integer(Int64(count)), "\(query)")
            // A client that continues after the newest sees nothing twice and misses nothing.
            if query.contains("last"), !query.contains("limit") { #expect(answer["last"] == 12) }
            let text = try await server.admin(.get, "/journal/text\(query)").text
            #expect(text.split(separator: "\n").count == numbers.count)
        }
    }

    @Test(
        "finds the requests of an entry, of a path, and the newest",
        arguments: [
            ("", Array(stride(from: 1, through: 11, by: 2)), 6), ("?last=2", [9, 11], 6), ("?number=3", [3], 1),
            ("?number=2", [], 0), ("?path=none/4", [9], 1), ("?path=nowhere", [], 0),
            ("?path=&contains=&last=2", [9, 11], 6), ("?after=8&last=1", [11], 2), ("?last=3&limit=2", [7, 9], 6),
        ])
    func requests(_ query: String, _ numbers: [Int], _ count: Int) async throws {
        try await Self.serving { server async throws in
            for messages in [false, true] {
                let extra = messages ? (query.isEmpty ? "?" : "&") + "messages=true" : ""
                let answer = try await server.admin(.get, "/requests\(query)\(extra)").json()
                #expect(Self.numbers(answer, "requests") == numbers && answer["count"] == .integer(Int64(count)))
                for request in answer["requests"]?.elements ?? [] {
                    #expect((request["messages"] != nil) == messages && (request["reason"] != nil) == messages)
                }
            }
        }
    }

    @Test("refuses what it does not know")
    func refused() async throws {
        try await RunningServer.serving { server async throws in
            for query in ["/journal?kind=commands", "/journal?last=0", "/journal?last=x", "/requests?last=-1"] {
                #expect(try await server.admin(.get, query).status == 400)
            }
        }
    }
}
