import Foundation
package import TVSimStructuredText

/// The output of a command in an unnamed file, so that a command never waits for a reader.
package struct CapturedOutput: ~Copyable {
    /// The most octets of a command's output that a report shows.
    private static let limit: off_t = 16 * 1024

    /// The file, for the streams of the command.
    package let descriptor: Int32

    /// Creates the file.
    ///
    /// - Throws: `CommandError` when the folder for temporary files cannot be written.
    package init() throws(CommandError) {
        let folder = FileManager.default.temporaryDirectory.path
        // `mkstemp` replaces the last six letters.
        var template = Array("\(folder)/tvsim-\(String(repeating: "X", count: 6))".utf8CString)
        descriptor = mkstemp(&template)
        guard descriptor >= 0 else {
            throw CommandError(.unwritable, "'\(folder)' cannot be written: \(String(cString: strerror(errno)))")
        }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        unlink(template)
    }

    /// The whole output as it was written.
    package func text() -> String {
        let size = lseek(descriptor, 0, SEEK_END)
        var bytes = [UInt8](repeating: 0, count: Int(max(0, size)))
        let count = pread(descriptor, &bytes, bytes.count, 0)
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }

    deinit { close(descriptor) }

    /// Returns the end of the output, without the last line breaks.
    package func end() -> String {
        let size = lseek(descriptor, 0, SEEK_END)
        let start = max(0, size - Self.limit)
        var bytes = [UInt8](repeating: 0, count: Int(max(0, size - start)))
        let count = pread(descriptor, &bytes, bytes.count, start)
        let text = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
        // A report has no place for colours (ECMA-48, "SGR"), and lines are indented by blanks.
        let plain = text.replacing(/\u{1B}\[[0-9;]*m/, with: "").replacing("\t", with: "    ")
        return (start > 0 ? "…" : "") + plain.trimmingCharacters(in: .newlines)
    }
}
