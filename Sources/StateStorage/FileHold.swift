import Foundation

/// A file that belongs to this process as long as it lives.
///
/// The mark is a lock of the system, which ends with the process however that ends. A number of a process would not do:
/// containers that share a folder number theirs alike, and cannot see each other's.
package final class FileHold: Sendable {
    private let descriptor: Int32

    /// Holds an open file, and closes it at its own end; `nil`: another process holds it.
    ///
    /// Where a file system knows no locks, nobody is seen to hold anything.
    package init?(taking descriptor: Int32) {
        self.descriptor = descriptor
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK else { return nil }
    }

    deinit { Self.letGo(of: descriptor) }

    /// Closes a file and ends its lock, also where a program that is just being started has a copy of the descriptor.
    static func letGo(of descriptor: Int32) {
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    /// Whether a name still leads to the file.
    package func isAt(_ path: String) -> Bool {
        FileIdentity(of: path).map { $0 == FileIdentity(of: descriptor) } ?? false
    }

    /// Whether a process that lives holds a file, this one included.
    ///
    /// Not to be asked of a store that this process has open: to close a file takes SQLite's own locks from it.
    package static func isHeld(_ path: String) -> Bool {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return false }
        defer { letGo(of: descriptor) }
        return flock(descriptor, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK
    }
}
