import TVSimStatePostgreSQL
import TVSimStateSQLite
import TVSimStateStorage
import TestSupport
import Testing

/// The forms of stores.
enum StoreForm: String, Sendable, CustomTestStringConvertible {
    case memory, sqlite, postgresql, overlay
    var testDescription: String { rawValue }

    /// Makes an empty store.
    func make(in folder: TemporaryFolder) throws -> any StateStore {
        switch self {
        case .memory: MemoryStateStore()
        case .overlay: OverlayStore(over: MemoryStateStore())
        case .sqlite, .postgresql: try makeKept(in: folder)
        }
    }

    /// Makes a store without isolated worlds.
    func makeWorlds(in folder: TemporaryFolder, atMost most: Int = 100) throws -> any WorldStores {
        self == .memory ? MemoryWorlds(atMost: most) : try makeKept(in: folder).worlds(atMost: most)
    }

    private func makeKept(in folder: TemporaryFolder) throws -> any KeptStateStore {
        guard self == .postgresql else {
            return try SQLiteStateStore(path: folder.path + "/device.sqlite", creating: true)
        }
        return try PostgreSQLStateStore(url: PostgreSQLServer.shared.get().makeDatabase())
    }
}

/// What a store promises, as a sentence and the code that shows it.
struct Promise: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let hold: @Sendable (StoreForm) async throws -> Void

    init(_ sentence: String, _ hold: @escaping @Sendable (StoreForm) async throws -> Void) {
        (testDescription, self.hold) = (sentence, hold)
    }
}
