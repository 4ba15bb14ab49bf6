import GRDB

extension StateError {
    /// Creates the error for an SQLite error.
    ///
    /// - Parameters:
    ///   - error: The SQLite error.
    ///   - path: The store's file.
    ///   - writing: Whether the failed operation was a write.
    init(_ error: DatabaseError, of path: String, writing: Bool) {
        switch (error.resultCode, error.extendedResultCode) {
        case (.SQLITE_NOTADB, _), (.SQLITE_CORRUPT, _):
            self.init(.notADevice, "'\(path)' is damaged or not a tvsim device file")
        case (.SQLITE_BUSY, _), (.SQLITE_LOCKED, _):
            self.init(.unwritable, "'\(path)' is locked by another process; try again")
        // SQLITE_IOERR_SHMSIZE means that the disk has no space for the file that processes share.
        case (.SQLITE_FULL, _), (_, .SQLITE_IOERR_SHMSIZE):
            self.init(.unwritable, "'\(path)' cannot grow: the disk is full; nothing was changed")
        default:
            let reason = error.message ?? "\(error.resultCode)"
            self.init(
                writing ? .unwritable : .unreadable, "'\(path)' cannot be \(writing ? "written" : "read"): \(reason)")
        }
    }
}
