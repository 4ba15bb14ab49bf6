import Foundation
import Glibc

/// Files that people name: read whole, and written whole or not at all.
package enum NamedFile {
    /// Reads a file; `-` is standard input.
    ///
    /// - Throws: ``CommandError`` when there is no such file or it cannot be read.
    package static func read(_ path: String) throws(CommandError) -> [UInt8] {
        if path == "-" {
            let data = try? FileHandle.standardInput.readToEnd()
            return [UInt8](data ?? Data())
        }
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw CommandError(.notFound, "there is no file '\(path)'")
        }
        guard !isFolder.boolValue else { throw CommandError(.notFound, "'\(path)' is a folder, not a file") }
        guard let data = FileManager.default.contents(atPath: path) else {
            throw CommandError(.inputOutput, "'\(path)' cannot be read")
        }
        return [UInt8](data)
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
    /// - Throws: ``CommandError`` when it cannot be written; what was there before is then still there.
    package static func write(_ text: String, to path: String) throws(CommandError) {
        let file = try PendingFile(path: path)
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
    /// - Throws: ``CommandError`` when its folder cannot be written.
    package init(path: String) throws(CommandError) {
        self.path = path
        var status = stat()
        let kind = stat(path, &status) == 0 ? status.st_mode & S_IFMT : S_IFREG
        guard kind != S_IFDIR else { throw CommandError(.unwritable, "'\(path)' is a folder, not a file") }
        // A terminal, a pipe or /dev/null is written to; it must never be replaced by a file.
        isInPlace = kind != S_IFREG
        temporary = isInPlace ? path : "\(path).\(getpid()).tmp"
        let creating = isInPlace ? 0 : O_CREAT | O_TRUNC
        descriptor = open(temporary, O_WRONLY | O_CLOEXEC | creating, 0o600)
        guard descriptor >= 0 else { throw Self.trouble(path, errno) }
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

    private static func trouble(_ path: String, _ code: Int32) -> CommandError {
        CommandError(.unwritable, "'\(path)' cannot be written: \(String(cString: strerror(code)))")
    }
}
