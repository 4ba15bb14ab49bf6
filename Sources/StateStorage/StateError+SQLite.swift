import GRDB

extension StateError {
    /// Describes an error of SQLite for people.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - path: The store's file.
    ///   - writing: Whether the file was to be changed.
    init(_ error: DatabaseError, of path: String, writing: Bool) {
        switch (error.resultCode, error.extendedResultCode) {
        case (.SQLITE_NOTADB, _), (.SQLITE_CORRUPT, _):
            self.init(.notADevice, "'\(path)' is damaged or is not a device of tvsim")
        case (.SQLITE_BUSY, _), (.SQLITE_LOCKED, _):
            self.init(.unwritable, "'\(path)' is locked by another process; try again")
        // The second code means that SQLite finds no space for the file that it shares between processes.
        case (.SQLITE_FULL, _), (_, .SQLITE_IOERR_SHMSIZE):
            self.init(.unwritable, "'\(path)' cannot grow: the disk is full; nothing was changed")
        default:
            let reason = error.message ?? "\(error.resultCode)"
            self.init(
                writing ? .unwritable : .unreadable, "'\(path)' cannot be \(writing ? "written" : "read"): \(reason)")
        }
    }
}
