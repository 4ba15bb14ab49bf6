import Foundation
import SimulatedDevice
import StateStorage
import TVSimulator
import Testing

@Suite("An export")
struct ExportTests {
    static let profiles: [Profile] = {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let paths = (try? ProfileFiles.paths([root.appending(path: "Profiles").path], in: "/")) ?? []
        return (try? ProfileFiles.profiles(in: paths)) ?? []
    }()

    @Test("of a world in which much has happened is imported again, and is the same then")
    func busyWorlds() async throws {
        #expect(Self.profiles.count > 10)
        for profile in Self.profiles {
            let store = MemoryStateStore()
            let world = World(store: store)
            try world.install(profile)
            _ = try await ProfileRunner().run(profile, in: world)
            try await check(store, profile.name)
        }
    }

    @Test("may hold an account whose provider is not there any more")
    func accountWithoutProvider() async throws {
        let store = MemoryStateStore()
        let world = World(store: store)
        try world.install(try #require(Self.profiles.first { $0.name == "granted, signed in" }))
        try world.device.setProviders([])
        try await check(store, "an account without its provider")
    }

    private func check(_ store: MemoryStateStore, _ name: String) async throws {
        let text = try DeviceDocument(of: store).text()
        let copy = MemoryStateStore()
        do {
            try DeviceDocument(text: text, source: "export").replace(contentsOf: copy)
        } catch {
            Issue.record("\(name): \(error)")
        }
        #expect(try DeviceDocument(of: copy).text() == text, "\(name)")
    }
}
