import Foundation
import GRDB
import Testing

@testable import TVSimStateSQLite
@testable import TVSimStateStorage

/// What only a store on disk promises.
@Suite struct SQLiteStateStoreTests {
    @Test("is private to the user from the first moment")
    func permissions() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/private/device.sqlite"
        _ = try SQLiteStateStore(path: path, creating: true)
        func mode(_ path: String) throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        }
        #expect(try mode(path) == 0o600)
        #expect(try mode(folder.path + "/private") == 0o700)
    }

    @Test("another opener sees each change at its next read")
    func sharing() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/device.sqlite"
        let one = try SQLiteStateStore(path: path, creating: true)
        let two = try SQLiteStateStore(path: path, creating: false)
        try one.write { try $0.setValue(Counter(count: 7), for: counter) }
        #expect(try two.read { try $0.value(for: counter) }?.count == 7)
    }

    @Test("rejects a file that is not a device, and does not change it")
    func garbage() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/device.sqlite"
        let garbage = Data(repeating: 0x41, count: 5000)
        try garbage.write(to: URL(fileURLWithPath: path))
        #expect(throws: StateError(.notADevice, "")) { try SQLiteStateStore(path: path, creating: true) }
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == garbage)
    }

    @Test("is created once, with its first content, or not at all")
    func making() throws {
        struct Stop: Error {}
        let folder = try TemporaryFolder()
        let path = folder.path + "/device.sqlite"
        #expect(throws: Stop.self) { try SQLiteStateStore.make(path) { _ in throw Stop() } }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
        #expect(try SQLiteStateStore.make(path) { try $0.setValue(Counter(count: 1), for: counter) })
        #expect(try !SQLiteStateStore.make(path) { try $0.setValue(Counter(count: 2), for: counter) })
        let store = try SQLiteStateStore(path: path, creating: false)
        #expect(try store.read { try $0.value(for: counter) }?.count == 1)
    }

    @Test("waits for the lock of another process, but not forever")
    func locked() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/device.sqlite"
        let store = try StoreFiles.$lockTimeout.withValue(0.01) { try SQLiteStateStore(path: path, creating: true) }
        let other = try SQLiteStateStore(path: path, creating: false)
        try other.write { _ in
            // A reader does not wait for a writer.
            let kept = try store.read { try $0.value(for: counter) }
            #expect(kept == nil)
            let error = #expect(throws: StateError.self) { try store.write { _ in } }
            #expect(error?.description == "'\(path)' is locked by another process; try again")
        }
        try store.write { try $0.setValue(Counter(count: 1), for: counter) }
    }

    /// Errors of SQLite, and what people are told.
    static let errors: [(code: ResultCode, writing: Bool, says: String)] = [
        (.SQLITE_CANTOPEN, false, "'d' cannot be read: unable to open database file"),
        (.SQLITE_IOERR, true, "'d' cannot be written: disk I/O error"),
        (.SQLITE_FULL, true, "'d' cannot grow: the disk is full; nothing was changed"),
        (.SQLITE_IOERR_SHMSIZE, true, "'d' cannot grow: the disk is full; nothing was changed"),
        (.SQLITE_NOTADB, true, "'d' is damaged or not a tvsim device file"),
    ]

    @Test("says why it cannot be used", arguments: errors)
    func saysWhy(code: ResultCode, writing: Bool, says: String) {
        #expect(StateError(DatabaseError(resultCode: code), of: "d", writing: writing).description == says)
    }

    @Test(
        "says that its directory is read-only",
        arguments: [(ResultCode.SQLITE_CANTOPEN, false), (.SQLITE_READONLY, true)])
    func saysReadOnly(code: ResultCode, writing: Bool) {
        let error = StateError(DatabaseError(resultCode: code), of: "d", writing: writing, isReadOnly: true)
        #expect(error.description.contains("'d' cannot be \(writing ? "written" : "read"): its directory is read-only"))
    }

    @Test("runs the missing migrations of a file, and rejects a newer file")
    func migration() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/device.sqlite"
        let store = try SQLiteStateStore(path: path, creating: true)
        try store.write { try $0.setValue(Counter(count: 3), for: counter) }
        let queue = try DatabaseQueue(path: path)
        let steps: [SQLiteFile.Migration] = [
            { try $0.execute(sql: "CREATE TABLE first (value); INSERT INTO first VALUES (1)") },
            { try $0.execute(sql: "UPDATE first SET value = value + 1") },
        ]
        for count in [0, 1, 1, 2, 2] {
            let migrations = SQLiteFile.migrations + steps.prefix(count)
            try SQLiteFile.migrate(queue, path: path, by: migrations)
            #expect(try queue.read(SQLiteFile.version) == migrations.count + 1)
        }
        #expect(try queue.read { try Int.fetchOne($0, sql: "SELECT value FROM first") } == 2)
        #expect(try store.read { try $0.value(for: counter) }?.count == 3)
        #expect(throws: StateError(.futureVersion, "")) { try SQLiteStateStore(path: path, creating: false) }
    }

    @Test("opens a file of version 1, whose documents do not say when they lapse")
    func firstVersion() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/device.sqlite"
        _ = try SQLiteStateStore(path: path, creating: true)
        let queue = try DatabaseQueue(path: path)
        try queue.write { database in
            try database.execute(
                sql: """
                    DROP INDEX world_document_lapses;
                    ALTER TABLE world_document DROP COLUMN lapses_at;
                    PRAGMA user_version = 1;
                    INSERT INTO world_document VALUES (0, 'other', '{"a":"1"}');
                    """)
        }
        try queue.close()
        let store = try SQLiteStateStore(path: path, creating: false)
        #expect(try store.read { try $0.value(for: other) } == ["a": "1"])
        #expect(try store.write { try $0.removeLapsed(at: .distantFuture, atMost: 10) } == 0)
    }

    @Test("rejects a file with an impossible version in one line", arguments: [0, -1])
    func impossibleVersion(version: Int) throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/device.sqlite"
        _ = try SQLiteStateStore(path: path, creating: true)
        let queue = try DatabaseQueue(path: path)
        try queue.write { try $0.execute(sql: "PRAGMA user_version = \(version)") }
        try queue.close()
        #expect(throws: StateError(.notADevice, "")) { try SQLiteStateStore(path: path, creating: false) }
    }

    @Test("rejects a missing file, and creates nothing")
    func missing() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/none.sqlite"
        #expect(throws: StateError.self) { try SQLiteStateStore(path: path, creating: false) }
        #expect(!FileManager.default.fileExists(atPath: path))
    }
}
