import Foundation
import HTTPTypes
import TVSimServer
import TVSimStructuredText
import Testing

@Suite("A connection")
struct ConnectionTests {
    private static let next = "GET /_sim/v1/health HTTP/1.1\r\nHost: localhost\r\n\r\n"
    private static let upgrade = "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n"

    /// Requests after which the connection closes, with the status of their response.
    static let last: [(String, Int)] = [
        // As Java's HttpClient and `curl --http2` begin.
        ("GET /_sim/v1/health HTTP/1.1\r\nHost: localhost\r\n\(upgrade)\r\n", 200),
        (
            "POST /_sim/v1/commands HTTP/1.1\r\nHost: localhost\r\n\(upgrade)Content-Length: 9\r\n\r\n\"signOut\"",
            204
        ),
        ("GET /_sim/v1/health HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n\r\n", 200),
        ("CONNECT example.com:80 HTTP/1.1\r\nHost: localhost\r\n\r\n", 404),
        ("GET /_sim/v1/health HTTP/1.1\r\nHost: localhost\r\nConnection: TE, Close\r\n\r\n", 200),
        ("GET /_sim/v1/health HTTP/1.0\r\n\r\n", 200),
        ("GET /_sim/v1/health HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", 200),
    ]

    @Test("closes after a request that asks for another protocol, for its end, or in HTTP/1.0", arguments: last)
    func closes(request: String, status: Int) async throws {
        try await RunningServer.serving { server in
            // The client keeps its side open, so the server must close the connection.
            let data = try await server.client.raw(Data((request + Self.next).utf8), isWhole: false)
            let answers = try SocketClient.answers(in: data)
            #expect(answers.map(\.status) == [status])
            #expect(answers.first?.response.headerFields[.connection] == "close")
        }
    }

    @Test("beyond the limit answers for the server's health, and refuses other requests")
    func reserved() async throws {
        var limits = ServerLimits()
        limits.connections = 2
        try await RunningServer.serving(limits: limits) { server in
            let busy = [
                try await server.client.begun(Data(Self.next.utf8)),
                try await server.client.begun(Data(Self.next.utf8)),
            ]
            #expect(try await server.admin(.get, "/health").status == 200)
            #expect(try await server.admin(.get, "/health", world: "other").status == 200)
            let refused = try await server.admin(.get, "/device")
            #expect(refused.status == 503 && refused.response.headerFields[.retryAfter] == "1")
            #expect(refused.response.headerFields[.connection] == "close")
            #expect(try refused.json() == ["error": ["message": "the server has no free connection"]])
            // As any response to HEAD, it has no body.
            let head = try await server.admin(.head, "/device")
            #expect(head.status == 503 && head.body.isEmpty && head.response.headerFields[.contentLength] != "0")
            #expect(busy.map(\.answer.status) == [200, 200])
        }
    }

    @Test("stays open after any other request")
    func staysOpen() async throws {
        try await RunningServer.serving { server in
            let end = "GET /_sim/v1/health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
            let data = try await server.client.raw(Data((Self.next + Self.next + end).utf8), isWhole: false)
            let answers = try SocketClient.answers(in: data)
            #expect(answers.map(\.status) == [200, 200, 200])
            // A client that is told of the end would not send its next request here.
            #expect(answers.map { $0.response.headerFields[.connection] } == [nil, nil, "close"])
        }
    }
}
