import Foundation
package import SimulatedWorld

/// Files that people name, read as a whole and written as a whole.
package enum NamedFile {
    /// The largest file that is read, in bytes; a device with years of history is smaller.
    package static let largest = 64 << 20

    /// Reads a file; `-` is standard input.
    ///
    /// - Throws: ``CommandError`` when the file is missing, cannot be read or is larger than ``largest``.
    package static func read(_ path: String) throws(CommandError) -> [UInt8] {
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
        let tooLarge = CommandError(.malformed, "\(name) is larger than \(largest >> 20) MiB, more than is ever read")
        guard status.st_size <= largest else { throw tooLarge }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = Glibc.read(descriptor, &chunk, chunk.count)
            if count == 0 { return bytes }
            guard count > 0 || errno == EINTR else { throw unreadable(name) }
            bytes.append(contentsOf: chunk.prefix(count))
            guard bytes.count <= largest else { throw tooLarge }
        }
    }

    /// Reads a file that must be UTF-8.
    package static func readText(_ path: String) throws(CommandError) -> String {
        guard let text = String(validating: try read(path), as: UTF8.self) else {
            throw CommandError(.malformed, "\(shown(path)): the text is not UTF-8")
        }
        return text
    }

    /// The name of a file at the beginning of an error about its content.
    package static func shown(_ path: String) -> String { path == "-" ? "<stdin>" : path }

    /// Throws ``CommandError`` when several of the files are standard input, which can be read only once.
    package static func demandOneInput(_ paths: [String]) throws(CommandError) {
        guard paths.count(where: { $0 == "-" }) <= 1 else {
            throw CommandError(.invalid, "standard input is given twice")
        }
    }

    /// The error for a missing file.
    package static func missing(_ path: String, suggestion: String? = nil) -> CommandError {
        CommandError(.notFound, "there is no file '\(path)'", suggestion: suggestion)
    }

    private static func unreadable(_ name: String) -> CommandError {
        CommandError(.inputOutput, "\(name) cannot be read: \(String(cString: strerror(errno)))")
    }

    /// Writes a file as a whole.
    ///
    /// - Parameters:
    ///   - text: The content.
    ///   - path: The file's path.
    ///   - isPrivate: Whether only this user may read the file, as with keys and states.
    ///   - inputs: Files that must not be overwritten, because the text was made from them.
    /// - Throws: ``CommandError`` when it cannot be written, or is one of the inputs; the old file is then as it was.
    package static func write(
        _ text: String, to path: String, isPrivate: Bool = false, keeping inputs: [String] = []
    ) throws(CommandError) {
        let file = try PendingFile(path: path, isPrivate: isPrivate, keeping: inputs)
        try file.write(text)
        try file.commit()
    }
}
