import Foundation
package import TVSimStructuredText

/// Reads and writes whole files whose paths come from the command line.
package enum NamedFile {
    /// The size of the largest file that can be read unless a command says otherwise, in bytes.
    package static let largest = 64 << 20

    /// Reads a file, or standard input if the path is `-`.
    ///
    /// - Throws: `CommandError` when the file is missing, cannot be read or is larger than `largest`.
    package static func read(_ path: String, upTo largest: Int = largest) throws(CommandError) -> [UInt8] {
        let descriptor = path == "-" ? CommandContext.current.input : open(path, O_RDONLY | O_CLOEXEC)
        let name = path == "-" ? "<stdin>" : "'\(path)'"
        guard descriptor >= 0 else {
            throw errno == ENOENT || errno == ENOTDIR ? missing(path) : unreadable(name)
        }
        defer { if path != "-" { close(descriptor) } }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw unreadable(name) }
        guard status.st_mode & S_IFMT != S_IFDIR else {
            throw CommandError(path == "-" ? .inputOutput : .notFound, "\(name) is a folder, not a file")
        }
        let tooLarge = CommandError(.malformed, "\(name) exceeds the limit of \(largest >> 20) MiB")
        guard status.st_size <= largest else { throw tooLarge }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = Glibc.read(descriptor, &chunk, chunk.count)
            if count == 0 { return bytes }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw unreadable(name) }
            bytes.append(contentsOf: chunk.prefix(count))
            guard bytes.count <= largest else { throw tooLarge }
        }
    }

    /// Returns whether a path leads to a regular file.
    ///
    /// A command that looks through a folder reads only such files, because a named pipe in it would keep the command
    /// waiting.
    package static func isRegular(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// Returns the text of a UTF-8 file, or of standard input if the path is `-`.
    ///
    /// - Throws: `CommandError` when the file cannot be read or is not UTF-8.
    package static func readText(_ path: String, upTo largest: Int = largest) throws(CommandError) -> String {
        guard let text = String(validating: try read(path, upTo: largest), as: UTF8.self) else {
            throw CommandError(.malformed, "\(shown(path)): the text is not UTF-8")
        }
        return text
    }

    /// Returns the name of a file for an error message: its path, or `<stdin>` for `-`.
    package static func shown(_ path: String) -> String { path == "-" ? "<stdin>" : path }

    /// Throws `CommandError` if more than one path is `-`, because standard input can be read only once.
    package static func demandOneInput(_ paths: [String]) throws(CommandError) {
        guard paths.count(where: { $0 == "-" }) <= 1 else {
            throw CommandError(.invalid, "'-' (standard input) can be used only once")
        }
    }

    /// Returns the error for a missing file.
    package static func missing(_ path: String, suggestion: String? = nil) -> CommandError {
        CommandError(.notFound, "file '\(path)' not found", suggestion: suggestion)
    }

    private static func unreadable(_ name: String) -> CommandError {
        CommandError(.inputOutput, "\(name) cannot be read: \(String(cString: strerror(errno)))")
    }

    /// Writes a whole file; a regular one atomically.
    ///
    /// - Parameters:
    ///   - text: The content.
    ///   - path: The file's path.
    ///   - isPrivate: Whether only this user may read the file, for example for keys and exported devices.
    ///   - inputs: The files that the text was created from, which must not be overwritten.
    /// - Throws: `CommandError` when the file cannot be written, or is one of the inputs. An existing file is unchanged
    ///   then.
    package static func write(
        _ text: String, to path: String, isPrivate: Bool = false, keeping inputs: [String] = []
    ) throws(CommandError) {
        let file = try PendingFile(path: path, isPrivate: isPrivate, keeping: inputs)
        try file.write(text)
        try file.commit()
    }
}
