import Foundation
import Testing

@testable import TVSimStateSQLite
@testable import TVSimStateStorage

/// What processes leave to each other in a folder of stores.
@Suite("Files of stores") struct StoreFilesTests {
    private static let key = StateKey<String>("name")

    @Test("a killed process's draft of a store is replaced by the next process that creates the store")
    func draft() throws {
        let folder = try TemporaryFolder()
        let drafts = [".device.sqlite.new", ".device.sqlite.new-wal", ".device.sqlite.new-shm"]
        for name in drafts { try Data("half".utf8).write(to: URL(fileURLWithPath: "\(folder.path)/\(name)")) }
        #expect(try SQLiteStateStore.make(folder.path + "/device.sqlite"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["device.sqlite"])
    }

    @Test("a process waits for the lock on a directory, but not forever")
    func lockedFolder() throws {
        let folder = try TemporaryFolder()
        let other = open(folder.path, O_RDONLY)
        defer { close(other) }
        #expect(flock(other, LOCK_EX) == 0)
        var isReached = false
        let error = #expect(throws: StateError.self) {
            try StoreFiles.$lockTimeout.withValue(0.01) {
                try StoreFiles.holding(folder.path + "/device.sqlite") { isReached = true }
            }
        }
        #expect(error?.description == "the directory '\(folder.path)' is locked by another process; try again")
        #expect(!isReached)
        #expect(flock(other, LOCK_UN) == 0)
        try StoreFiles.holding(folder.path + "/device.sqlite") { isReached = true }
        #expect(isReached)
    }

    @Test("a store whose file is removed or replaced is opened again, and created again if that is allowed")
    func replaced() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/device.sqlite"
        let store = try SQLiteStateStore(path: path, creating: true)
        let reader = try SQLiteStateStore(path: path, creating: false)
        try store.write { try $0.setValue("old", for: Self.key) }
        for ending in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + ending) }
        #expect(throws: StateError.self) { try reader.read { try $0.value(for: Self.key) } }
        #expect(try store.read { try $0.value(for: Self.key) } == nil)
        try store.write { try $0.setValue("new", for: Self.key) }
        #expect(try reader.read { try $0.value(for: Self.key) } == "new")
    }

    @Test("a log that a killed removal left behind is not read into a new store")
    func leftovers() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/device.sqlite"
        let old = try SQLiteStateStore(path: path, creating: true)
        try old.write { try $0.setValue("old", for: Self.key) }
        // Killed after the main file: the log with the old writes stays.
        try FileManager.default.removeItem(atPath: path)
        #expect(FileManager.default.fileExists(atPath: path + "-wal"))
        let new = try SQLiteStateStore(path: path, creating: true)
        #expect(try new.read { try $0.value(for: Self.key) } == nil)
        try StoreFiles.remove(path)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
        try StoreFiles.remove(path)
    }

    @Test("a file is written whole or not at all, and leaves nothing else behind")
    func atomicFile() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/file"
        func text() -> String? { try? String(contentsOfFile: path, encoding: .utf8) }
        try {
            let file = try AtomicFile(path: path, mode: 0o600)
            try file.write("never seen")
        }()
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
        for content in ["first", "second"] {
            let file = try AtomicFile(path: path, mode: 0o600)
            try file.write(content)
            #expect(text() == (content == "first" ? nil : "first"))
            try file.commit()
            #expect(text() == content)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["file"])
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
        #expect(throws: StateError.self) { try AtomicFile(path: folder.path + "/missing/file", mode: 0o600) }
    }
}
