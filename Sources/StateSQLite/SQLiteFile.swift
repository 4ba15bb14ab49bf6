import Foundation
import GRDB
import TVSimStateStorage
import TVSimStructuredText

/// The SQLite file of a store and its isolated worlds.
///
/// A file that another process removed or replaced is opened again. Otherwise this process would use state that other
/// processes do not see.
final class SQLiteFile: Sendable {
    let path: String
    private let creating: Bool
    private let opened: Locked<OpenedFile>

    /// An open file.
    private struct OpenedFile: Sendable {
        /// The connection for all transactions but those of ``SQLiteFile/consistently(_:)``.
        let queue: DatabaseQueue
        /// Whether a commit of that connection waits for the disk.
        let synchronous = Locked(true)
        let readers = IdleReaders()
        let checkpoints = SQLiteCheckpoints()
        let identity: FileIdentity
        /// The number of this opening; its lower 32 bits are free for the number of a world.
        let number = OpeningNumber.next() << 32
    }

    /// Opens a file, and creates an empty store if the file is missing and `creating` is true.
    ///
    /// - Throws: ``StateError`` if the file is missing, cannot be opened, is not a store, or has a newer version.
    init(path: String, creating: Bool) throws {
        self.path = path
        self.creating = creating
        opened = Locked(try Self.open(path, creating: creating))
    }

    private static func open(_ path: String, creating: Bool) throws -> OpenedFile {
        if creating {
            _ = try make(path)
        } else if try FileIdentity(of: path) == nil {
            throw missing(path)
        }
        return try translatingErrors(of: path, writing: false) {
            try StoreFiles.holding(path) {
                // SQLite would otherwise create an empty, world-readable file.
                guard let identity = try FileIdentity(of: path) else { throw missing(path) }
                let queue = try DatabaseQueue(path: path, configuration: configuration)
                try migrate(queue, path: path)
                return OpenedFile(queue: queue, identity: identity)
            }
        }
    }

    private static func missing(_ path: String) -> StateError { StateError(.missing, "file '\(path)' not found") }

    /// Creates a store under a temporary name and then renames it, so that no process sees an incomplete store.
    ///
    /// - Parameters:
    ///   - path: The store's file.
    ///   - fill: Writes the content; the default writes none.
    /// - Returns: `false` if the file already exists; it is then unchanged.
    /// - Throws: ``StateError`` if the store cannot be created, and what `fill` throws.
    static func make(_ path: String, _ fill: (any StateWriting) throws -> Void = { _ in }) throws -> Bool {
        guard try FileIdentity(of: path) == nil else { return false }
        let folder = StoreFiles.folder(of: path)
        try StoreFiles.makeFolder(folder)
        return try StoreFiles.holding(path) {
            guard try FileIdentity(of: path) == nil else { return false }
            let draft = "\(folder)/.\((path as NSString).lastPathComponent).new"
            // A killed process may have left a draft.
            StoreFiles.unlinkAll(draft)
            defer { StoreFiles.unlinkAll(draft) }
            try translatingErrors(of: path, writing: true) { try write(draft, fill) }
            // Removes the companion files of a process that was killed while it removed a store.
            for ending in StoreFiles.companions { unlink(path + ending) }
            guard rename(draft, path) == 0 else { throw unwritable(path) }
            try StoreFiles.syncFolder(of: path)
            return true
        }
    }

    private static func write(_ draft: String, _ fill: (any StateWriting) throws -> Void) throws {
        try makePrivate(draft)
        let queue = try DatabaseQueue(path: draft, configuration: configuration)
        try queue.writeWithoutTransaction { database in
            // The journal mode is stored in the file and cannot change inside a transaction.
            try database.execute(sql: "PRAGMA journal_mode = WAL")
            try database.inTransaction(.immediate) {
                try makeTables(database)
                try fill(SQLiteTransaction(database: database, opening: 0))
                return .commit
            }
            // Closing also checkpoints, but does not report a full disk.
            try database.checkpoint(.truncate)
        }
        try queue.close()
    }

    /// Creates an empty file that only this user can read, because SQLite would create a world-readable one.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - name: The name in errors; `nil` for the path.
    /// - Throws: ``StateError`` if the file cannot be created.
    static func makePrivate(_ path: String, namedAs name: String? = nil) throws {
        let descriptor = Glibc.open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw unwritable(name ?? path) }
        close(descriptor)
    }

    static func unwritable(_ path: String) -> StateError {
        StateError(.unwritable, "the file '\(path)' cannot be created: \(String(cString: strerror(errno)))")
    }

    /// Runs a closure with a consistent state of the file.
    ///
    /// - Throws: ``StateError`` if the file cannot be read, and what the closure throws.
    func read<Result>(_ body: (SQLiteTransaction) throws -> Result) throws -> Result {
        try withFile(writing: false) { file in
            // `queue.read` would toggle `query_only`, after which SQLite prepares every statement again.
            try file.queue.writeWithoutTransaction { database in
                try Self.result(in: database, .deferred) {
                    try body(SQLiteTransaction(database: database, opening: file.number))
                }
            }
        }
    }

    /// Runs a closure in a write transaction, which excludes other writers and is rolled back if the closure throws.
    ///
    /// - Throws: ``StateError`` if the file cannot be written, and what the closure throws.
    func write<Result>(_ body: (SQLiteTransaction) throws -> Result) throws -> Result {
        try write(waitingForDisk: true, body)
    }

    /// Runs a closure that only appends to the log in a write transaction, without waiting for the disk.
    ///
    /// What it wrote survives the end of the process at once, and a power failure when a later change does.
    ///
    /// - Throws: As ``write(_:)``.
    func append<Result>(_ body: (SQLiteTransaction) throws -> Result) throws -> Result {
        try write(waitingForDisk: false, body)
    }

    private func write<Result>(
        waitingForDisk waits: Bool, _ body: (SQLiteTransaction) throws -> Result
    ) throws -> Result {
        try withFile(writing: true) { file in
            try file.queue.writeWithoutTransaction { database in
                try file.synchronous.withLockedValue { synchronous in
                    guard synchronous != waits else { return }
                    try database.execute(sql: "PRAGMA synchronous = \(waits ? "FULL" : "NORMAL")")
                    synchronous = waits
                }
                let result = try Self.result(in: database, .immediate) {
                    try body(SQLiteTransaction(database: database, opening: file.number))
                }
                file.checkpoints.noteCommit(on: database) { try self.open(beside: file) }
                return result
            }
        }
    }

    /// Opens a further connection to an open file.
    private func open(beside file: OpenedFile) throws -> DatabaseQueue {
        try StoreFiles.holding(path) {
            // SQLite would create a file that was removed in the meantime again, empty.
            guard try FileIdentity(of: path) == file.identity else {
                throw DatabaseError(resultCode: .SQLITE_READONLY_DBMOVED)
            }
            return try DatabaseQueue(path: path, configuration: Self.configuration)
        }
    }

    /// Runs a closure with a connection of its own, so that no other request waits for it.
    ///
    /// The closure begins and ends the transactions.
    ///
    /// - Throws: ``StateError`` if the file cannot be opened, and what the closure throws.
    func consistently<Result>(_ body: (SQLiteTransaction) throws -> Result) throws -> Result {
        try withFile(writing: false) { file in
            try file.checkpoints.start(on: file.queue)
            let queue = try file.readers.take() ?? open(beside: file)
            defer { file.readers.put(queue) }
            return try queue.writeWithoutTransaction {
                try body(SQLiteTransaction(database: $0, opening: file.number))
            }
        }
    }

    /// Runs a closure with a connection of its own, in no transaction.
    ///
    /// - Throws: ``StateError`` if the file cannot be opened, and what the closure throws.
    func withConnection<Result>(_ body: (DatabaseQueue) throws -> Result) throws -> Result {
        try withFile(writing: false) { try body(try open(beside: $0)) }
    }

    private static func result<Result>(
        in database: Database, _ kind: Database.TransactionKind, _ body: () throws -> Result
    ) throws -> Result {
        try database.beginTransaction(kind)
        do {
            let result = try body()
            try database.commit()
            return result
        } catch {
            // The error of the body matters more; SQLite has ended the transaction after some errors.
            try? database.rollback()
            throw error
        }
    }

    private func withFile<Result>(writing: Bool, _ body: (OpenedFile) throws -> Result) throws -> Result {
        try Self.translatingErrors(of: path, writing: writing) {
            let file = try current()
            do {
                return try body(file)
            } catch let error as DatabaseError {
                // SQLite reports an error if the file was removed in the meantime.
                guard try FileIdentity(of: path) != file.identity else { throw error }
                return try body(try current())
            }
        }
    }

    private func current() throws -> OpenedFile {
        try opened.withLockedValue { opened in
            if try FileIdentity(of: path) != opened.identity {
                opened = try Self.open(path, creating: creating)
            }
            return opened
        }
    }

    static func translatingErrors<Result>(
        of path: String, writing: Bool, _ body: () throws -> Result
    ) throws -> Result {
        do {
            return try body()
        } catch let error as DatabaseError {
            throw StateError(error, of: path, writing: writing)
        } catch let error as StateError {
            throw error.naming("'\(path)'")
        }
    }

    private static var configuration: Configuration {
        var configuration = Configuration()
        configuration.busyMode = .timeout(StoreFiles.lockTimeout)
        configuration.prepareDatabase { database in
            // Makes a committed change durable in a power failure.
            try database.execute(sql: "PRAGMA synchronous = FULL")
        }
        return configuration
    }
}
