import EntitlementAPI
import Foundation
import HTTPTypes
import NIOCore
import StructuredText
import Testing

@testable import SimulatorHTTP

/// What a connection still answers when something on it is no request: everything that is one, in order, once.
@Suite("A connection on which something is refused")
struct ConnectionRefusalTests {
    /// What is sent in one go, and what comes back before the connection ends.
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let bytes: String
        let statuses: [Int]
        /// Whose form the last answer has; `nil`: it has no body.
        var form: Form? = .service
        /// Whether the client ends its side after the bytes.
        var isWhole = true
    }

    enum Form {
        case service, admin
    }

    private static let host = "Host: localhost\r\n"
    private static let good = "GET /_sim/v1/health HTTP/1.1\r\n\(host)\r\n"
    /// Is answered without a body.
    private static let empty = "DELETE /_sim/v1/journal HTTP/1.1\r\n\(host)\r\n"
    /// Takes a second to be answered.
    private static let waits = "GET /_sim/v1/journal/wait?contains=never&timeout=1s HTTP/1.1\r\n\(host)\r\n"
    private static let broken = "FOO / HTTP/1.1\r\n\(host)\r\n"
    private static let chunked = "POST /_sim/v1/commands HTTP/1.1\r\n\(host)Transfer-Encoding: chunked\r\n\r\nZZ\r\n"

    static let rows = [
        Row(testDescription: "behind good ones", bytes: good + good + broken, statuses: [200, 200, 400]),
        Row(
            testDescription: "behind a fast one and a slow one", bytes: good + waits + broken,
            statuses: [200, 200, 400]),
        Row(testDescription: "behind a slow one", bytes: waits + broken, statuses: [200, 400], isWhole: false),
        Row(
            testDescription: "a body that is broken, behind a slow one", bytes: waits + chunked, statuses: [200, 400],
            form: .admin),
        Row(
            testDescription: "half a body, behind a slow one",
            bytes: waits + "POST /o/client/register HTTP/1.1\r\n\(host)Content-Length: 10\r\n\r\n{",
            statuses: [200, 408],
            isWhole: false),
        Row(
            testDescription: "a broken body whose request was answered already",
            bytes: chunked.replacing("commands", with: "nothing"), statuses: [404], form: .admin),
        Row(
            testDescription: "half a body that was too large already",
            bytes: "POST /_sim/v1/commands HTTP/1.1\r\n\(host)Content-Length: 3000000\r\n\r\n{", statuses: [413],
            form: .admin),
        Row(
            testDescription: "a question for a head that names no host", bytes: "HEAD /_sim/v1/health HTTP/1.1\r\n\r\n",
            statuses: [400], form: nil),
        Row(
            testDescription: "a question for a head that is not whole",
            bytes: "HEAD /api/v2/REF30/configuration HTTP/1.1\r\n\(host)Content-Length: 10\r\n\r\n", statuses: [408],
            form: nil,
            isWhole: false),
        Row(
            testDescription: "one of the admin API that names no host",
            bytes: "GET /s/a/_sim/v1/health HTTP/1.1\r\n\r\n",
            statuses: [400], form: .admin),
        Row(
            testDescription: "one of the service behind one of the admin API",
            bytes: good + "GET /api/v2/REF30/configuration HTTP/1.1\r\n\r\n", statuses: [200, 400]),
        Row(testDescription: "half a head behind a good one", bytes: good + "GET /", statuses: [200, 400]),
    ]

    @Test("answers what came before it, then says why, and nothing else", arguments: rows)
    func answers(_ row: Row) async throws {
        var limits = ServerLimits()
        limits.request = .milliseconds(300)
        limits.linger = .milliseconds(100)
        try await RunningServer.serving(limits: limits) { server in
            let data = try await server.client.raw(Data(row.bytes.utf8), isWhole: row.isWhole)
            let answers = try SocketClient.answers(in: data)
            #expect(answers.map(\.status) == row.statuses)
            let last = try #require(answers.last)
            guard let form = row.form else {
                #expect(last.body.isEmpty && last.response.headerFields[.contentLength] != "0")
                return
            }
            guard case .object(let error) = try last.json() else {
                Issue.record("\(last.text)")
                return
            }
            #expect((error["error"] != nil) == (form == .admin), "\(last.text)")
            #expect((last.response.headerFields[.simulator] != nil) == (form == .admin))
        }
    }

    @Test("a client that has sent half a head when the server ends is told nothing")
    func shutdown() async throws {
        // In one piece with a good request: where that is answered, the server has the half too.
        let half = Data((Self.empty + "GET /_sim/v1/health HTTP/1.1\r\nHost").utf8)
        let (answer, connection) = try await RunningServer.serving { try await $0.client.begun(half) }
        #expect(answer.status == 204)
        #expect(try await SocketClient.onThread { try connection.received() }.isEmpty)
    }
}
