import Foundation
import HTTPTypes
import TVSimEntitlementAPI
import TVSimStructuredText
import Testing

/// Malformed and oversized HTTP is rejected and does not change the state.
@Suite("Hostile input")
struct HostileInputTests {
    /// Bytes and the statuses of the expected responses; an empty list if no response is expected.
    struct Attack: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let bytes: Data
        let statuses: [Int]

        init(_ name: String, _ text: String, _ body: Data, _ statuses: [Int]) {
            testDescription = name
            bytes = Data((text.replacingOccurrences(of: "\n", with: "\r\n") + "\r\n").utf8) + body
            self.statuses = statuses
        }

        init(_ name: String, _ text: String, _ statuses: [Int]) {
            self.init(name, text, Data(), statuses)
        }

        init(_ name: String, bytes: Data, _ statuses: [Int]) {
            testDescription = name
            self.bytes = bytes
            self.statuses = statuses
        }
    }

    static let large = Data(repeating: UInt8(ascii: "a"), count: 3 << 20)
    static let host = "Host: localhost\n"

    static let attacks: [Attack] = [
        Attack("no request line", "GARBAGE\n", [400]),
        Attack("every byte", bytes: Data((0...255).map { UInt8($0) }) + Data("\r\n\r\n".utf8), [400]),
        Attack("a TLS greeting", bytes: Data([0x16, 3, 1, 2, 0, 1, 0, 1, 0xfc, 3, 3]), [400]),
        Attack("HTTP/2", "PRI * HTTP/2.0\n\nSM\n", [400]),
        Attack("NUL in the target", "GET /\0 HTTP/1.1\n\(host)", [400]),
        Attack("NUL in a header", "GET / HTTP/1.1\nX: a\0b\n\(host)", [400]),
        Attack("a folded header", "GET / HTTP/1.1\nX: a\n b\n\(host)", [400]),
        Attack("a header of 200 kB", "GET / HTTP/1.1\nX: \(String(repeating: "a", count: 200_000))\n\(host)", [400]),
        Attack("5000 headers", "GET / HTTP/1.1\n\(String(repeating: "A: b\n", count: 5000))\(host)", [400]),
        Attack("a target of 20 kB", "GET /\(String(repeating: "a", count: 20_000)) HTTP/1.1\n\(host)", [404]),
        Attack("a target of 200 kB", "GET /\(String(repeating: "a", count: 200_000)) HTTP/1.1\n\(host)", [400]),
        Attack(
            "bytes that are not UTF-8", bytes: Data("GET /".utf8) + [0xff, 0xfe] + Data(" HTTP/1.1\r\n\r\n".utf8), [400]
        ),
        Attack("a broken escape", "GET /api/v2/%zz/configuration HTTP/1.1\n\(host)", [404]),
        Attack("an escape that is not UTF-8", "GET /_sim/v1/journal?contains=%ff HTTP/1.1\n\(host)", [400]),
        Attack("steps upwards", "GET /s/../../etc/passwd HTTP/1.1\n\(host)", [400]),
        Attack("steps upwards in the service", "GET /api/v2/../../etc/passwd HTTP/1.1\n\(host)", [404]),
        Attack("steps upwards to the admin API", "GET /s/a/../_sim/v1/state HTTP/1.1\n\(host)", [404]),
        Attack("a world's name in a header", "GET /_sim/v1/health HTTP/1.1\nSimulator-World: ../x\n\(host)", [400]),
        Attack("a method of its own", "FOO /o/client/register HTTP/1.1\n\(host)", [400]),
        Attack("the wrong method", "DELETE /o/client/register HTTP/1.1\n\(host)", [405]),
        Attack("a tunnel", "CONNECT example.com:80 HTTP/1.1\n\(host)", [404]),
        Attack("a negative length", "POST /_sim/v1/commands HTTP/1.1\nContent-Length: -5\n\(host)", [400]),
        Attack("two lengths", "POST /_sim/v1/commands HTTP/1.1\nContent-Length: 5\nContent-Length: 6\n\(host)", [400]),
        Attack(
            "a length and chunks",
            "POST /_sim/v1/commands HTTP/1.1\nContent-Length: 5\nTransfer-Encoding: chunked\n\(host)",
            Data("0\r\n\r\n".utf8), [400]),
        Attack(
            "a chunk without a length", "POST /_sim/v1/commands HTTP/1.1\nTransfer-Encoding: chunked\n\(host)",
            Data("zz\r\n\r\n".utf8), [400]),
        Attack(
            "half a body", "POST /_sim/v1/commands HTTP/1.1\nContent-Length: 100\n\(host)",
            Data(#"{"permission":"denied"}"#.utf8), [400]),
        Attack(
            "half of the chunks", "POST /_sim/v1/commands HTTP/1.1\nTransfer-Encoding: chunked\n\(host)",
            Data("17\r\n{\"permission\":\"denied\"}\r\n".utf8), [400]),
        Attack(
            "3 MiB for the service", "POST /o/client/register HTTP/1.1\nContent-Length: 3145728\n\(host)", large, [400]),
        Attack(
            "3 MiB of unknown length", "POST /o/client/register HTTP/1.1\nTransfer-Encoding: chunked\n\(host)",
            Data("300000\r\n".utf8) + large + Data("\r\n0\r\n\r\n".utf8), [400]),
        Attack(
            "3 MiB for the admin API", "POST /_sim/v1/commands HTTP/1.1\nContent-Length: 3145728\n\(host)", large, [413]
        ),
        Attack(
            "a body where none is", "GET /_sim/v1/health HTTP/1.1\nContent-Length: 3\n\(host)", Data("abc".utf8), [400]),
        Attack(
            "JSON of 400 levels", "POST /_sim/v1/commands HTTP/1.1\nContent-Length: 4801\n\(host)",
            Data((String(repeating: #"{"device":"#, count: 400) + "1" + String(repeating: "}", count: 400)).utf8)
                + Data(repeating: 0x20, count: 400), [400]),
        Attack(
            "JSON of 100,000 levels", "POST /_sim/v1/commands HTTP/1.1\nContent-Length: 200000\n\(host)",
            Data(repeating: UInt8(ascii: "["), count: 100_000) + Data(repeating: UInt8(ascii: "]"), count: 100_000),
            [400]),
        Attack("HTTP/1.1 without a host", "GET /_sim/v1/health HTTP/1.1\n", [400]),
        Attack("two hosts", "GET /_sim/v1/health HTTP/1.1\nHost: a\n\(host)", [400]),
        Attack("two hosts in HTTP/1.0", "GET /_sim/v1/health HTTP/1.0\nHost: a\n\(host)", [400]),
        Attack("a number past the last", "GET /_sim/v1/journal?after=9223372036854775807 HTTP/1.1\n\(host)", [400]),
        Attack("a wait without end", "GET /_sim/v1/journal/wait?timeout=99999d HTTP/1.1\n\(host)", [400]),
    ]

    @Test("is rejected and changes nothing", arguments: attacks)
    func refused(attack: Attack) async throws {
        try await RunningServer.serving { server in
            let before = try await Self.documents(of: server)
            let answers = try SocketClient.answers(in: try await server.client.raw(attack.bytes))
            #expect(answers.map(\.status) == attack.statuses)
            // The HTTP library rejects malformed HTTP without a body.
            for answer in answers where !answer.body.isEmpty { #expect(try Self.saysWhy(answer), "\(answer.text)") }
            #expect(try await server.admin(.get, "/health").status == 200)
            #expect(try await Self.documents(of: server) == before)
        }
    }

    /// Returns whether a response is an error of the service or the admin API with a message.
    private static func saysWhy(_ answer: SocketClient.Answer) throws -> Bool {
        guard case .object(let error) = try answer.json() else { return false }
        if case .object(let own)? = error["error"] { return own["message"]?.string?.isEmpty == false }
        let status = error["status"] == .integer(Int64(answer.status)) || error["error"] != nil
        return status && (error["message"]?.string?.isEmpty == false || error["error"]?.string?.isEmpty == false)
    }

    /// Returns the world's state without the identifier counter, which an error of the service increments.
    private static func documents(of server: RunningServer) async throws -> Members {
        guard case .object(let state) = try await server.admin(.get, "/state").json(),
            case .object(var documents)? = state["documents"]
        else { return [:] }
        documents["identifiers"] = nil
        #expect(documents.count > 3)
        return documents
    }

    @Test("as pipelined requests is answered in order")
    func pipelined() async throws {
        try await RunningServer.serving { server in
            let health = "GET /_sim/v1/health HTTP/1.1\r\nHost: localhost\r\n\r\n"
            let missing = "GET /api/v2/none HTTP/1.1\r\nHost: localhost\r\n\r\n"
            let data = try await server.client.raw(Data((health + missing + health).utf8))
            #expect(try SocketClient.answers(in: data).map(\.status) == [200, 404, 200])
        }
    }

    @Test("with Expect gets 100, or an error before the body is sent")
    func expectation() async throws {
        try await RunningServer.serving { server in
            func ask(_ length: Int, _ body: String) async throws -> [Int] {
                let head = "POST /_sim/v1/commands HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\n"
                let text = head + "Content-Length: \(length)\r\n\r\n" + body
                return try SocketClient.answers(in: try await server.client.raw(Data(text.utf8))).map(\.status)
            }
            let told = try await ask(9, #""signOut""#)
            #expect(told == [100, 204])
            let refused = try await ask(10_000_000, "")
            #expect(refused.first == 413)
        }
    }
}
