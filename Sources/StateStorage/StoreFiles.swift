import Foundation

/// Which stores stand in a folder: changed by one process at a time.
///
/// A store is one file and two companions that SQLite keeps beside it. Were one process to make a store anew while another
/// still takes the companions of the old one away, what is written to the new one would be lost.
package enum StoreFiles {
    /// What SQLite keeps beside a store, by the endings of its name.
    static let companions = ["-wal", "-shm"]

    /// Gives a whole store that was made under another name its own.
    ///
    /// - Parameters:
    ///   - draft: Where it was made.
    ///   - path: Its name.
    ///   - before: What is to be done before it has the name, when nobody else can change the folder any more.
    /// - Returns: `false` when there is one of that name already.
    /// - Throws: ``StateError`` when it cannot be made.
    static func publish(_ draft: String, as path: String, before: () -> Void) throws -> Bool {
        try holding(path) {
            before()
            // Whatever a removal left that was killed on the way belongs to no store.
            if FileIdentity(of: path) == nil { for ending in companions { unlink(path + ending) } }
            guard link(draft, path) == 0 else {
                guard errno == EEXIST else { throw failure("'\(path)' cannot be made") }
                return false
            }
            try FolderNames.settle(around: path)
            return true
        }
    }

    /// Removes a store with its companions; one that is not there is not an error.
    ///
    /// - Throws: ``StateError`` when the file cannot be removed.
    package static func remove(_ path: String) throws {
        try holding(path) { try takeAway(path) }
    }

    /// Removes a store that this process holds, unless another one stands in its place by now.
    ///
    /// - Throws: ``StateError`` when the file cannot be removed.
    package static func remove(_ path: String, heldBy hold: FileHold) throws {
        try holding(path) { if hold.isAt(path) { try takeAway(path) } }
    }

    /// Removes a store that was made to be held, where nobody holds it: whoever did was killed.
    ///
    /// - Throws: ``StateError`` when the file cannot be removed.
    package static func removeAbandoned(_ path: String) throws {
        try holding(path) { if !FileHold.isHeld(path) { try takeAway(path) } }
    }

    private static func takeAway(_ path: String) throws {
        guard unlinkAll(path) else { throw failure("'\(path)' cannot be removed") }
        try FolderNames.settle(around: path)
    }

    /// Takes the names away, and says whether that could be done.
    @discardableResult
    static func unlinkAll(_ path: String) -> Bool {
        // The main file first: without it the others mean nothing.
        guard unlink(path) == 0 || errno == ENOENT else { return false }
        for ending in companions { unlink(path + ending) }
        return true
    }

    /// Lets one process at a time change the folder of a file, which must be there; a process that ends lets go.
    ///
    /// - Throws: ``StateError`` when the folder cannot be held, or another process does not let go of it, and what the body
    ///   throws.
    package static func holding<Result>(_ path: String, _ body: () throws -> Result) throws -> Result {
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure("'\(folder)' cannot be held") }
        defer { FileHold.letGo(of: descriptor) }
        var attempts = 0
        // The system itself waits for ever or not at all.
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EWOULDBLOCK || errno == EINTR else { throw failure("'\(folder)' cannot be held") }
            guard StatePatience.wait(after: attempts) else {
                throw StateError(.unwritable, "the folder '\(folder)' is held by another process that does not let go")
            }
            attempts += 1
        }
        return try body()
    }

    private static func failure(_ what: String) -> StateError {
        StateError(.unwritable, "\(what): \(String(cString: strerror(errno)))")
    }
}
