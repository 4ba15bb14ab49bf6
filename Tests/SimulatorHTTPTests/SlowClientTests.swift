import Foundation
import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Testing

@testable import SimulatorHTTP

/// A client that dawdles loses its connection, and nobody else waits.
@Suite("Slow clients")
struct SlowClientTests {
    /// A channel that only a test's own clock moves.
    private static func channel() throws -> EmbeddedChannel {
        let channel = EmbeddedChannel(handler: ConnectionDeadlines(ServerLimits()))
        try channel.connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        return channel
    }

    private static let head = HTTPRequestPart.head(
        HTTPRequest(method: .post, scheme: "http", authority: "localhost", path: "/"))

    @Test("may take 20 seconds for a request, however often they send a byte")
    func slowBody() throws {
        let channel = try Self.channel()
        try channel.writeInbound(Self.head)
        for _ in 0..<19 {
            channel.embeddedEventLoop.advanceTime(by: .seconds(1))
            try channel.writeInbound(HTTPRequestPart.body(ByteBuffer(string: "a")))
        }
        #expect(channel.isActive)
        channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        #expect(!channel.isActive)
        // Half a body is an error to whoever reads it, and never the whole.
        #expect(throws: (any Error).self) { try channel.throwIfErrorCaught() }
    }

    @Test("have as long as they like between two requests that were in time")
    func wholeBody() throws {
        let channel = try Self.channel()
        for _ in 0..<3 {
            try channel.writeInbound(Self.head)
            channel.embeddedEventLoop.advanceTime(by: .seconds(19))
            try channel.writeInbound(HTTPRequestPart.end(nil))
            channel.embeddedEventLoop.advanceTime(by: .seconds(60))
            #expect(channel.isActive)
        }
    }

    @Test("have 20 seconds for a request that comes soon after another, and no more")
    func soonAfter() throws {
        let channel = try Self.channel()
        try channel.writeInbound(Self.head)
        channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        try channel.writeInbound(HTTPRequestPart.end(nil))
        channel.embeddedEventLoop.advanceTime(by: .seconds(14))
        try channel.writeInbound(Self.head)
        channel.embeddedEventLoop.advanceTime(by: .seconds(19))
        #expect(channel.isActive)
        channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        #expect(!channel.isActive)
    }

    @Test("must take an answer within 30 seconds of its beginning; one that is written counts no longer")
    func slowAnswer() throws {
        let channel = try Self.channel()
        try channel.writeOutbound(HTTPResponsePart.head(HTTPResponse(status: .ok)))
        try channel.writeOutbound(HTTPResponsePart.end(nil))
        channel.embeddedEventLoop.advanceTime(by: .seconds(31))
        #expect(channel.isActive)
        try channel.writeOutbound(HTTPResponsePart.head(HTTPResponse(status: .continue)))
        channel.embeddedEventLoop.advanceTime(by: .seconds(31))
        #expect(channel.isActive)
        try channel.writeOutbound(HTTPResponsePart.head(HTTPResponse(status: .ok)))
        channel.embeddedEventLoop.advanceTime(by: .seconds(31))
        #expect(!channel.isActive)
    }

    @Test("lose a real connection without an answer, with half a body, half a head, or nothing sent")
    func realConnection() async throws {
        var limits = ServerLimits()
        limits.request = .milliseconds(400)
        limits.idle = .milliseconds(400)
        try await RunningServer.serving(limits: limits) { server in
            let line = "POST /_sim/v1/commands HTTP/1.1\r\nHost: localhost\r\n"
            for text in [line + "Content-Length: 100\r\n\r\n\"signOut\"", line, ""] {
                let answer = try await server.client.raw(Data(text.utf8), isWhole: false)
                #expect(answer.isEmpty, "\(String(decoding: answer, as: UTF8.self))")
            }
            #expect(try await server.admin(.get, "/health").status == 200)
        }
    }
}
