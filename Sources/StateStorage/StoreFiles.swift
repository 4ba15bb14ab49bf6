import Foundation

/// Creates, opens and removes the files of stores, one process at a time in each directory.
///
/// SQLite finds the two files beside a store by their names. If one process opened a store while another removed and
/// recreated it, SQLite could combine files of both stores.
package enum StoreFiles {
    /// The suffixes of the two files beside a store.
    package static let companions = ["-wal", "-shm"]
    /// How many seconds a process waits for a lock on a directory or a store; tests use a shorter time.
    @TaskLocal package static var lockTimeout = 10.0

    /// Removes a store; a missing store is not an error.
    ///
    /// - Throws: ``StateError`` if the file cannot be removed.
    package static func remove(_ path: String) throws {
        try holding(path) {
            guard unlinkAll(path) else { throw failure("'\(path)' cannot be removed") }
            try syncFolder(of: path)
        }
    }

    /// Removes the files of a store; returns whether its main file is gone.
    @discardableResult
    package static func unlinkAll(_ path: String) -> Bool {
        // The main file is removed first, because SQLite ignores the others without it.
        guard unlink(path) == 0 || errno == ENOENT else { return false }
        for ending in companions { unlink(path + ending) }
        return true
    }

    /// Runs a closure while this process holds the lock on a file's directory.
    ///
    /// The system releases the lock if the process ends.
    ///
    /// - Throws: ``StateError`` if the directory cannot be opened or another process keeps the lock, and what the
    ///   closure throws.
    package static func holding<Result>(_ path: String, _ body: () throws -> Result) throws -> Result {
        let folder = folder(of: path)
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure("the directory '\(folder)' cannot be opened") }
        defer {
            // Unlocks explicitly, because a child process that is starting may have a copy of the descriptor.
            flock(descriptor, LOCK_UN)
            close(descriptor)
        }
        var waited = 0.0
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EWOULDBLOCK || errno == EINTR else {
                throw failure("the directory '\(folder)' cannot be locked")
            }
            guard waited < lockTimeout else {
                throw StateError(.unwritable, "the directory '\(folder)' is locked by another process; try again")
            }
            Thread.sleep(forTimeInterval: 0.01)
            waited += 0.01
        }
        return try body()
    }

    /// Creates a private directory (0700) with its parents; an existing directory is not an error.
    ///
    /// - Throws: ``StateError`` if the directory cannot be created.
    package static func makeFolder(_ path: String) throws(StateError) {
        if mkdir(path, 0o700) == 0 { return try syncFolder(of: path) }
        if errno == ENOENT, folder(of: path) != path {
            try makeFolder(folder(of: path))
            if mkdir(path, 0o700) == 0 { return try syncFolder(of: path) }
        }
        guard errno == EEXIST else { throw failure("the directory '\(path)' cannot be created") }
    }

    /// Syncs the directory of a file, which makes a new name durable.
    ///
    /// - Throws: ``StateError`` if the directory cannot be synced.
    package static func syncFolder(of path: String) throws(StateError) {
        let descriptor = open(folder(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        // Some directories are writable but not readable, and some file systems cannot sync a directory.
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 || errno == EINVAL || errno == ENOTSUP else {
            throw failure("the directory '\(folder(of: path))' cannot be written")
        }
    }

    /// Returns the directory of a path.
    package static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    private static func failure(_ what: String) -> StateError {
        StateError(.unwritable, "\(what): \(String(cString: strerror(errno)))")
    }
}
