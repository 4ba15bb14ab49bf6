import TVSimCore
import TVSimStateStorage
import TVSimStructuredText
import TVSimWorld
import Testing

@testable import TVSimRuns
@testable import TVSimScenario

@Suite("The store of a rehearsal")
struct LastingStoreTests {
    /// A store that another process removes during a test.
    private final class Removable: StateStore {
        private let base: MemoryStateStore
        private let isGone = Locked(false)
        init(_ base: MemoryStateStore) { self.base = base }
        let waitsForOthers = true

        func remove() { isGone.withLockedValue { $0 = true } }
        func comeBack() { isGone.withLockedValue { $0 = false } }
        private func check() throws {
            if isGone.withLockedValue(\.self) { throw StateError(.missing, "the world was removed") }
        }

        func read<Result>(_ body: (any StateReading) throws -> Result) throws -> Result {
            try check()
            return try base.read(body)
        }
        func write<Result>(_ body: (any StateWriting) throws -> Result) throws -> Result {
            try check()
            return try base.write(body)
        }
        func consistently<Result>(reading names: [String], _ body: (any StateStore) throws -> Result) throws -> Result {
            try body(self)
        }
    }

    @Test("reads the world as it is, and never writes")
    func reads() throws {
        let base = Removable(try World.state(of: .builtIn))
        let world = World(store: base)
        try world.simulation.clock.advance(by: 60)
        let store = LastingStore(over: base)
        #expect(store.waitsForOthers && store.failure == nil)
        try base.read { real throws in
            try store.read { seen throws in
                #expect(seen.opening == real.opening)
                #expect(try seen.names(withPrefix: "") == real.names(withPrefix: ""))
                #expect(try seen.names(withPrefix: "device/").allSatisfy { $0.hasPrefix("device/") })
                #expect(try seen.revision() == real.revision() && seen.replacements() == real.replacements())
                #expect(try seen.log(from: 1).map(\.number) == real.log(from: 1).map(\.number))
                #expect(try seen.firstLine() == real.firstLine())
                let name = WorldOrigin.documentName
                #expect(try seen.document(named: name)?.json == real.document(named: name)?.json)
                #expect(try seen.value(for: WorldOrigin.key)?.name == real.value(for: WorldOrigin.key)?.name)
            }
        }
        let refused = #expect(throws: StateError.self) { try store.write { _ in } }
        #expect(refused?.description == "a rehearsal does not write")
    }

    @Test("goes on with what it has read when the world is removed, and says that its result is of no use")
    func lasts() throws {
        let base = Removable(try World.state(of: .builtIn))
        let store = LastingStore(over: base)
        #expect(try store.read { try $0.value(for: WorldOrigin.key) }?.name == "built-in default")
        base.remove()
        try store.consistently(reading: []) { store in
            try store.read { seen throws in
                #expect(try seen.value(for: WorldOrigin.key)?.name == "built-in default")
                #expect(try seen.names(withPrefix: "").isEmpty && seen.document(named: "clock") == nil)
                #expect(try seen.revision() == 0 && seen.replacements() == 0 && seen.opening == 0)
                #expect(try seen.log(from: 1).isEmpty && seen.firstLine() == nil)
            }
        }
        // A new world of the name is another world, which the rehearsal must not mix with the first.
        base.comeBack()
        #expect(try store.read { try $0.names(withPrefix: "").isEmpty })
        #expect(store.failure?.code == .missing)
        let refused = #expect(throws: StateError.self) { try store.write { _ in } }
        #expect(refused?.description == "the world was removed")
    }

    @Test("lets an explanation of a removed world fail, and does not end the process")
    func explanation() async throws {
        let base = Removable(try World.state(of: .builtIn))
        let world = World(store: base)
        base.remove()
        let error = await #expect(throws: StateError.self) {
            try await Explanation.of(.setRequestor, in: world, named: "phone", for: .adminAPI)
        }
        #expect(error?.code == .missing)
    }
}
