import Foundation
import Glibc
import StateStorage

/// Files that people name: read whole, and written whole or not at all.
package enum NamedFile {
    /// The largest file that is read: a device with years of history is smaller, and profiles, certificates and
    /// responses have limits of their own.
    package static let largest = 64 << 20

    /// Reads a file.
    ///
    /// `-` is standard input. Pipes are read to their end.
    ///
    /// - Throws: ``CommandError`` when there is no such file, it cannot be read or is too large to be meant.
    package static func read(_ path: String) throws(CommandError) -> [UInt8] {
        let descriptor = path == "-" ? CommandContext.current.input : open(path, O_RDONLY | O_CLOEXEC)
        let name = path == "-" ? "<stdin>" : "'\(path)'"
        guard descriptor >= 0 else {
            throw errno == ENOENT || errno == ENOTDIR
                ? missing(path)
                : CommandError(.inputOutput, "\(name) cannot be read: \(String(cString: strerror(errno)))")
        }
        defer { if path != "-" { close(descriptor) } }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            throw CommandError(.inputOutput, "\(name) cannot be read: \(String(cString: strerror(errno)))")
        }
        guard status.st_mode & S_IFMT != S_IFDIR else {
            throw path == "-"
                ? CommandError(.inputOutput, "<stdin> is a folder, not a file")
                : CommandError(.notFound, "'\(path)' is a folder, not a file")
        }
        return try readAll(descriptor, name, expecting: Int(status.st_size))
    }

    /// What errors call a file before they say what is wrong in it.
    package static func shown(_ path: String) -> String { path == "-" ? "<stdin>" : path }

    /// Refuses to read standard input twice: the second time there would be nothing left of it.
    ///
    /// - Throws: ``CommandError`` when it is more than one of the files.
    static func demandOneInput(_ paths: [String]) throws(CommandError) {
        guard paths.count(where: { $0 == "-" }) <= 1 else {
            throw CommandError(.invalid, "standard input is given twice")
        }
    }

    /// Says that there is no file of a name, which may be because the name is no text.
    static func missing(_ path: String, suggestion: String? = nil) -> CommandError {
        guard path.isGarbled else {
            return CommandError(.notFound, "there is no file '\(path)'", suggestion: suggestion)
        }
        return CommandError(
            .notFound, "there is no file '\(path)'; if its name is not UTF-8, it must be renamed to be found")
    }

    /// Refuses to write under a name that is no text, since what it would be written under is another one.
    ///
    /// - Throws: ``CommandError`` when the name was not UTF-8, or has the character that stands for what is not.
    package static func refuseGarbled(_ path: String) throws(CommandError) {
        guard path.isGarbled else { return }
        throw CommandError(.invalid, "'\(path)' cannot be written: its name is not UTF-8, and would be another one")
    }

    private static func readAll(
        _ descriptor: Int32, _ name: String, expecting size: Int
    ) throws(CommandError) -> [UInt8] {
        let tooLarge = CommandError(.malformed, "\(name) is larger than \(largest >> 20) MiB, more than is ever read")
        guard size <= largest else { throw tooLarge }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(size)
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = Glibc.read(descriptor, &chunk, chunk.count)
            if count == 0 { return bytes }
            guard count > 0 else {
                if errno == EINTR { continue }
                throw CommandError(.inputOutput, "\(name) cannot be read: \(String(cString: strerror(errno)))")
            }
            bytes.append(contentsOf: chunk[..<count])
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

    /// Writes a file through a temporary one beside it, so that nobody ever sees half of it.
    ///
    /// - Parameters:
    ///   - text: What is to stand in it.
    ///   - path: Its name.
    ///   - isPrivate: Whether the file is for this user alone, as keys and states are.
    ///   - inputs: Files that must stay as they are: what the text was made from.
    /// - Throws: ``CommandError`` when it cannot be written, or is one of the inputs; what was there before is then still
    ///   there.
    package static func write(
        _ text: String, to path: String, isPrivate: Bool = false, keeping inputs: [String] = []
    ) throws(CommandError) {
        let file = try PendingFile(path: path, isPrivate: isPrivate, keeping: inputs)
        try file.write(text)
        try file.commit()
    }
}
