import Foundation
import HTTPTypes
import NIOCore
import TVSimCore
import TVSimEntitlementAPI
import TVSimScenario
import TVSimServer
import TVSimStructuredText
import TVSimWorld
import TestSupport
import Testing

/// Tests how a client of the server observes transport faults (Differences, H-6).
@Suite("A request without a response, or with an incomplete one")
struct SilenceTests {
    private static let configuration = Data("GET /api/v2/REF30/configuration HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8)

    private func strike(_ error: String, in world: World) throws {
        try world.perform(event: ["fault": ["at": "service.configuration", "error": .string(error), "times": 1]])
    }

    /// Returns the journal's entry for the request.
    private func outcomes(in world: World) throws -> [String] {
        try world.simulation.journal.entries().map(\.text).filter { $0.event.hasSuffix("/configuration") }.map(
            \.outcome)
    }

    @Test("ends before its Content-Length, also on a reused connection, and is not retried")
    func brokenOff() async throws {
        try await RunningServer.serving { server in
            try strike("connectionClosed", in: server.world)
            let received = try await server.client.raw(
                Data("GET /_sim/v1/health HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8) + Self.configuration,
                isWhole: false)
            let answers = try SocketClient.answers(in: received)
            #expect(answers.map(\.response.status.code) == [200, 200])
            #expect(answers.last?.response.headerFields[.contentLength] == "3")
            #expect(answers.last?.body == Data("{\"".utf8))
            #expect(try outcomes(in: server.world) == ["no answer"])
            #expect(try await server.client.raw(Self.configuration).starts(with: Data("HTTP/1.1 4".utf8)))
        }
    }

    @Test("comes late if a fault holds it back, and no other request waits for it")
    func heldBack() async throws {
        try await RunningServer.serving { server in
            try server.world.perform(event: ["fault": ["at": "service.configuration", "delay": "1s", "times": 1]])
            let began = ContinuousClock.now
            // A client that closes its side of the connection has given up.
            let request = "GET /api/v2/REF30/configuration HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
            async let late = server.client.raw(Data(request.utf8), isWhole: false)
            try await until("the request is recorded") { try !outcomes(in: server.world).isEmpty }
            #expect(try await server.client.raw(Self.configuration).starts(with: Data("HTTP/1.1 4".utf8)))
            #expect(try await late.starts(with: Data("HTTP/1.1 4".utf8)))
            #expect(ContinuousClock.now - began >= .seconds(1))
        }
    }

    /// Limits that are longer than a test, so that only the test's actions end a connection.
    private static var patient: ServerLimits {
        var limits = ServerLimits()
        (limits.silence, limits.idle, limits.shutdown) = (.hours(1), .hours(1), .seconds(3600))
        return limits
    }

    /// Returns a connection with a request that hangs.
    private func hanging(at server: RunningServer) async throws -> SocketClient.Connection {
        try strike("hang", in: server.world)
        let port = try #require(server.location.url.split(separator: ":").last.flatMap { UInt16($0) })
        let held = try SocketClient.Connection(to: port)
        held.send(Self.configuration, isWhole: false)
        try await until("the request is recorded") { try !outcomes(in: server.world).isEmpty }
        // A later request gets a response, so the hanging request does not block others.
        for _ in 0..<3 {
            #expect(try await server.client.raw(Self.configuration).starts(with: Data("HTTP/1.1 4".utf8)))
        }
        #expect(held.isSilent)
        return held
    }

    @Test("hangs until its client disconnects, and blocks no other request")
    func hangs() async throws {
        try await RunningServer.serving(limits: Self.patient) { server in
            let held = try await hanging(at: server)
            held.send(Data(), isWhole: true)
            #expect(try await SocketClient.onThread { try held.received() }.isEmpty)
            #expect(try outcomes(in: server.world).first == "no answer")
        }
    }

    @Test("is held back no longer than the server runs, or the client stays")
    func delayEnds() async throws {
        let fault: JSONValue = ["fault": ["at": "service.configuration", "delay": "2m", "times": 2]]
        let began = ContinuousClock.now
        let held = try await RunningServer.serving(limits: Self.patient) { server in
            try server.world.perform(event: fault)
            let gone = try SocketClient.Connection(to: server.client.port)
            gone.send(Self.configuration, isWhole: true)
            _ = try await SocketClient.onThread { try gone.received() }
            let held = try SocketClient.Connection(to: server.client.port)
            held.send(Self.configuration, isWhole: false)
            try await until("both requests are recorded") { try outcomes(in: server.world).count == 2 }
            #expect(held.isSilent)
            return held
        }
        _ = try await SocketClient.onThread { try held.received() }
        #expect(ContinuousClock.now - began < .seconds(110))
    }

    @Test("hangs no longer than the server runs")
    func serverEnds() async throws {
        let held = try await RunningServer.serving(limits: Self.patient) { server in try await hanging(at: server) }
        #expect(try await SocketClient.onThread { try held.received() }.isEmpty)
    }
}
