import Foundation
import GRDB
import Testing

@testable import StateStorage

private struct Counter: Codable, Sendable, Hashable {
    var count = 0
    var at = Date(timeIntervalSince1970: 1_767_225_600.123)
}

private let counter = StateKey<Counter>("test/counter")
private let other = StateKey<[String: String]>("other")

/// What every store promises, shown for each form of it.
@Suite struct StateStoreTests {
    enum Form: String, CaseIterable, Sendable, CustomTestStringConvertible {
        case memory, sqlite
        var testDescription: String { rawValue }

        func make(in folder: TemporaryFolder) throws -> any StateStore {
            switch self {
            case .memory: MemoryStateStore()
            case .sqlite: try SQLiteStateStore(path: folder.path + "/device.sqlite", creating: true)
            }
        }
    }

    @Test("returns what was written, and nil for what was not", arguments: Form.allCases)
    func roundTrip(form: Form) throws {
        let folder = try TemporaryFolder()
        let store = try form.make(in: folder)
        #expect(try store.read { try $0.value(for: counter) } == nil)
        try store.write { try $0.setValue(Counter(count: 3), for: counter) }
        #expect(try store.read { try $0.value(for: counter) } == Counter(count: 3))
        try store.write { try $0.setValue(nil, for: counter) }
        #expect(try store.read { try $0.value(for: counter) } == nil)
    }

    @Test("reads every instant that it was given, however far away", arguments: Form.allCases)
    func farInstants(form: Form) throws {
        let folder = try TemporaryFolder()
        let store = try form.make(in: folder)
        for instant in [
            Date.distantPast, .distantFuture, Date(timeIntervalSince1970: 1e300), .init(timeIntervalSince1970: -1e300),
        ] {
            try store.write { try $0.setValue(Counter(count: 1, at: instant), for: counter) }
            let copy = try MemoryStateStore(copying: store)
            let kept = try #require(try copy.read { try $0.value(for: counter) })
            #expect(kept.at == instant || abs(instant.timeIntervalSince1970) > 1e13)
        }
    }

    @Test("is not brought back by those who open it while it is removed")
    func removed() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/device.sqlite"
        for _ in 0..<40 {
            try SQLiteStateStore(path: path, creating: true).write { try $0.setValue(Counter(count: 1), for: counter) }
            DispatchQueue.concurrentPerform(iterations: 4) { number in
                do {
                    if number == 0 { return try StoreFiles.remove(path) }
                    let store = try SQLiteStateStore(path: path, creating: false)
                    #expect(try store.read { try $0.value(for: counter) } == Counter(count: 1))
                } catch let error as StateError {
                    #expect(error.code == .missing, "\(error)")
                } catch {
                    Issue.record(error)
                }
            }
            #expect(!FileManager.default.fileExists(atPath: path))
        }
    }

    @Test("keeps nothing of a write that throws", arguments: Form.allCases)
    func rollback(form: Form) throws {
        struct Stop: Error {}
        let folder = try TemporaryFolder()
        let store = try form.make(in: folder)
        try store.write { try $0.setValue(Counter(count: 1), for: counter) }
        #expect(throws: Stop.self) {
            try store.write { state in
                try state.setValue(Counter(count: 2), for: counter)
                try state.appendLog(["never": "seen"])
                #expect(try state.value(for: counter) == Counter(count: 2))
                throw Stop()
            }
        }
        #expect(try store.read { try $0.value(for: counter) } == Counter(count: 1))
        #expect(try store.read { try $0.log(from: 1) }.isEmpty)
    }

    @Test(
        "behind a view that leaves it unchanged, answers a write as if it were kept, and keeps nothing",
        arguments: Form.allCases)
    func unchanged(form: Form) throws {
        struct Stop: Error {}
        let folder = try TemporaryFolder()
        let store = try form.make(in: folder)
        try store.write { try $0.setValue(Counter(count: 1), for: counter) }
        let view = UnchangedStateStore(store)
        let seen = try view.write { state in
            try state.setValue(Counter(count: 2), for: counter)
            return try state.value(for: counter)
        }
        #expect(seen == Counter(count: 2))
        #expect(throws: Stop.self) { try view.write { _ in throw Stop() } }
        #expect(try view.read { try $0.value(for: counter) } == Counter(count: 1))
        #expect(try store.read { try $0.value(for: counter) } == Counter(count: 1))
    }

    @Test("lists names by prefix, sorted, as the transaction sees them", arguments: Form.allCases)
    func names(form: Form) throws {
        let folder = try TemporaryFolder()
        let store = try form.make(in: folder)
        try store.write { state in
            for name in ["b/2", "a/1", "b/1", "b"] { try state.setEncodedValue("{}", named: name) }
        }
        try store.write { state in
            try state.setValue(nil, for: StateKey<[String: String]>("b/1"))
            try state.setEncodedValue("{}", named: "b/3")
            #expect(try state.names(withPrefix: "b/") == ["b/2", "b/3"])
        }
        #expect(try store.read { try $0.names(withPrefix: "b/") } == ["b/2", "b/3"])
        #expect(try store.read { try $0.names(withPrefix: "") } == ["a/1", "b", "b/2", "b/3"])
    }

    @Test("counts how often everything was replaced, whoever did it", arguments: Form.allCases)
    func replacements(form: Form) throws {
        struct Stop: Error {}
        let folder = try TemporaryFolder()
        let store = try form.make(in: folder)
        #expect(try store.read { try $0.replacements() } == 0)
        try store.write { state in
            try state.removeAll(includingLog: false)
            #expect(try state.replacements() == 1)
            try state.setValue(Counter(count: 1), for: counter)
        }
        #expect(try store.read { try $0.replacements() } == 1)
        #expect(throws: Stop.self) {
            try store.write { state in
                try state.removeAll(includingLog: true)
                throw Stop()
            }
        }
        #expect(try store.read { try $0.replacements() } == 1)
        if form == .sqlite {
            let other = try SQLiteStateStore(path: folder.path + "/device.sqlite", creating: false)
            try other.write { try $0.removeAll(includingLog: true) }
            #expect(try store.read { try $0.replacements() } == 2)
        }
    }

    @Test("says which log it is, and where that begins", arguments: Form.allCases)
    func logOrigin(form: Form) throws {
        let folder = try TemporaryFolder()
        let store = try form.make(in: folder)
        func first() throws -> Int? { try store.read { try $0.firstLine() } }
        func opening() throws -> Int { try store.read { $0.opening } }
        let opened = try opening()
        #expect(try first() == nil)
        for _ in 1...2 { try store.write { try $0.appendLog("line") } }
        #expect(try first() == 1)
        try store.write { state in
            try state.removeLog()
            #expect(try state.firstLine() == nil)
            try state.appendLog("line")
            #expect(try state.firstLine() == 3)
        }
        #expect(try first() == 3)
        #expect(try opening() == opened)
        #expect(try MemoryStateStore(copying: store).read { $0.opening } != opened)
        guard form == .sqlite else { return }
        // Another file of the name: whoever has the old one open does not take one journal for the other.
        let path = folder.path + "/device.sqlite"
        try StoreFiles.remove(path)
        _ = try SQLiteStateStore(path: path, creating: true)
        #expect(try opening() != opened)
        #expect(try first() == nil)
    }

    @Test("a file of an older version is read whole, and becomes one of this version", arguments: [1, 2])
    func olderVersion(version: Int) throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/device.sqlite"
        let queue = try DatabaseQueue(path: path)
        try queue.write { database in
            try database.execute(
                sql: """
                    CREATE TABLE document (name TEXT PRIMARY KEY, body TEXT NOT NULL) WITHOUT ROWID;
                    CREATE TABLE log (number INTEGER PRIMARY KEY AUTOINCREMENT, line TEXT NOT NULL);
                    INSERT INTO document VALUES ('test/counter', '{"at":0,"count":3}'), ('other', '{}');
                    INSERT INTO log (line) VALUES ('"1"'), ('"2"'), ('"3"');
                    DELETE FROM log WHERE number != 2;
                    PRAGMA application_id = 0x7476736d;
                    PRAGMA user_version = \(version);
                    """)
            guard version == 2 else { return }
            try database.execute(
                sql: "CREATE TABLE replacement (count INTEGER NOT NULL); INSERT INTO replacement VALUES (7)")
        }
        try queue.close()
        for _ in 1...2 {
            let opened = try SQLiteStateStore(path: path, creating: false)
            #expect(try opened.read { try $0.value(for: counter) }?.count == 3)
            #expect(try opened.read { try $0.names(withPrefix: "") } == ["other", "test/counter"])
            #expect(try opened.read { try $0.log(from: 1) }.map(\.number) == [2])
            #expect(try opened.read { try $0.replacements() } == (version == 2 ? 7 : 0))
        }
        let opened = try SQLiteStateStore(path: path, creating: false)
        try opened.write { state in
            try state.appendLog("4")
            try state.removeAll(includingLog: false)
        }
        #expect(try opened.read { try $0.log(from: 1) }.map(\.number) == [2, 4])
        #expect(try opened.read { try $0.replacements() } == (version == 2 ? 8 : 1))
        #expect(try opened.worlds.names().isEmpty)
    }

    @Test("a file of an older version that nobody may change is refused, and says what helps")
    func olderUnchanging() throws {
        // Who may do everything may change it all the same.
        guard getuid() != 0 else { return }
        let folder = try TemporaryFolder()
        let path = folder.path + "/device.sqlite"
        #expect(try SQLiteStateStore.make(path))
        let queue = try DatabaseQueue(path: path)
        try queue.write { try $0.execute(sql: "PRAGMA user_version = 2") }
        try queue.close()
        chmod(folder.path, 0o500)
        defer { chmod(folder.path, 0o700) }
        let error = #expect(throws: StateError.self) { try SQLiteStateStore(path: path, creating: false) }
        #expect(error?.description.contains("was written by an older tvsim") == true)
    }

    @Test("numbers log lines from 1 and returns them from any number on", arguments: Form.allCases)
    func log(form: Form) throws {
        let folder = try TemporaryFolder()
        let store = try form.make(in: folder)
        for number in 1...3 { try store.write { try $0.appendLog(["line": "\(number)"]) } }
        let lines = try store.read { try $0.log(from: 2) }
        #expect(lines.map(\.number) == [2, 3])
        #expect(try lines.map { try $0.text() } == [#"{"line":"2"}"#, #"{"line":"3"}"#])
    }

    @Test("forgets its log and nothing else, and numbers go on", arguments: Form.allCases)
    func forgottenLog(form: Form) throws {
        let folder = try TemporaryFolder()
        let store = try form.make(in: folder)
        try store.write { state in
            try state.setValue(["a": "1"], for: other)
            for number in 1...3 { try state.appendLog(["line": "\(number)"]) }
        }
        try store.write { try $0.removeLog() }
        #expect(try store.read { try $0.log(from: 1) }.isEmpty)
        #expect(try store.read { try $0.value(for: other) } == ["a": "1"])
        try store.write { state in
            try state.appendLog(["line": "4"])
            #expect(try state.log(from: 1).map(\.number) == [4])
        }
        #expect(try store.read { try $0.log(from: 2) }.map(\.number) == [4])
        #expect(try store.read { try $0.log(from: 5) }.isEmpty)
    }

    @Test("in memory keeps the newest 10,000 lines or more, under their numbers")
    func longLog() throws {
        let store = MemoryStateStore()
        for _ in 0..<20_000 { try store.write { try $0.appendLog(["line": ""]) } }
        #expect(try store.read { try $0.log(from: 1) }.map(\.number) == Array(10_001...20_000))
        #expect(try store.read { try $0.log(from: 19_999) }.map(\.number) == [19_999, 20_000])
    }

    @Test("encodes a document the same whether it was kept as a value or as JSON", arguments: Form.allCases)
    func encoding(form: Form) throws {
        let folder = try TemporaryFolder()
        let store = try form.make(in: folder)
        try store.write { try $0.setValue(["b": "2", "a": "1"], for: other) }
        let json = try store.read { try $0.encodedValue(named: "other") }
        #expect(json == #"{"a":"1","b":"2"}"#)
        let copy = try MemoryStateStore(copying: store)
        #expect(try copy.read { try $0.value(for: other) } == ["a": "1", "b": "2"])
        try copy.write { try $0.setValue([:], for: other) }
        #expect(try store.read { try $0.value(for: other) } == ["a": "1", "b": "2"])
    }

    @Test("says which document is damaged, without quoting it", arguments: Form.allCases)
    func damagedDocument(form: Form) throws {
        let folder = try TemporaryFolder()
        let store = try form.make(in: folder)
        try store.write { try $0.setEncodedValue(#"{"count":"secret"}"#, named: "test/counter") }
        let error = #expect(throws: StateError.self) { try store.read { try $0.value(for: counter) } }
        #expect(error?.code == .malformedDocument)
        #expect(error?.description.contains("test/counter") == true)
        #expect(error?.description.contains("secret") == false)
    }

    @Test("loses no update of many writers", arguments: Form.allCases)
    func concurrentWriters(form: Form) async throws {
        let folder = try TemporaryFolder()
        let store = try form.make(in: folder)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<25 {
                        try store.write { state in
                            var value = try state.value(for: counter) ?? Counter()
                            value.count += 1
                            try state.setValue(value, for: counter)
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try store.read { try $0.value(for: counter) }?.count == 200)
    }
}

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
            let beginning = ContinuousClock.now
            for _ in 0..<2000 {
                let kept = try store.read { try $0.value(for: counter) }
                #expect(kept == nil)
            }
            // Who waited for the writer waited until it gave up, after 30 seconds.
            #expect(beginning.duration(to: .now) < .seconds(20))
        }
        waited.wait()
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

/// A folder of a test's own, removed when the test lets go of it.
final class TemporaryFolder {
    let path: String

    init() throws {
        var template = Array((NSTemporaryDirectory() + "/tvsim-test-XXXXXX").utf8CString)
        guard mkdtemp(&template) != nil else { throw CocoaError(.fileWriteUnknown) }
        path = String(decoding: template.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }
}

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
