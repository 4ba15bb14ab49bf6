import Foundation
package import TVSimStructuredText

/// A file that a command writes.
///
/// A regular file is replaced atomically. Writes to a character device, a pipe or an inherited descriptor are
/// immediate.
package final class PendingFile {
    private let path: String
    private let destination: Destination

    private enum Destination {
        case file(AtomicFile)
        case stream(FileHandle)
    }

    /// Opens a file for writing.
    ///
    /// - Parameters:
    ///   - given: The path. If it is a symbolic link, the link's target is replaced.
    ///   - isPrivate: Whether only this user may read the file. Otherwise a new file gets the permissions of the
    ///     process's umask, and an existing file keeps its permissions.
    ///   - inputs: The files that the text is created from, which must not be overwritten; `-` is standard input.
    /// - Throws: `CommandError` when the file cannot be written, or is one of the inputs.
    package init(path given: String, isPrivate: Bool = false, keeping inputs: [String] = []) throws(CommandError) {
        path = given
        var status = stat()
        let exists = stat(given, &status) == 0
        let kind = exists ? status.st_mode & S_IFMT : S_IFREG
        guard kind != S_IFDIR else { throw CommandError(.unwritable, "'\(given)' is a folder, not a file") }
        if Self.appearsWhole(given) {
            if exists, inputs.contains(where: { Self.leads($0, to: status) }) {
                throw CommandError(
                    .invalid,
                    "'\(given)' is an input of this command and would be overwritten: choose another output file")
            }
            let file = try Self.writing { () throws(StateError) in
                try AtomicFile(path: given.resolvedPath ?? given, mode: isPrivate ? 0o600 : 0o666)
            }
            if exists { file.setMode(status.st_mode & (isPrivate ? 0o700 : 0o777)) }
            destination = .file(file)
        } else {
            let descriptor =
                Self.inheritedDescriptor(given).map { fcntl($0, F_DUPFD_CLOEXEC, 3) }
                ?? open(given, O_WRONLY | O_CLOEXEC)
            guard descriptor >= 0 else { throw Self.failure(given) }
            destination = .stream(FileHandle(fileDescriptor: descriptor, closeOnDealloc: true))
        }
    }

    /// Returns whether a path names a regular or missing file, which is replaced atomically.
    package static func appearsWhole(_ path: String) -> Bool {
        guard inheritedDescriptor(path) == nil else { return false }
        var status = stat()
        return stat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG
    }

    /// Appends text.
    ///
    /// - Throws: `CommandError` when it cannot be written.
    package func write(_ text: String) throws(CommandError) {
        switch destination {
        case .file(let file):
            try Self.writing { () throws(StateError) in try file.write(text) }
        case .stream(let handle):
            guard AtomicFile.write(text.utf8, to: handle.fileDescriptor) else { throw Self.failure(path) }
        }
    }

    /// Returns whether both will replace the same file.
    package func isNamed(as other: PendingFile) -> Bool {
        guard case .file(let file) = destination, case .file(let otherFile) = other.destination else { return false }
        func absolute(_ path: String) -> String { URL(fileURLWithPath: path).standardizedFileURL.path }
        return absolute(file.path).utf8.elementsEqual(absolute(otherFile.path).utf8)
    }

    /// Synchronizes a regular file to disk and moves it to its path.
    ///
    /// - Throws: `CommandError` when this fails.
    package func commit() throws(CommandError) {
        guard case .file(let file) = destination else { return }
        try Self.writing { () throws(StateError) in try file.commit() }
    }

    /// Returns the descriptor of this process that a path such as `/dev/stdout` names; `nil` for other paths.
    ///
    /// Opening the path again would start at position 0 and overwrite earlier output.
    private static func inheritedDescriptor(_ path: String) -> Int32? {
        switch path {
        case "/dev/stdout": STDOUT_FILENO
        case "/dev/stderr": STDERR_FILENO
        default: path.hasPrefix("/dev/fd/") ? Int32(path.dropFirst("/dev/fd/".count)) : nil
        }
    }

    private static func leads(_ path: String, to file: stat) -> Bool {
        var status = stat()
        guard (path == "-" ? fstat(CommandContext.current.input, &status) : stat(path, &status)) == 0 else {
            return false
        }
        return status.st_dev == file.st_dev && status.st_ino == file.st_ino
    }

    private static func writing<Result>(_ body: () throws(StateError) -> Result) throws(CommandError) -> Result {
        do {
            return try body()
        } catch {
            throw CommandError(.unwritable, error.description)
        }
    }

    private static func failure(_ path: String) -> CommandError {
        CommandError(.unwritable, "'\(path)' cannot be written: \(String(cString: strerror(errno)))")
    }
}
