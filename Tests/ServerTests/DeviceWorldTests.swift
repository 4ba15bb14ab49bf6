import Foundation
import HTTPTypes
import TVSimCore
import TVSimEntitlementAPI
import TVSimRuns
import TVSimScenario
import TVSimStateSQLite
import TVSimStateStorage
import TVSimStructuredText
import TVSimWorld
import Testing

@testable import TVSimServer

@Suite("Isolated worlds in the file of a device")
struct DeviceWorldTests {
    /// Serves a device of a new file, which several servers may open.
    private static func serving<Result: Sendable>(
        _ path: String, atMost most: Int = 100, _ body: @Sendable (RunningServer) async throws -> Result
    ) async throws -> Result {
        let isNew = !FileManager.default.fileExists(atPath: path)
        let store = try SQLiteStateStore(path: path, creating: isNew)
        let world = World(store: store)
        if isNew { try store.replaceAll(with: try World.state(of: .builtIn)) }
        let worlds = SimulatedWorlds(
            serving: world, sdk: SimulatedSDK(), deviceName: "phone", keepingOthersIn: store.worlds(atMost: most))
        return try await RunningServer.serving(world, beside: worlds, body)
    }

    private static func inFile(_ body: (String) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("tvsim-worlds-\(ProcessInfo.processInfo.globallyUniqueString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try await body("\(folder)/phone.sqlite")
    }

    private static func advance(_ world: String?, _ server: RunningServer) async throws {
        #expect(try await server.admin(.post, "/commands", #"{"advance": "1h"}"#, world: world).status == 204)
    }

    @Test("are there for the next server, until one removes them")
    func kept() async throws {
        try await Self.inFile { path in
            try await Self.serving(path) { server async throws in
                for world in ["b", "a", nil] { try await Self.advance(world, server) }
                // A request that changes nothing does not make a world.
                #expect(try await server.admin(.head, "/health", world: "none").status == 200)
                #expect(try await server.admin(.get, "/worlds").json()["worlds"] == ["a", "b"])
            }
            try await Self.serving(path) { server async throws in
                #expect(try await server.admin(.get, "/worlds").json()["worlds"] == ["a", "b"])
                for world in ["a", nil] {
                    #expect(try await server.admin(.get, "/health", world: world).text.contains("01:00:00Z"))
                }
                #expect(try await server.admin(.delete, "/world", world: "a").status == 204)
                #expect(try await server.admin(.get, "/health", world: "a").text.contains("00:00:00Z"))
            }
        }
    }

    @Test("are those of all servers of the device, and count together")
    func shared() async throws {
        try await Self.inFile { path in
            try await Self.serving(path, atMost: 2) { first async throws in
                try await Self.serving(path, atMost: 2) { second async throws in
                    try await Self.advance("a", first)
                    #expect(try await second.admin(.get, "/health", world: "a").text.contains("01:00:00Z"))
                    try await Self.advance("b", second)
                    let refused = try await first.admin(.get, "/health", world: "c")
                    #expect(refused.status == 503 && refused.text.contains("the maximum of 2 isolated worlds"))
                    // What the other server has removed makes room, and is another world when it comes again.
                    #expect(try await second.admin(.delete, "/world", world: "a").status == 204)
                    #expect(try await first.admin(.get, "/health", world: "c").status == 200)
                    #expect(try await first.admin(.get, "/worlds").json()["worlds"] == ["b", "c"])
                    #expect(try await first.admin(.delete, "/world", world: "b").status == 204)
                    #expect(try await first.admin(.get, "/health", world: "a").text.contains("00:00:00Z"))
                }
            }
        }
    }

    @Test("have the name of the device and their own in the commands that a remedy names")
    func remedy() async throws {
        try await Self.inFile { path in
            try await Self.serving(path) { server async throws in
                for (world, device) in [("a", "phone/a"), (nil, "phone")] as [(String?, String)] {
                    #expect(
                        try await server.admin(.post, "/commands", #"{"permission": "denied"}"#, world: world).status
                            == 204)
                    let remedy = try await server.admin(.get, "/explain?call=getAuthentication", world: world)
                    #expect(remedy.text.contains("--device \(device)"), "\(remedy.text)")
                }
            }
        }
    }

    @Test("are counted for health by pages, and listed beyond one page")
    func many() async throws {
        try await Self.inFile { path in
            let store = try SQLiteStateStore(path: path, creating: true)
            try store.replaceAll(with: try World.state(of: .builtIn))
            let stores = store.worlds(atMost: 50)
            let names = (10..<40).map { "w\($0)" }
            for name in names { #expect(try stores.add(MemoryStateStore(), as: name)) }
            let worlds = SimulatedWorlds(serving: World(store: store), sdk: SimulatedSDK(), keepingOthersIn: stores)
            #expect(try worlds.names() == names)
            #expect(try worlds.names(after: "", limit: 100) == names)
            #expect(try worlds.names(after: "w19", limit: 3) == ["w20", "w21", "w22"])
            #expect(try worlds.names(after: "w39", limit: 3).isEmpty)
            #expect(try worlds.names(after: "", limit: 0).isEmpty)
        }
    }

    @Test("of a server in memory have no device")
    func withoutDevice() throws {
        let world = World(store: try World.state(of: .builtIn))
        #expect(SimulatedWorlds(serving: world, sdk: SimulatedSDK()).deviceName(of: "a") == nil)
        #expect(SimulatedWorlds(serving: world, sdk: SimulatedSDK()).deviceName(of: nil) == nil)
        let inMemory = SimulatedWorlds(serving: world, sdk: SimulatedSDK(), deviceName: "phone")
        #expect(inMemory.deviceName(of: nil) == "phone" && inMemory.deviceName(of: "a") == nil)
    }

    @Test("begin as the template says, if the server has one")
    func template() async throws {
        let world = World(store: try World.state(of: .builtIn))
        try world.simulation.clock.advance(by: 3_600)
        let template = try MemoryStateStore(copying: world.simulation.store)
        let worlds = SimulatedWorlds(serving: world, sdk: SimulatedSDK(), startingFrom: template)
        try await RunningServer.serving(world, beside: worlds) { server async throws in
            try await Self.advance(nil, server)
            for name in ["a", "b"] {
                try await Self.advance(name, server)
                #expect(try await server.admin(.get, "/health", world: name).text.contains("02:00:00Z"))
                // The journal begins with the world, and not with the server's.
                #expect(try await server.admin(.get, "/journal", world: name).json()["count"] == 1)
            }
        }
    }
}
