import Glibc
import NIOCore
import TVSimScenario
import TVSimStructuredText
import TestSupport
import Testing

@testable import TVSimServer

/// Tests which port a world gets, with a listener that opens no socket.
@Suite("The choice of a world's port")
struct PortChoiceTests {
    /// A listener of a test: it fails for some ports, and keeps the others open until they are closed.
    private final class Machine: Sendable {
        /// The errors of ports that cannot be opened.
        let errors = Locked<[Int: Int32]>([:])
        /// The ports whose listener ends with an error after it was open.
        let breaking = Locked<Set<Int>>([])
        let tried = Locked<[Int]>([])
        let owners = Locked<[PortOwner]>([])

        func listen(
            _ owner: PortOwner, _ port: Int, _ ready: @Sendable (Int, @escaping WorldPorts.Closing) async -> Void
        ) async throws {
            tried.withLockedValue { $0.append(port) }
            if let code = errors.withLockedValue({ $0[port] }) { throw IOError(errnoCode: code, reason: "bind") }
            owners.withLockedValue { $0.append(owner) }
            await ready(port == 0 ? 9_999 : port) {}
            guard breaking.withLockedValue({ $0.contains(port) }) else { return }
            throw IOError(errnoCode: ECONNABORTED, reason: "accept")
        }
    }

    private static func serving(
        _ choice: WorldPortChoice, _ body: (WorldPorts, Machine) async throws -> Void
    ) async throws {
        let (ports, machine) = (WorldPorts(choice), Machine())
        let serving = Task { await ports.serve { try await machine.listen($0, $1, $2) } }
        defer { serving.cancel() }
        try await body(ports, machine)
    }

    private static func refusal(_ ports: WorldPorts, _ world: String, _ wanted: Int = 0) async -> AdminError? {
        await #expect(throws: AdminError.self) { _ = try await ports.port(of: world, wanted: wanted) }
    }

    @Test("is made once for all requests that come at the same time, and stays until the world is removed")
    func once() async throws {
        try await Self.serving(.among(1...9)) { ports, machine async throws in
            try await withThrowingTaskGroup(of: Int?.self) { group in
                for _ in 0..<20 { group.addTask { try await ports.port(of: "a", wanted: 0) } }
                for try await number in group { #expect(number == 1) }
            }
            #expect(try await ports.port(of: "a", wanted: 1) == 1)
            #expect(machine.tried.withLockedValue(\.self) == [1])
            let owner = try #require(machine.owners.withLockedValue(\.self).first)
            #expect(owner.world == "a" && owner.isOpen)
            await ports.close("a")
            #expect(!owner.isOpen)
            // The port of another world is another one, as long as there are some.
            #expect(try await ports.port(of: "a", wanted: 0) == 2)
            await ports.close("unknown")
        }
    }

    @Test("stays the world's own if its listener breaks, until the world is removed")
    func broken() async throws {
        try await Self.serving(.among(1...2)) { ports, machine async throws in
            machine.breaking.withLockedValue { $0 = [1] }
            #expect(try await ports.port(of: "a", wanted: 0) == 1)
            #expect(try await ports.port(of: "b", wanted: 0) == 2)
            #expect(await Self.refusal(ports, "c")?.status == 503)
            await ports.close("a")
            #expect(try await ports.port(of: "c", wanted: 0) == 1)
        }
    }

    @Test("is opened again for the next request if its listener broke, and no other world gets it meanwhile")
    func openedAgain() async throws {
        try await Self.serving(.among(1...1)) { ports, machine async throws in
            machine.breaking.withLockedValue { $0 = [1] }
            #expect(try await ports.port(of: "a", wanted: 0) == 1)
            try await until("the listener has broken, and the port is opened again") { () async throws -> Bool in
                #expect(try await ports.port(of: "a", wanted: 0) == 1)
                return machine.tried.withLockedValue(\.count) > 1
            }
            #expect(await Self.refusal(ports, "b")?.status == 503)
            let owners = machine.owners.withLockedValue(\.self)
            #expect(owners.allSatisfy { $0.isOpen })
            await ports.close("a")
            #expect(owners.allSatisfy { !$0.isOpen })
        }
    }

    @Test("is closed as soon as it is open if its world was removed meanwhile, and free again")
    func removedMeanwhile() async throws {
        let ports = WorldPorts(.among(1...1))
        let (opening, closing) = (Told<PortOwner>("opening of a port"), Told<Int>("closing of a port"))
        let (ready, isReady) = AsyncStream.makeStream(of: Void.self)
        let serving = Task {
            await ports.serve { owner, port, tell in
                opening.tell(owner)
                for await _ in ready {}
                await tell(port) { closing.tell(port) }
            }
        }
        defer { serving.cancel() }
        async let refused = Self.refusal(ports, "a")
        let owner = await opening.next()
        await ports.close("a")
        #expect(await refused?.status == 409)
        #expect(owner?.isOpen == false)
        #expect(throws: AdminError.self) { try ports.demandRoom() }
        isReady.finish()
        #expect(await closing.next() == 1)
        await until("the port is free") { (try? ports.demandRoom()) != nil }
        #expect(try await ports.port(of: "b", wanted: 0) == 1)
    }

    @Test("goes on to the next port where another program uses one, and gives up after the last")
    func used() async throws {
        try await Self.serving(.among(1...3)) { ports, machine async throws in
            machine.errors.withLockedValue { $0 = [1: EADDRINUSE, 2: EADDRINUSE] }
            #expect(try await ports.port(of: "a", wanted: 0) == 3)
            #expect(machine.tried.withLockedValue(\.self) == [1, 2, 3])
            let refused = await Self.refusal(ports, "b")
            #expect(refused?.status == 422 && refused?.suggestion == "port 0 selects a free one")
            #expect(refused?.message == "cannot listen on port 2: Address already in use")
            #expect(machine.tried.withLockedValue(\.self) == [1, 2, 3, 1, 2])
            // They are free again for the time after the other program.
            machine.errors.withLockedValue { $0 = [:] }
            #expect(try await ports.port(of: "b", wanted: 0) == 1)
            #expect(try await ports.port(of: "c", wanted: 0) == 2)
            #expect(await Self.refusal(ports, "d")?.status == 503)
        }
    }

    @Test("is not made again for another error, or for a port that the client wants")
    func error() async throws {
        try await Self.serving(.among(1...3)) { ports, machine async throws in
            machine.errors.withLockedValue { $0 = [1: EACCES, 2: EADDRINUSE] }
            #expect(await Self.refusal(ports, "a")?.message == "cannot listen on port 1: Permission denied")
            #expect(await Self.refusal(ports, "a", 2)?.message == "cannot listen on port 2: Address already in use")
            #expect(machine.tried.withLockedValue(\.self) == [1, 2])
            #expect(try await ports.port(of: "a", wanted: 0) == 3)
        }
    }

    @Test("is one of the range that no other world has")
    func wanted() async throws {
        try await Self.serving(.among(1...3)) { ports, _ async throws in
            #expect(try await ports.port(of: "a", wanted: 2) == 2)
            #expect(await Self.refusal(ports, "b", 2)?.message == "another world has the port 2")
            let outside = await Self.refusal(ports, "b", 4)
            #expect(outside?.status == 422 && outside?.message == "the port 4 is not one of 1 to 3 (--world-ports)")
            #expect(await Self.refusal(ports, "a", 3)?.message == "the world 'a' has the port 2 already")
            try ports.demandRoom()
            #expect(try await ports.port(of: "b", wanted: 3) == 3)
            #expect(try await ports.port(of: "c", wanted: 0) == 1)
            let taken = #expect(throws: AdminError.self) { try ports.demandRoom() }
            #expect(taken?.status == 503 && taken?.message == "all 3 ports of worlds are taken (--world-ports 1-3)")
            await ports.close("a")
            try ports.demandRoom()
        }
    }

    @Test("is the machine's without a range, and none on a server without ports for worlds")
    func others() async throws {
        try await Self.serving(.free) { ports, machine async throws in
            try ports.demandRoom()
            #expect(try await ports.port(of: "a", wanted: 0) == 9_999)
            #expect(try await ports.port(of: "b", wanted: 7) == 7)
            #expect(machine.tried.withLockedValue(\.self) == [0, 7])
        }
        let without = WorldPorts(.none)
        try without.demandRoom()
        #expect(try await without.port(of: "a", wanted: 0) == nil)
        #expect(await Self.refusal(without, "a", 7)?.message.contains("gives no ports to worlds") == true)
    }
}
