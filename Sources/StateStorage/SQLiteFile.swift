import Foundation
import GRDB
import NIOConcurrencyHelpers

/// The SQLite file behind stores: opened anew where it was removed or replaced, and waited for where another process holds
/// it.
final class SQLiteFile: Sendable {
    private let opened: NIOLockedValueBox<OpenedFile>
    let path: String
    private let creating: Bool

    /// A file that is open, and by what it is known again.
    struct OpenedFile {
        let queue: DatabaseQueue
        let identity: FileIdentity?
        /// What is read as it stands; `nil`: it may change.
        var unchanging: ImmutableFileStamp?
        /// Which opening this is; openings of the worlds beside the device's own stand in the lower half.
        let number = StoreOpenings.next() << 32
    }

    /// Opens a file, and makes an empty store when there is none and `creating` is true.
    ///
    /// - Throws: ``StateError`` when the file cannot be opened, is not a store of tvsim, or is of a newer version.
    init(path: String, creating: Bool) throws {
        self.path = path
        self.creating = creating
        do {
            opened = NIOLockedValueBox(try Self.open(path, creating: creating))
        } catch {
            throw StateError.reading(error, of: path, writing: FileIdentity(of: path) == nil)
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
        try demandSight(of: path)
        throw StateError(.missing, "there is no file '\(path)'")
    }

    /// Looks whether it can be told that there is no file: nobody takes what cannot be seen for what is not there.
    private static func demandSight(of path: String) throws {
        var facts = stat()
        guard stat(path, &facts) != 0, errno != ENOENT else { return }
        throw StateError(.unreadable, "'\(path)' cannot be opened: \(String(cString: strerror(errno)))")
    }

    /// Opens a store that is there; `nil`: there is none.
    ///
    /// SQLite would make an empty file where there is none, for everybody to read and with nothing in it, so that nobody
    /// may remove the store meanwhile.
    private static func openExisting(_ path: String) throws -> OpenedFile? {
        guard FileIdentity(of: path) != nil else { return nil }
        return try patiently {
            try StoreFiles.holding(path) {
                // Whoever holds this store must not hold up those who want another one of the folder.
                try StatePatience.$current.withValue(0) { try openHeld(path) }
            }
        }
    }

    /// Does something again while another process holds the store, as long as patience lasts.
    private static func patiently<Result>(
        unless isOver: () -> Bool = { false }, _ attempt: () throws -> Result
    ) throws -> Result {
        var attempts = 0
        while true {
            do {
                return try attempt()
            } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY && !isOver() {
                guard StatePatience.wait(after: attempts) else { throw error }
                attempts += 1
            }
        }
    }

    /// Opens a store of a folder that this process holds; `nil`: there is none.
    private static func openHeld(_ path: String) throws -> OpenedFile? {
        guard let identity = FileIdentity(of: path) else { return nil }
        let unchanging = ImmutableFileStamp(at: path)
        let queue = try queue(path, isUnchanging: unchanging != nil)
        try migrate(queue, path: path, isNew: false, isUnchanging: unchanging != nil)
        return OpenedFile(queue: queue, identity: identity, unchanging: unchanging)
    }

    static func queue(_ path: String, isUnchanging: Bool) throws -> DatabaseQueue {
        guard isUnchanging else {
            return try DatabaseQueue(path: StoreAddress.plain(path), configuration: configuration)
        }
        var configuration = configuration
        configuration.readonly = true
        return try DatabaseQueue(path: StoreAddress.unchanging(path), configuration: configuration)
    }

    /// How often a store is looked for anew that somebody takes away again and again.
    private static let attempts = 8

    /// The file as it is now: one that was removed, or put in the place of another, is opened anew, so that nobody goes
    /// on with state that nobody else sees.
    private func file() throws -> OpenedFile {
        try opened.withLockedValue { opened in
            let identity = FileIdentity(of: path)
            // Whoever can write the folder of one that we cannot may have done so.
            let hasChanged = opened.unchanging.map { $0 != ImmutableFileStamp(at: path) } ?? false
            if identity == nil || identity != opened.identity || hasChanged {
                opened = try Self.open(path, creating: creating)
            }
            return opened
        }
    }

    /// Reads a consistent picture of the file.
    ///
    /// - Throws: ``StateError`` when it cannot be read, and what the body throws.
    func read<Result>(_ body: (SQLiteTransaction) throws -> Result) throws -> Result {
        try attempt(writing: false) { file in
            try file.queue.read { try body(SQLiteTransaction(database: $0, opening: file.number)) }
        }
    }

    /// Changes the file, all or nothing.
    ///
    /// - Throws: ``StateError`` when it cannot be written, and what the body throws.
    func write<Result>(_ body: (SQLiteTransaction) throws -> Result) throws -> Result {
        try attempt(writing: true) { file in
            var hasBegun = false
            return try Self.patiently(unless: { hasBegun }) {
                // Others are waited for outside of the queue: who only reads in this process must not wait too.
                try StatePatience.$current.withValue(0) {
                    try Self.change(file) { state in
                        hasBegun = true
                        return try body(state)
                    }
                }
            }
        }
    }

    private static func change<Result>(
        _ file: OpenedFile, _ body: (SQLiteTransaction) throws -> Result
    ) throws -> Result {
        try file.queue.writeWithoutTransaction { database in
            let result = try transaction(in: database, of: file, body)
            // What was to be changed has been: that the rest stays as large as it was is no trouble.
            if result.hasRemovedMuch { try? giveBack(database) }
            return result.value
        }
    }

    static func transaction<Result>(
        in database: Database, of file: OpenedFile, _ body: (SQLiteTransaction) throws -> Result
    ) throws -> (value: Result, hasRemovedMuch: Bool) {
        let transaction = SQLiteTransaction(database: database, opening: file.number)
        var result: Result?
        // Immediate: the picture that the body reads is the one that it changes, with no writer in between.
        try database.inTransaction(.immediate) {
            result = try body(transaction)
            return .commit
        }
        guard let result else { throw StateError(.unwritable, "nothing was written") }
        return (result, transaction.hasRemovedMuch)
    }

    /// Makes a file smaller most of which is empty, as it is after a device that was used much was erased.
    private static func giveBack(_ database: Database) throws {
        let free = try Int.fetchOne(database, sql: "PRAGMA freelist_count") ?? 0
        let all = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
        guard free > fewPages, free > all / 2 else { return }
        try database.execute(sql: "VACUUM")
        try database.checkpoint(.truncate)
    }

    /// How many empty pages are nothing to give back: a megabyte.
    private static let fewPages = 256

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
            throw StateError.reading(error, of: path, writing: writing)
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
}
