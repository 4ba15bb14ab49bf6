import Foundation

/// The device and inode of a file, which show whether its path still leads to it.
package struct FileIdentity: Equatable, Sendable {
    let device: UInt64
    let inode: UInt64

    /// Reads the identity of a file; `nil` if the file does not exist.
    ///
    /// - Throws: ``StateError`` if that cannot be established, for example because of the permissions of a
    ///   directory.
    package init?(of path: String) throws(StateError) {
        var status = stat()
        guard stat(path, &status) == 0 else {
            guard errno != ENOENT else { return nil }
            throw StateError(.unreadable, "'\(path)' cannot be opened: \(String(cString: strerror(errno)))")
        }
        (device, inode) = (UInt64(status.st_dev), UInt64(status.st_ino))
    }
}
