package import Foundation

/// A file that is written whole or not at all.
///
/// The text goes into a temporary file in the same folder, which takes the file's name in ``commit()``. A process that is
/// killed before that leaves the temporary file, and the old file as it was.
package final class AtomicFile {
    /// The file's path.
    package let path: String
    private let temporary: String
    private let descriptor: Int32
    private var isCommitted = false

    /// Creates the temporary file.
    ///
    /// - Parameters:
    ///   - path: The file's path.
    ///   - mode: The file's permissions, from which the process's mask takes some away.
    /// - Throws: ``StateError`` when the folder cannot be written.
    package init(path: String, mode: mode_t) throws(StateError) {
        self.path = path
        temporary = "\(path).\(getpid()).tmp"
        // A killed process with the same identifier may have left one.
        unlink(temporary)
        descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw Self.failure(path) }
    }

    /// Replaces the permissions of the file.
    package func setMode(_ mode: mode_t) { fchmod(descriptor, mode) }

    /// Appends text.
    ///
    /// - Throws: ``StateError`` when it cannot be written, for example because the disk is full.
    package func write(_ text: String) throws(StateError) {
        guard Self.write(Array(text.utf8), to: descriptor) else { throw Self.failure(path) }
    }

    /// Gives the file its name; content and name survive a power cut when this returns.
    ///
    /// - Throws: ``StateError`` when the disk or the folder refuses; the old file is then as it was.
    package func commit() throws(StateError) {
        guard fsync(descriptor) == 0, rename(temporary, path) == 0 else { throw Self.failure(path) }
        isCommitted = true
        try StoreFiles.syncFolder(of: path)
    }

    deinit {
        guard descriptor >= 0 else { return }
        if !isCommitted { unlink(temporary) }
        close(descriptor)
    }

    /// Writes all bytes to an open file; returns `false`, with the reason in `errno`, when that fails.
    package static func write(_ bytes: some Collection<UInt8>, to descriptor: Int32) -> Bool {
        var rest = Array(bytes)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 || errno == EINTR else { return false }
            rest = rest.dropFirst(max(0, count))
        }
        return true
    }

    private static func failure(_ path: String) -> StateError {
        StateError(.unwritable, "'\(path)' cannot be written: \(String(cString: strerror(errno)))")
    }
}
