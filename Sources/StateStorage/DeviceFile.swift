import Foundation

/// By what a file is known again, whatever its name.
struct FileIdentity: Sendable, Equatable {
    private let device: UInt64
    private let node: UInt64

    /// Looks at a file; `nil` when there is none.
    init?(of path: String) {
        var facts = stat()
        guard stat(path, &facts) == 0 else { return nil }
        device = UInt64(facts.st_dev)
        node = UInt64(facts.st_ino)
    }
}

/// Which stores stand in a folder: changed by one process at a time.
///
/// A store is one file and two companions that SQLite keeps beside it. Were one process to make a store anew while another
/// still takes the companions of the old one away, what is written to the new one would be lost.
package enum StoreFiles {
    private static let companions = ["-wal", "-shm"]

    /// Gives a whole store that was made under another name its own.
    ///
    /// - Returns: `false` when there is one of that name already.
    /// - Throws: ``StateError`` when it cannot be made.
    package static func publish(_ draft: String, as path: String) throws -> Bool {
        try holding(path) {
            // Whatever a removal left that was killed on the way belongs to no store.
            if FileIdentity(of: path) == nil { for ending in companions { unlink(path + ending) } }
            if link(draft, path) == 0 { return true }
            guard errno == EEXIST else { throw failure("'\(path)' cannot be made") }
            return false
        }
    }

    /// Removes a store with its companions; one that is not there is not an error.
    ///
    /// - Throws: ``StateError`` when the file cannot be removed.
    package static func remove(_ path: String) throws {
        try holding(path) {
            // The main file first: without it the others mean nothing.
            guard unlink(path) == 0 || errno == ENOENT else { throw failure("'\(path)' cannot be removed") }
            for ending in companions { unlink(path + ending) }
        }
    }

    /// Lets one process at a time change the folder of a file, which must be there; a process that ends lets go.
    ///
    /// - Throws: ``StateError`` when the folder cannot be held, and what the body throws.
    package static func holding<Result>(_ path: String, _ body: () throws -> Result) throws -> Result {
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0, flock(descriptor, LOCK_EX) == 0 else { throw failure("'\(folder)' cannot be held") }
        defer { close(descriptor) }
        return try body()
    }

    private static func failure(_ what: String) -> StateError {
        StateError(.unwritable, "\(what): \(String(cString: strerror(errno)))")
    }
}

/// The hidden files in which stores are made, before they get their names.
///
/// A process that is killed on the way leaves its draft; the next one that makes a store takes it away.
package enum AbandonedDrafts {
    private static let mark = ".draft-"

    /// The beginning of a draft's name, which says whose it is, with the six characters that `mkstemp` replaces.
    package static func template(for name: String, in folder: String) -> String {
        "\(folder)/.\(name)\(mark)\(getpid())-" + String(repeating: "X", count: 6)
    }

    /// Removes the drafts of processes that are no more.
    package static func sweep(_ folder: String) {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] where name.hasPrefix(".") {
            guard let place = name.range(of: mark, options: .backwards),
                let owner = Int32(name[place.upperBound...].prefix { $0.isASCII && $0.isNumber }), owner != getpid(),
                kill(owner, 0) != 0, errno == ESRCH
            else { continue }
            unlink("\(folder)/\(name)")
        }
    }
}
