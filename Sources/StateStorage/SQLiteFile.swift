import Foundation
import GRDB
import NIOConcurrencyHelpers

/// The SQLite file behind a store and the isolated worlds beside it.
///
/// A file that another process has removed or replaced is opened again, so that no process works on state that the others
/// do not see.
final class SQLiteFile: Sendable {
    let path: String
    private let creating: Bool
    private let opened: NIOLockedValueBox<OpenedFile>

    /// An open file.
    private struct OpenedFile {
        let queue: DatabaseQueue
        let identity: FileIdentity
        /// The number of this opening; the lower half tells the file's worlds apart.
        let number = OpeningNumber.next() << 32
    }

    /// The device and inode of a file, which tell whether its name still leads to it.
    private struct FileIdentity: Equatable {
        let device: UInt64
        let inode: UInt64

        /// Looks at a file; `nil` if it does not exist.
        ///
        /// - Throws: ``StateError`` when that cannot be established, for example because a folder is closed to this user.
        init?(of path: String) throws(StateError) {
            var status = stat()
            guard stat(path, &status) == 0 else {
                guard errno != ENOENT else { return nil }
                throw StateError(.unreadable, "'\(path)' cannot be opened: \(String(cString: strerror(errno)))")
            }
            (device, inode) = (UInt64(status.st_dev), UInt64(status.st_ino))
        }
    }

    /// Opens a file, and creates an empty store if the file is missing and `creating` is true.
    ///
    /// - Throws: ``StateError`` when the file is missing, cannot be opened, is not a store, or has a newer version.
    init(path: String, creating: Bool) throws {
        self.path = path
        self.creating = creating
        opened = NIOLockedValueBox(try Self.open(path, creating: creating))
    }

    private static func open(_ path: String, creating: Bool) throws -> OpenedFile {
        if creating {
            _ = try make(path)
        } else if try FileIdentity(of: path) == nil {
            throw missing(path)
        }
        return try translatingErrors(of: path, writing: false) {
            try StoreFiles.holding(path) {
                // SQLite would create a missing file, empty and readable by everybody.
                guard let identity = try FileIdentity(of: path) else { throw missing(path) }
                let queue = try DatabaseQueue(path: path, configuration: configuration)
                try migrate(queue, path: path)
                return OpenedFile(queue: queue, identity: identity)
            }
        }
    }

    private static func missing(_ path: String) -> StateError {
        StateError(.missing, "there is no file '\(path)'")
    }

    /// Creates a store with its content under a temporary name, and then gives it its own: no process sees half of one.
    ///
    /// - Parameters:
    ///   - path: The store's file.
    ///   - fill: Writes the content; without it the store is empty.
    /// - Returns: `false` if the file exists already; it is then as it was.
    /// - Throws: ``StateError`` when the store cannot be created, and what `fill` throws.
    static func make(_ path: String, _ fill: (any StateWriting) throws -> Void = { _ in }) throws -> Bool {
        guard try FileIdentity(of: path) == nil else { return false }
        let folder = StoreFiles.folder(of: path)
        try StoreFiles.makeFolder(folder)
        return try StoreFiles.holding(path) {
            guard try FileIdentity(of: path) == nil else { return false }
            let draft = "\(folder)/.\((path as NSString).lastPathComponent).new"
            // A killed process may have left one.
            StoreFiles.unlinkAll(draft)
            defer { StoreFiles.unlinkAll(draft) }
            try translatingErrors(of: path, writing: true) { try write(draft, fill) }
            // What a process left that was killed while it removed a store.
            for ending in StoreFiles.companions { unlink(path + ending) }
            guard rename(draft, path) == 0 else { throw unwritable(path) }
            try StoreFiles.syncFolder(of: path)
            return true
        }
    }

    private static func write(_ draft: String, _ fill: (any StateWriting) throws -> Void) throws {
        // SQLite itself would create a file that others can read.
        let descriptor = Glibc.open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw unwritable(draft) }
        close(descriptor)
        let queue = try DatabaseQueue(path: draft, configuration: configuration)
        try queue.writeWithoutTransaction { database in
            // The journal mode is kept in the file and cannot change inside a transaction.
            try database.execute(sql: "PRAGMA journal_mode = WAL")
            try database.inTransaction(.immediate) {
                try makeTables(database)
                try fill(SQLiteTransaction(database: database, opening: 0))
                return .commit
            }
            // Closing does this too, but does not report a full disk.
            try database.checkpoint(.truncate)
        }
        try queue.close()
    }

    private static func unwritable(_ path: String) -> StateError {
        StateError(.unwritable, "the file '\(path)' cannot be created: \(String(cString: strerror(errno)))")
    }

    /// Reads a consistent state of the file.
    ///
    /// - Throws: ``StateError`` when it cannot be read, and what the body throws.
    func read<Result>(_ body: (SQLiteTransaction) throws -> Result) throws -> Result {
        try withFile(writing: false) { file in
            try file.queue.read { try body(SQLiteTransaction(database: $0, opening: file.number)) }
        }
    }

    /// Changes the file, all or nothing, without another writer in between.
    ///
    /// - Throws: ``StateError`` when it cannot be written, and what the body throws.
    func write<Result>(_ body: (SQLiteTransaction) throws -> Result) throws -> Result {
        try withFile(writing: true) { file in
            try file.queue.write { try body(SQLiteTransaction(database: $0, opening: file.number)) }
        }
    }

    private func withFile<Result>(writing: Bool, _ body: (OpenedFile) throws -> Result) throws -> Result {
        try Self.translatingErrors(of: path, writing: writing) {
            let file = try current()
            do {
                return try body(file)
            } catch let error as DatabaseError {
                // SQLite does not write a file that was removed in the meantime.
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

    private static func translatingErrors<Result>(
        of path: String, writing: Bool, _ body: () throws -> Result
    ) throws -> Result {
        do {
            return try body()
        } catch let error as DatabaseError {
            throw StateError(error, of: path, writing: writing)
        }
    }

    private static var configuration: Configuration {
        var configuration = Configuration()
        configuration.busyMode = .timeout(StoreFiles.lockTimeout)
        configuration.prepareDatabase { database in
            // A change that was reported survives a power cut.
            try database.execute(sql: "PRAGMA synchronous = FULL")
        }
        return configuration
    }
}
