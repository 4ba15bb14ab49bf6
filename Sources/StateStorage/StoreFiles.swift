import Foundation

/// The files of stores, which one process at a time creates, opens and removes in a folder.
///
/// SQLite keeps two files beside a store and finds them by their names. A process that opens a store while another one
/// removes it and creates it again would otherwise mix the files of the two.
package enum StoreFiles {
    /// The endings of the two files beside a store.
    static let companions = ["-wal", "-shm"]
    /// The seconds that a process waits for a lock of another one, on a folder or on a store; tests wait less.
    @TaskLocal static var lockTimeout = 10.0

    /// Removes a store; a missing one is not an error.
    ///
    /// - Throws: ``StateError`` when the file cannot be removed.
    package static func remove(_ path: String) throws {
        try holding(path) {
            guard unlinkAll(path) else { throw failure("'\(path)' cannot be removed") }
            try syncFolder(of: path)
        }
    }

    /// Removes the names of a store, and returns whether the store's own is gone.
    @discardableResult
    static func unlinkAll(_ path: String) -> Bool {
        // The main file first: SQLite ignores the others without it.
        guard unlink(path) == 0 || errno == ENOENT else { return false }
        for ending in companions { unlink(path + ending) }
        return true
    }

    /// Runs a closure while this process holds the lock on the folder of a file.
    ///
    /// The system releases the lock of a process that ends.
    ///
    /// - Throws: ``StateError`` when the folder cannot be opened or another process keeps the lock, and what the closure
    ///   throws.
    package static func holding<Result>(_ path: String, _ body: () throws -> Result) throws -> Result {
        let folder = folder(of: path)
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure("the folder '\(folder)' cannot be opened") }
        defer {
            // A child process that is just being started may have a copy of the descriptor.
            flock(descriptor, LOCK_UN)
            close(descriptor)
        }
        var waited = 0.0
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EWOULDBLOCK || errno == EINTR else {
                throw failure("the folder '\(folder)' cannot be locked")
            }
            guard waited < lockTimeout else {
                throw StateError(.unwritable, "the folder '\(folder)' is locked by another process; try again")
            }
            Thread.sleep(forTimeInterval: 0.01)
            waited += 0.01
        }
        return try body()
    }

    /// Creates a folder for this user alone, with its parents; an existing one is not an error.
    ///
    /// - Throws: ``StateError`` when it cannot be created.
    package static func makeFolder(_ path: String) throws(StateError) {
        if mkdir(path, 0o700) == 0 { return try syncFolder(of: path) }
        if errno == ENOENT, folder(of: path) != path {
            try makeFolder(folder(of: path))
            if mkdir(path, 0o700) == 0 { return try syncFolder(of: path) }
        }
        guard errno == EEXIST else { throw failure("the folder '\(path)' cannot be created") }
    }

    /// Writes the names in a file's folder to the disk: a new name survives a power cut only then.
    ///
    /// - Throws: ``StateError`` when the disk refuses.
    static func syncFolder(of path: String) throws(StateError) {
        let descriptor = open(folder(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        // Some folders may be written and not read, and some file systems cannot sync a folder.
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 || errno == EINVAL || errno == ENOTSUP else {
            throw failure("the folder '\(folder(of: path))' cannot be written")
        }
    }

    /// Returns the folder of a path.
    static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    private static func failure(_ what: String) -> StateError {
        StateError(.unwritable, "\(what): \(String(cString: strerror(errno)))")
    }
}
