import GRDB
import TVSimPlatform
import TVSimStateStorage

extension StateError {
    /// Creates the error for an SQLite error.
    ///
    /// - Parameters:
    ///   - error: The SQLite error.
    ///   - path: The store's file.
    ///   - writing: Whether the failed operation was a write.
    ///   - isReadOnly: Whether the file's directory cannot be written; computed if `nil`.
    init(_ error: DatabaseError, of path: String, writing: Bool, isReadOnly: Bool? = nil) {
        let isReadOnly = isReadOnly ?? (access(StoreFiles.folder(of: path), W_OK) != 0)
        switch (error.resultCode, error.extendedResultCode) {
        case (.SQLITE_NOTADB, _), (.SQLITE_CORRUPT, _):
            self.init(.notADevice, "'\(path)' is damaged or not a tvsim device file")
        case (.SQLITE_BUSY, _), (.SQLITE_LOCKED, _):
            self.init(.unwritable, "'\(path)' is locked by another process; try again")
        // SQLITE_IOERR_SHMSIZE means that the disk has no space for the file that processes share.
        case (.SQLITE_FULL, _), (_, .SQLITE_IOERR_SHMSIZE):
            self.init(.unwritable, "'\(path)' cannot grow: the disk is full; nothing was changed")
        case (.SQLITE_CANTOPEN, _) where isReadOnly, (.SQLITE_READONLY, _) where isReadOnly:
            self.init(
                writing ? .unwritable : .unreadable,
                "'\(path)' cannot be \(writing ? "written" : "read"): its directory is read-only, and SQLite needs to "
                    + "write files beside it")
        default:
            let reason = error.message ?? "\(error.resultCode)"
            self.init(
                writing ? .unwritable : .unreadable, "'\(path)' cannot be \(writing ? "written" : "read"): \(reason)")
        }
    }
}
