import Foundation
import Glibc

/// Files that people name: read whole, and written whole or not at all.
package enum NamedFile {
    /// The largest file that is read: a device with years of history is smaller, and profiles, certificates and
    /// responses have limits of their own.
    static let largest = 64 << 20

    /// Reads a file.
    ///
    /// `-` is standard input. Pipes are read to their end.
    ///
    /// - Throws: ``CommandError`` when there is no such file, it cannot be read or is too large to be meant.
    package static func read(_ path: String) throws(CommandError) -> [UInt8] {
        let descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
        let name = path == "-" ? "<stdin>" : "'\(path)'"
        guard descriptor >= 0 else {
            throw errno == ENOENT || errno == ENOTDIR
                ? CommandError(.notFound, "there is no file '\(path)'")
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
            throw CommandError(.malformed, "\(path == "-" ? "<stdin>" : path): the text is not UTF-8")
        }
        return text
    }

    /// Writes a file through a temporary one beside it, so that nobody ever sees half of it.
    ///
    /// - Parameters:
    ///   - text: What is to stand in it.
    ///   - path: Its name.
    ///   - isPrivate: Whether a new file is for this user alone, as keys and states are.
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

/// A file that appears whole, or not at all.
package final class PendingFile {
    private let path: String
    private let temporary: String
    private let descriptor: Int32
    private let isInPlace: Bool
    private var isCommitted = false

    /// Begins a file.
    ///
    /// - Parameters:
    ///   - given: Its name.
    ///   - isPrivate: Whether a new file is for this user alone; else the mask of the process says for whom.
    ///   - inputs: Files that must stay as they are; `-` is standard input.
    /// - Throws: ``CommandError`` when its folder cannot be written, or it is one of the inputs.
    package init(
        path given: String, isPrivate: Bool = false, keeping inputs: [String] = []
    ) throws(CommandError) {
        // A link stays a link: what it points to is replaced.
        let path =
            realpath(given, nil).map { resolved in
                defer { free(resolved) }
                return String(cString: resolved)
            } ?? given
        self.path = path
        var status = stat()
        let exists = stat(path, &status) == 0
        let kind = exists ? status.st_mode & S_IFMT : S_IFREG
        guard kind != S_IFDIR else { throw CommandError(.unwritable, "'\(given)' is a folder, not a file") }
        // A terminal, a pipe or /dev/null is written to; it must never be replaced by a file.
        isInPlace = kind != S_IFREG
        if exists, !isInPlace, inputs.contains(where: { Self.leads($0, to: status) }) {
            throw CommandError(.invalid, "'\(given)' is what is read here, and would be lost: name another file")
        }
        temporary = isInPlace ? path : "\(path).\(getpid()).tmp"
        let creating = isInPlace ? 0 : O_CREAT | O_TRUNC
        descriptor = open(temporary, O_WRONLY | O_CLOEXEC | creating, isPrivate ? 0o600 : 0o666)
        guard descriptor >= 0 else { throw Self.trouble(given, errno) }
        // Who could read the file before can read it afterwards.
        if exists, !isInPlace { fchmod(descriptor, status.st_mode & 0o777) }
    }

    /// Adds text.
    package func write(_ text: String) throws(CommandError) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                bytes = bytes.dropFirst(count)
            } else if errno != EINTR {
                throw Self.trouble(path, errno)
            }
        }
    }

    /// Puts the file in its place, on the disk.
    package func commit() throws(CommandError) {
        if !isInPlace {
            guard fsync(descriptor) == 0, rename(temporary, path) == 0 else { throw Self.trouble(path, errno) }
        }
        isCommitted = true
    }

    deinit {
        close(descriptor)
        if !isCommitted, !isInPlace { unlink(temporary) }
    }

    /// Whether a path leads to a file, by whichever links.
    private static func leads(_ path: String, to file: stat) -> Bool {
        var status = stat()
        guard (path == "-" ? fstat(STDIN_FILENO, &status) : stat(path, &status)) == 0 else { return false }
        return status.st_dev == file.st_dev && status.st_ino == file.st_ino
    }

    private static func trouble(_ path: String, _ code: Int32) -> CommandError {
        CommandError(.unwritable, "'\(path)' cannot be written: \(String(cString: strerror(code)))")
    }
}
