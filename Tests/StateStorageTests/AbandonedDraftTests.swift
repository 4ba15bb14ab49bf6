import Foundation
import Testing

@testable import StateStorage

/// What a process that was killed while it made a store leaves behind.
@Suite struct AbandonedDraftTests {
    @Test("is taken away by the next one that makes a store; what is being made stays, whoever makes it")
    func sweep() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let dead = [
            ".a.sqlite.draft-abcdef", ".a.sqlite.draft-abcdef-wal", ".a.sqlite.draft-abcdef-shm",
            ".b.sqlite.draft-abcdef-wal",
        ]
        let alive = [".c.sqlite.draft-abcdef", ".c.sqlite.draft-abcdef-wal", ".hidden", "d.sqlite.draft-abcdef"]
        for name in dead + alive { try Data().write(to: folder.appendingPathComponent(name)) }
        let hold = try #require(FileHold(taking: open(folder.path + "/.c.sqlite.draft-abcdef", O_RDONLY)))
        _ = try SQLiteStateStore(path: folder.path + "/device.sqlite", creating: true)
        withExtendedLifetime(hold) {}
        let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(Set(left).isDisjoint(with: dead))
        #expect(Set(left).isSuperset(of: alive))
    }

    @Test("a store that is made to be held is anybody's to remove when nobody holds it, and not before")
    func held() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/device.sqlite"
        let key = StateKey<String>("name")
        var hold = try SQLiteStateStore.makeHeld(path) { try $0.setValue("first", for: key) }
        #expect(hold != nil)
        try StoreFiles.removeAbandoned(path)
        #expect(try SQLiteStateStore.makeHeld(path) { try $0.setValue("second", for: key) } == nil)
        #expect(try !SQLiteStateStore.make(path))
        #expect(try SQLiteStateStore(path: path, creating: false).read { try $0.value(for: key) } == "first")
        hold = nil
        try StoreFiles.removeAbandoned(path)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }

    @Test(
        "who lets go of a file lets go of it, though a program that is just being started has a copy of its descriptor")
    func copiedDescriptor() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/device.sqlite"
        let descriptor = open(path, O_RDWR | O_CREAT, 0o600)
        let copy = dup(descriptor)
        defer { close(copy) }
        var hold = FileHold(taking: descriptor)
        #expect(hold != nil)
        #expect(FileHold.isHeld(path))
        hold = nil
        #expect(!FileHold.isHeld(path))
    }

    @Test("a folder that another process does not let go of is waited for, but not for ever")
    func heldFolder() throws {
        let folder = try TemporaryFolder()
        let other = open(folder.path, O_RDONLY)
        defer { close(other) }
        #expect(flock(other, LOCK_EX) == 0)
        var isReached = false
        let error = #expect(throws: StateError.self) {
            try StatePatience.$current.withValue(0.01) {
                try StoreFiles.holding(folder.path + "/device.sqlite") { isReached = true }
            }
        }
        #expect(error?.description == "the folder '\(folder.path)/' is held by another process that does not let go")
        #expect(!isReached)
        #expect(flock(other, LOCK_UN) == 0)
        try StoreFiles.holding(folder.path + "/device.sqlite") { isReached = true }
        #expect(isReached)
    }

    @Test("a store whose file is removed or replaced is opened anew, where it may be made")
    func replaced() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.path + "/device.sqlite"
        let key = StateKey<String>("name")
        let store = try SQLiteStateStore(path: path, creating: true)
        let reader = try SQLiteStateStore(path: path, creating: false)
        try store.write { try $0.setValue("old", for: key) }
        for ending in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + ending) }
        #expect(throws: StateError.self) { try reader.read { try $0.value(for: key) } }
        #expect(try store.read { try $0.value(for: key) } == nil)
        try store.write { try $0.setValue("new", for: key) }
        #expect(try reader.read { try $0.value(for: key) } == "new")
    }

    @Test("what a killed removal left beside a name is not taken for a new store's")
    func leftovers() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.path + "/device.sqlite"
        let key = StateKey<String>("name")
        let old = try SQLiteStateStore(path: path, creating: true)
        try old.write { try $0.setValue("old", for: key) }
        // Killed after the main file: the log with the old writes stays.
        try FileManager.default.removeItem(atPath: path)
        #expect(FileManager.default.fileExists(atPath: path + "-wal"))
        let new = try SQLiteStateStore(path: path, creating: true)
        #expect(try new.read { try $0.value(for: key) } == nil)
        try StoreFiles.remove(path)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
        try StoreFiles.remove(path)
    }
}
