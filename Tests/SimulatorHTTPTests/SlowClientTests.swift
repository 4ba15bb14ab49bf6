import EntitlementAPI
import Foundation
import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOHTTPTypes
import StructuredText
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
        #expect(throws: Never.self) { try channel.throwIfErrorCaught() }
        channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        // Half a body is an error to whoever reads it, and never the whole.
        #expect(throws: HTTPParserError.self) { try channel.throwIfErrorCaught() }
        #expect(channel.isActive, "whoever reads it answers")
    }

    /// What the server beneath answers to what is no request.
    private static let nothing = HTTPResponsePart.head(
        HTTPResponse(status: .badRequest, headerFields: [.connection: "close", .contentLength: "0"]))

    @Test("are told that they were too slow, and have a second to read it in")
    func told() throws {
        let channel = try Self.channel()
        try channel.writeInbound(Self.head)
        channel.embeddedEventLoop.advanceTime(by: .seconds(20))
        try channel.writeOutbound(Self.nothing)
        try channel.writeOutbound(HTTPResponsePart.end(nil))
        guard case .head(let head)? = try channel.readOutbound(as: HTTPResponsePart.self),
            case .body(let body)? = try channel.readOutbound(as: HTTPResponsePart.self)
        else { throw SocketClient.Trouble(reason: "no answer") }
        #expect(head.status == 408 && head.headerFields[.contentLength] == "\(body.readableBytes)")
        let error = try JSONDecoder().decode(EnhancedError.self, from: Data(body.readableBytesView))
        #expect(error.status == 408 && error.message == "The request does not come to its end in time.")
        channel.embeddedEventLoop.advanceTime(by: .milliseconds(999))
        #expect(channel.isActive)
        channel.embeddedEventLoop.advanceTime(by: .milliseconds(1))
        #expect(!channel.isActive)
    }

    @Test("have 20 seconds from when it is their turn: before, the server may not read")
    func behindAnother() throws {
        let channel = try Self.channel()
        try channel.writeInbound(Self.head)
        try channel.writeInbound(HTTPRequestPart.end(nil))
        try channel.writeInbound(Self.head)
        channel.embeddedEventLoop.advanceTime(by: .seconds(60))
        try channel.writeOutbound(HTTPResponsePart.head(HTTPResponse(status: .ok)))
        try channel.writeOutbound(HTTPResponsePart.end(nil))
        channel.embeddedEventLoop.advanceTime(by: .seconds(19))
        #expect(throws: Never.self) { try channel.throwIfErrorCaught() }
        channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        #expect(throws: HTTPParserError.self) { try channel.throwIfErrorCaught() }
        #expect(channel.isActive)
    }

    @Test("are told nothing more where their request was answered before it was whole")
    func answeredEarly() throws {
        let channel = try Self.channel()
        try channel.writeInbound(Self.head)
        try channel.writeOutbound(HTTPResponsePart.head(HTTPResponse(status: .contentTooLarge)))
        try channel.writeOutbound(HTTPResponsePart.end(nil))
        channel.embeddedEventLoop.advanceTime(by: .seconds(20))
        #expect(!channel.isActive)
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
        try channel.writeOutbound(HTTPResponsePart.head(HTTPResponse(status: .ok)))
        try channel.writeOutbound(HTTPResponsePart.end(nil))
        channel.embeddedEventLoop.advanceTime(by: .seconds(14))
        try channel.writeInbound(Self.head)
        channel.embeddedEventLoop.advanceTime(by: .seconds(19))
        #expect(throws: Never.self) { try channel.throwIfErrorCaught() }
        channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        #expect(throws: HTTPParserError.self) { try channel.throwIfErrorCaught() }
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

    @Test("are told so on a real connection, with half a body or half a head; with nothing sent it just ends")
    func realConnection() async throws {
        var limits = ServerLimits()
        limits.request = .milliseconds(200)
        limits.idle = .seconds(2)
        try await RunningServer.serving(limits: limits) { server in
            let own = "POST /_sim/v1/commands HTTP/1.1\r\nHost: localhost\r\n"
            let service = "POST /o/client/register HTTP/1.1\r\nHost: localhost\r\n"
            let reason = "The request does not come to its end in time."
            for (text, error) in [
                (
                    own + "Content-Length: 100\r\n\r\n\"signOut\"",
                    .object(["error": .object(["message": .string(reason)])])
                ),
                (
                    service + "Content-Length: 100\r\n\r\n{",
                    .object(["status": .integer(408), "message": .string(reason)])
                ),
                (service, .object(["status": .integer(408), "message": .string(reason)])),
                ("", nil),
            ] as [(String, JSONValue?)] {
                let data = try await server.client.raw(Data(text.utf8), isWhole: false)
                let answers = try SocketClient.answers(in: data)
                #expect(answers.map(\.status) == (error == nil ? [] : [408]))
                guard let answer = answers.first, case .object(let expected)? = error,
                    case .object(let told) = try answer.json()
                else { continue }
                for (key, value) in expected { #expect(told[key] == value) }
            }
            #expect(try await server.admin(.get, "/health").status == 200)
        }
    }
}
