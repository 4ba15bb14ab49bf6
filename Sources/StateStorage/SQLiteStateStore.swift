import Foundation
import GRDB
import NIOConcurrencyHelpers

/// State in one SQLite file, shared by any number of processes and readable after a kill at any moment.
///
/// SQLite's write-ahead log gives one writer at a time, readers that never see half a change, and recovery by whoever
/// opens the file next; `synchronous=FULL` makes a returned write survive a power cut too. The folder is private to
/// the user (0700), and so is the file (0600).
package final class SQLiteStateStore: StateStore {
    /// Marks the file as ours: "tvsm" in the application id of the SQLite header.
    static let applicationID: Int32 = 0x7476_736d
    /// The version of the tables; a store of a newer version is refused, an older one migrated.
    static let version = 2

    /// How many lines of the log are kept: days of clicking, and a file of a few megabytes; older ones go.
    static let longestLog = 10_000

    private let opened: NIOLockedValueBox<OpenedFile>
    private let path: String
    private let creating: Bool

    /// A file that is open, and by what it is known again.
    private struct OpenedFile {
        let queue: DatabaseQueue
        let identity: FileIdentity?
        let number = StoreOpenings.next()
    }

    /// Opens a store, and creates it when there is no file and `creating` is true.
    ///
    /// - Throws: ``StateError`` when the file cannot be opened, is not a store of tvsim, or is of a newer version.
    package init(path: String, creating: Bool) throws {
        self.path = path
        self.creating = creating
        do {
            opened = NIOLockedValueBox(try Self.open(path, creating: creating))
        } catch {
            throw Self.translate(error, path: path, writing: FileIdentity(of: path) == nil)
        }
    }

    private static func open(_ path: String, creating: Bool) throws -> OpenedFile {
        // Whoever removes the file between our look and its opening comes to an end: nobody makes and removes for ever.
        for _ in 0..<attempts {
            if FileIdentity(of: path) == nil {
                guard creating else { break }
                // Somebody else's is as good: both are whole and empty.
                _ = try make(path)
            }
            if let opened = try openExisting(path) { return opened }
        }
        throw StateError(.missing, "there is no file '\(path)'")
    }

    /// Opens a store that is there; `nil`: there is none.
    ///
    /// SQLite would make an empty file where there is none, for everybody to read and with nothing in it, so that nobody
    /// may remove the store meanwhile.
    private static func openExisting(_ path: String) throws -> OpenedFile? {
        guard FileIdentity(of: path) != nil else { return nil }
        return try StoreFiles.holding(path) {
            guard let identity = FileIdentity(of: path) else { return nil }
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            try migrate(queue, path: path, isNew: false)
            return OpenedFile(queue: queue, identity: identity)
        }
    }

    /// How often a store is looked for anew that somebody takes away again and again.
    private static let attempts = 8

    /// The file as it is now: one that was removed, or put in the place of another, is opened anew, so that nobody goes
    /// on with state that nobody else sees.
    private func file() throws -> OpenedFile {
        try opened.withLockedValue { opened in
            let identity = FileIdentity(of: path)
            if identity == nil || identity != opened.identity { opened = try Self.open(path, creating: creating) }
            return opened
        }
    }

    package func read<Result>(_ body: (any StateReading) throws -> Result) throws -> Result {
        try attempt(writing: false) { file in
            try file.queue.read { try body(SQLiteTransaction(database: $0, opening: file.number)) }
        }
    }

    package func write<Result>(_ body: (any StateWriting) throws -> Result) throws -> Result {
        try attempt(writing: true) { file in
            try file.queue.writeWithoutTransaction { database in
                var result: Result?
                // Immediate: the picture that the body reads is the one that it changes, with no writer in between.
                try database.inTransaction(.immediate) {
                    result = try body(SQLiteTransaction(database: database, opening: file.number))
                    return .commit
                }
                guard let result else { throw StateError(.unwritable, "nothing was written to '\(path)'") }
                return result
            }
        }
    }

    /// Does something with the file, and once more where the file was taken away or replaced while it was being done.
    private func attempt<Result>(writing: Bool, _ body: (OpenedFile) throws -> Result) throws -> Result {
        do {
            let file = try file()
            do {
                return try body(file)
            } catch let error as DatabaseError {
                guard file.identity != FileIdentity(of: path) else { throw error }
                return try body(try self.file())
            }
        } catch {
            throw Self.translate(error, path: path, writing: writing)
        }
    }

    private static var configuration: Configuration {
        var configuration = Configuration()
        configuration.busyMode = .callback(StatePatience.wait)
        configuration.prepareDatabase { database in
            try database.execute(sql: "PRAGMA synchronous = FULL")
        }
        return configuration
    }

    /// Makes a store whole under a hidden name, and links it to its own.
    ///
    /// Of several processes that make the same one each finds a whole store: SQLite does not wait for others while it
    /// switches a new file to its log, however long it is told to.
    ///
    /// - Parameters:
    ///   - path: Its name.
    ///   - fill: What it is to hold; without it the store is empty.
    /// - Returns: `false` when there is one of that name already.
    /// - Throws: ``StateError`` when it cannot be made, and what `fill` throws.
    package static func make(
        _ path: String, _ fill: (any StateWriting) throws -> Void = { _ in }
    ) throws -> Bool {
        try draft(of: path, fill).publish()
    }

    /// Makes a store that belongs to this process as long as it lives.
    ///
    /// - Parameters:
    ///   - path: Its name.
    ///   - fill: What it is to hold.
    /// - Returns: What holds it; `nil` when there is one of that name already.
    /// - Throws: ``StateError`` when it cannot be made, and what `fill` throws.
    package static func makeHeld(_ path: String, _ fill: (any StateWriting) throws -> Void) throws -> FileHold? {
        try draft(of: path, fill).publishHeld()
    }

    private static func draft(of path: String, _ fill: (any StateWriting) throws -> Void) throws -> StoreDraft {
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        if !FileManager.default.fileExists(atPath: folder) {
            do {
                try FileManager.default.createDirectory(
                    atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            } catch {
                throw StateError(.unwritable, "the folder '\(folder)' cannot be created")
            }
        }
        let draft = try StoreDraft(of: path)
        do {
            let queue = try DatabaseQueue(path: draft.path, configuration: configuration)
            try migrate(queue, path: path, isNew: true)
            try queue.write { try fill(SQLiteTransaction(database: $0, opening: StoreOpenings.next())) }
            try finish(queue)
        } catch {
            throw translate(error, path: path, writing: true)
        }
        return draft
    }

    /// Brings everything from the log into the file, and closes it.
    ///
    /// Closing alone does that too, but says nothing when the disk is full: half a store would be taken for a whole one.
    private static func finish(_ queue: DatabaseQueue) throws {
        try queue.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
        try queue.close()
    }

    /// Brings the tables to this version.
    ///
    /// Only a file that is being made (`isNew`) may be empty: a store gets its name when it is whole, so that an empty one
    /// is what is left of another.
    private static func migrate(_ queue: DatabaseQueue, path: String, isNew: Bool) throws {
        let found = try queue.read { database in
            (
                id: try Int32.fetchOne(database, sql: "PRAGMA application_id") ?? 0,
                version: try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
            )
        }
        if found == (applicationID, version) { return }
        guard found.id == applicationID || found.id == 0 else {
            throw StateError(.notADevice, "'\(path)' is a database of another program")
        }
        guard isNew || found.id == applicationID else {
            throw StateError(.notADevice, "'\(path)' is damaged or is not a device of tvsim")
        }
        guard found.version <= version || found.id == 0 else {
            throw StateError(.futureVersion, "'\(path)' was written by a newer tvsim (state version \(found.version))")
        }
        try queue.writeWithoutTransaction { database in
            // The journal mode is kept in the file and cannot change inside a transaction.
            _ = try String.fetchOne(database, sql: "PRAGMA journal_mode = WAL")
            try database.inTransaction(.immediate) {
                let id = try Int32.fetchOne(database, sql: "PRAGMA application_id") ?? 0
                if id == applicationID {
                    try migrateTables(database)
                    return .commit
                }
                guard id == 0, try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_master") == 0 else {
                    throw StateError(.notADevice, "'\(path)' is a database of another program")
                }
                try database.execute(
                    sql: """
                        CREATE TABLE document (name TEXT PRIMARY KEY, body TEXT NOT NULL) WITHOUT ROWID;
                        CREATE TABLE log (number INTEGER PRIMARY KEY AUTOINCREMENT, line TEXT NOT NULL);
                        PRAGMA application_id = \(applicationID);
                        """)
                try migrateTables(database)
                return .commit
            }
        }
    }

    /// Adds what version 1 did not have, in the transaction that makes or finds the other tables.
    private static func migrateTables(_ database: Database) throws {
        try database.execute(
            sql: """
                CREATE TABLE IF NOT EXISTS replacement (count INTEGER NOT NULL);
                INSERT INTO replacement (count) SELECT 0 WHERE NOT EXISTS (SELECT * FROM replacement);
                PRAGMA user_version = \(version);
                """)
    }

    private static func translate(_ error: any Error, path: String, writing: Bool) -> any Error {
        guard let error = error as? DatabaseError else { return error }
        switch error.resultCode {
        case .SQLITE_NOTADB, .SQLITE_CORRUPT:
            return StateError(.notADevice, "'\(path)' is damaged or is not a device of tvsim")
        case .SQLITE_BUSY, .SQLITE_LOCKED:
            return StateError(.unwritable, "'\(path)' is held by another process that does not let go")
        case .SQLITE_FULL:
            return StateError(.unwritable, "'\(path)' cannot grow: the disk is full; nothing was changed")
        default:
            let reason = error.message ?? "\(error.resultCode)"
            let verb = writing ? "written" : "read"
            return StateError(writing ? .unwritable : .unreadable, "'\(path)' cannot be \(verb): \(reason)")
        }
    }
}
