package import Foundation

/// A file that is written completely or not at all.
///
/// The text is written to a temporary file in the same directory. ``commit()`` renames it to the file's name. A process
/// that is killed before that leaves the temporary file behind and the old file unchanged.
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
    ///   - mode: The file's permissions, before the process's umask is applied.
    /// - Throws: ``StateError`` if the temporary file cannot be created.
    package init(path: String, mode: mode_t) throws(StateError) {
        self.path = path
        temporary = "\(path).\(getpid()).tmp"
        // A killed process with the same process identifier may have left a temporary file.
        unlink(temporary)
        descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw Self.failure(path) }
    }

    /// Replaces the permissions of the file.
    package func setMode(_ mode: mode_t) { fchmod(descriptor, mode) }

    /// Appends text.
    ///
    /// - Throws: ``StateError`` if the text cannot be written, for example because the disk is full.
    package func write(_ text: String) throws(StateError) {
        guard Self.write(Array(text.utf8), to: descriptor) else { throw Self.failure(path) }
    }

    /// Renames the temporary file; when this returns, content and name are durable.
    ///
    /// - Throws: ``StateError`` if syncing or renaming fails. If the rename did not happen, the old file is unchanged.
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

    /// Writes all bytes to an open file; returns `false` with the reason in `errno` if a write fails.
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
