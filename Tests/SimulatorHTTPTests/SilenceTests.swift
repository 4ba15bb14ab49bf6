import EntitlementAPI
import Foundation
import SimulationCore
import SimulatorHTTP
import TVSimulator
import Testing

/// Faults of the transport, as a client of the server meets them (DIFFERENCES, H-6).
@Suite("A request that gets no answer")
struct SilenceTests {
    private static let configuration = Data("GET /api/v2/REF30/configuration HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8)

    private func strike(_ error: String, in world: World) throws {
        try world.perform(event: ["fault": ["at": "service.configuration", "error": .string(error), "times": 1]])
    }

    /// What the journal says of the request.
    private func outcomes(in world: World) throws -> [String] {
        try world.simulation.journal.entries().filter { $0.event.hasSuffix("/configuration") }.map(\.outcome)
    }

    @Test("because the connection ends, is met by a client that keeps its side open; the next one is answered")
    func closed() async throws {
        try await RunningServer.serving { server in
            try strike("connectionClosed", in: server.world)
            #expect(try await server.client.raw(Self.configuration, isWhole: false).isEmpty)
            #expect(try outcomes(in: server.world) == ["no answer"])
            #expect(try await server.client.raw(Self.configuration).starts(with: Data("HTTP/1.1 4".utf8)))
        }
    }

    @Test("hangs until its client gives up, and holds up nobody else")
    func hangs() async throws {
        try await RunningServer.serving { server in
            try strike("hang", in: server.world)
            let port = try #require(server.location.url.split(separator: ":").last.flatMap { UInt16($0) })
            let held = try SocketClient.Connection(to: port)
            held.send(Self.configuration, isWhole: false)
            // Whoever comes later is answered first.
            while try outcomes(in: server.world).isEmpty { await Task.yield() }
            #expect(try await server.client.raw(Self.configuration).starts(with: Data("HTTP/1.1 4".utf8)))
            held.send(Data(), isWhole: true)
            #expect(try await SocketClient.onThread { try held.received() }.isEmpty)
            #expect(try outcomes(in: server.world).first == "no answer")
        }
    }

    @Test("hangs no longer than the server runs")
    func serverEnds() async throws {
        let held = try await RunningServer.serving { server in
            try strike("hang", in: server.world)
            let port = try #require(server.location.url.split(separator: ":").last.flatMap { UInt16($0) })
            let held = try SocketClient.Connection(to: port)
            held.send(Self.configuration, isWhole: false)
            while try outcomes(in: server.world).isEmpty { await Task.yield() }
            return held
        }
        #expect(try await SocketClient.onThread { try held.received() }.isEmpty)
    }
}
