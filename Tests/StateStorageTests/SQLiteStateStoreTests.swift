import Foundation
import GRDB
import Testing

@testable import StateStorage

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

    @Test("is named to SQLite so that it takes no part of a path for anything else")
    func address() {
        #expect(StoreAddress.plain("/a/file:b") == "/a/file:b")
        #expect(StoreAddress.plain("file:a?mode=memory") == "./file:a?mode=memory")
        #expect(StoreAddress.plain(":memory:") == "./:memory:")
        #expect(StoreAddress.unchanging("/a b/ü?c#d%e") == "file:/a%20b/%C3%BC%3Fc%23d%25e?immutable=1")
    }

    @Test("refuses a file that is no device, and leaves it as it was")
    func garbage() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/device.sqlite"
        let garbage = Data(repeating: 0x41, count: 5000)
        try garbage.write(to: URL(fileURLWithPath: path))
        #expect(throws: StateError(.notADevice, "")) { try SQLiteStateStore(path: path, creating: true) }
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == garbage)
    }

    @Test("gives back the room of what was removed, though another has the file open", arguments: [false, true])
    func room(isLog: Bool) throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/device.sqlite"
        let store = try SQLiteStateStore(path: path, creating: true)
        let other = try SQLiteStateStore(path: path, creating: false)
        func size() throws -> Int {
            try #require(try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int)
        }
        let text = String(repeating: "a", count: 40_000)
        try store.write { state in
            for number in 0..<100 {
                if isLog {
                    try state.appendLog(["": text])
                } else {
                    try state.setValue(["": text], for: StateKey<[String: String]>("large/\(number)"))
                }
            }
        }
        #expect(try size() > 4_000_000)
        try store.write { state in
            if isLog { try state.removeLog() } else { try state.removeAll(includingLog: true) }
            try state.setValue(["a": "1"], for: StateKey<[String: String]>("other"))
        }
        #expect(try size() < 100_000)
        #expect(try other.read { try $0.names(withPrefix: "") } == ["other"])
    }

    @Test("is made once, with what is to stand in it, or not at all")
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

    @Test("held by another process is not waited for by those who have no time")
    func held() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/device.sqlite"
        let store = try SQLiteStateStore(path: path, creating: true)
        let other = try SQLiteStateStore(path: path, creating: false)
        try other.write { _ in
            let error = #expect(throws: StateError.self) {
                try StatePatience.$current.withValue(0) { try store.write { _ in } }
            }
            #expect(error?.description == "'\(path)' is held by another process that does not let go; try again")
        }
        try store.write { try $0.setValue(Counter(count: 1), for: counter) }
    }

    @Test("held by another process is waited for by a task as long as it may, with all its waits together")
    func budget() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/device.sqlite"
        let store = try SQLiteStateStore(path: path, creating: true)
        let other = try SQLiteStateStore(path: path, creating: false)
        let budget = StatePatience.Budget(seconds: 0.02)
        try other.write { _ in
            // Who writes waits outside of the transaction alone.
            StatePatience.$current.withValue(30) {
                StatePatience.$budget.withValue(budget) {
                    for _ in 1...3 {
                        #expect(throws: StateError.self) { try store.write { _ in } }
                        #expect(budget.left == 0)
                    }
                }
            }
        }
        try StatePatience.$budget.withValue(budget) {
            try store.write { try $0.setValue(Counter(count: 1), for: counter) }
        }
    }

    @Test("held by another program as a whole holds up nobody who wants another one of its folder")
    func wholeStoreHeld() async throws {
        let folder = try TemporaryFolder()
        let (held, free) = (folder.path + "/a.sqlite", folder.path + "/b.sqlite")
        for path in [held, free] { _ = try SQLiteStateStore(path: path, creating: true) }
        // Before anything is read, so that readers are locked out too.
        var whole = Configuration()
        whole.prepareDatabase { try $0.execute(sql: "PRAGMA locking_mode = EXCLUSIVE") }
        let other = try DatabaseQueue(path: held, configuration: whole)
        try await other.write {
            try $0.execute(sql: "PRAGMA user_version = \(Int.fetchOne($0, sql: "PRAGMA user_version") ?? 0)")
        }
        let budget = StatePatience.Budget(seconds: 25)
        async let opened = StatePatience.$budget.withValue(budget) {
            try SQLiteStateStore(path: held, creating: false)
        }
        // It has begun to wait.
        while budget.left == 25 { await Task.yield() }
        for _ in 1...3 {
            _ = try StatePatience.$current.withValue(10) { try SQLiteStateStore(path: free, creating: false) }
        }
        try other.close()
        _ = try await opened
    }

    @Test("held by another process is read all the same, also while somebody waits to write")
    func readWhileHeld() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/device.sqlite"
        let store = try SQLiteStateStore(path: path, creating: true)
        let other = try SQLiteStateStore(path: path, creating: false)
        let begun = DispatchSemaphore(value: 0)
        let waited = DispatchGroup()
        try other.write { _ in
            waited.enter()
            Thread.detachNewThread {
                begun.signal()
                try? store.write { try $0.setValue(Counter(count: 1), for: counter) }
                waited.leave()
            }
            begun.wait()
            for _ in 0..<2000 {
                let kept = try store.read { try $0.value(for: counter) }
                #expect(kept == nil)
            }
        }
        waited.wait()
        // Had a reader waited for the writer, the writer would have given up in the meantime, after 30 seconds.
        #expect(try store.read { try $0.value(for: counter) }?.count == 1)
    }

    /// After how many attempts, with how much time, how long until the next.
    static let pauses: [(attempts: Int, limit: TimeInterval, pause: Int?)] = [
        (0, 30, 1), (1, 30, 2), (11, 30, 100), (12, 30, 100), (300, 30, 100), (308, 30, 72), (309, 30, nil),
        (0, 0, nil), (8, 0.150, 25), (9, 0.150, 22), (10, 0.150, nil), (1000, 30, nil),
    ]

    @Test("held by another process is looked at again soon, and then seldom, until the time is over", arguments: pauses)
    func lookedAtAgain(attempts: Int, limit: TimeInterval, pause: Int?) {
        #expect(StatePatience.pause(after: attempts, within: limit) == pause)
    }

    /// What SQLite says, in a folder in which nothing can be written for some reason, and what that is called.
    static let troubles: [(code: ResultCode, folder: String?, writing: Bool, says: String)] = [
        (
            .SQLITE_CANTOPEN, "Read-only file system", false,
            "'d' cannot be read, since nothing can be written beside it (Read-only file system); "
                + "copy its folder to where that is possible"
        ),
        (
            .SQLITE_READONLY, "Permission denied", true,
            "'d' cannot be written, since nothing can be written beside it (Permission denied); "
                + "copy its folder to where that is possible"
        ),
        (.SQLITE_CANTOPEN, nil, false, "'d' cannot be read: unable to open database file"),
        (.SQLITE_FULL, "Permission denied", true, "'d' cannot grow: the disk is full; nothing was changed"),
        (.SQLITE_NOTADB, "Permission denied", true, "'d' is damaged or is not a device of tvsim"),
    ]

    @Test("that cannot be used says why, and what helps", arguments: troubles)
    func saysWhy(code: ResultCode, folder: String?, writing: Bool, says: String) {
        let error = StateError.meaning(of: DatabaseError(resultCode: code), at: "d", writing: writing, folder: folder)
        #expect(error.description == says)
    }

    @Test("says that the disk is full, whatever SQLite calls it", arguments: [true, false])
    func noRoom(isFull: Bool) {
        let error = StateError.meaning(
            of: DatabaseError(resultCode: .SQLITE_IOERR), at: "d", writing: true, folder: nil, isFull: isFull)
        let full = "'d' cannot grow: the disk is full; nothing was changed"
        #expect(error.description == (isFull ? full : "'d' cannot be written: disk I/O error"))
    }

    @Test("refuses to open what is not there, and makes nothing")
    func missing() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/none.sqlite"
        #expect(throws: StateError.self) { try SQLiteStateStore(path: path, creating: false) }
        #expect(!FileManager.default.fileExists(atPath: path))
    }
}
