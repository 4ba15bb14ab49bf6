import Foundation

extension DeviceLibrary {
    /// Returns a device as the text of an export.
    package func exported(_ name: String, creating: Bool) throws -> String {
        try DeviceDocument(of: try open(name, creating: creating)).text()
    }

    /// Replaces a device's state by an export, all or nothing; a device that is not there is made.
    ///
    /// - Throws: ``CommandError`` when the text is not an export that decodes; the device is then as it was, or still not
    ///   there.
    package func importDevice(_ name: String, text: String, source: String) throws {
        let document = try DeviceDocument(text: text, source: source)
        try document.replace(contentsOf: try open(name, creating: true))
    }
}

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
            throw CommandError(.unreadable, "'\(path)' cannot be read")
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
        let temporary = "\(path).\(getpid()).tmp"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw CommandError(.unwritable, "'\(path)' cannot be written: \(String(cString: strerror(errno)))")
        }
        var bytes = Array(text.utf8)[...]
        var trouble: Int32 = 0
        while !bytes.isEmpty, trouble == 0 {
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 { bytes = bytes.dropFirst(count) } else if errno != EINTR { trouble = errno }
        }
        if trouble == 0, fsync(descriptor) != 0, errno != EINVAL { trouble = errno }
        close(descriptor)
        if trouble == 0, rename(temporary, path) != 0 { trouble = errno }
        guard trouble == 0 else {
            unlink(temporary)
            throw CommandError(.unwritable, "'\(path)' cannot be written: \(String(cString: strerror(trouble)))")
        }
    }
}
