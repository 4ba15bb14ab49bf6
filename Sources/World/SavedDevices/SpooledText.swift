import Foundation
import TVSimStateStorage
package import TVSimStructuredText

/// A text that is written piece by piece, and then read piece by piece: in memory while it is short, else in a file.
///
/// The file is temporary and has no name, so it ends with the value or with the process.
package final class SpooledText: Sendable {
    /// The length of the text in UTF-8 bytes.
    package let length: Int
    private let kept: [UInt8]
    /// The file; -1 if the whole text is in `kept`.
    private let descriptor: Int32

    /// The size of the largest text that stays in memory, and of the parts that are written to a file, in bytes.
    private static let part = 1 << 20
    /// The size of the largest piece that is returned, in bytes.
    private static let piece = 1 << 16

    /// The text while it is written.
    package struct Writer {
        fileprivate var length = 0
        fileprivate var kept: [UInt8] = []
        fileprivate var descriptor: Int32 = -1

        /// Appends text.
        ///
        /// - Throws: `CommandError` if it cannot be written, for example because the disk is full.
        package mutating func append(_ text: String) throws(CommandError) {
            kept.append(contentsOf: text.utf8)
            length += text.utf8.count
            if kept.count > SpooledText.part { try flush() }
        }

        fileprivate mutating func flush() throws(CommandError) {
            if descriptor < 0 { descriptor = try SpooledText.unnamedFile() }
            guard AtomicFile.write(kept, to: descriptor) else { throw SpooledText.failure("written") }
            kept.removeAll(keepingCapacity: true)
        }
    }

    /// Creates a text.
    ///
    /// - Parameter write: Writes the text.
    /// - Throws: `CommandError` if the text cannot be written, and what the closure throws.
    package init(_ write: (inout Writer) throws -> Void) throws {
        var writer = Writer()
        do {
            try write(&writer)
            if writer.descriptor >= 0 { try writer.flush() }
        } catch {
            if writer.descriptor >= 0 { close(writer.descriptor) }
            throw error
        }
        (length, kept, descriptor) = (writer.length, writer.kept, writer.descriptor)
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Returns a piece of the text.
    ///
    /// - Parameter offset: The position in UTF-8 bytes: 0, or where the piece before ended.
    /// - Returns: The text from the position, up to 64 KiB; an empty text at the end.
    /// - Throws: `CommandError` if the text cannot be read.
    package func piece(at offset: Int) throws(CommandError) -> String {
        let count = min(Self.piece, length - offset)
        guard count > 0 else { return "" }
        var bytes = descriptor < 0 ? Array(kept[offset..<(offset + count)]) : try read(count, at: offset)
        if offset + count < length {
            // A character of several bytes at the end belongs to the next piece.
            while let last = bytes.last, last >= 0x80 {
                bytes.removeLast()
                if last >= 0xC0 { break }
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Calls a closure with one piece after the other.
    package func forEachPiece(_ body: (String) throws -> Void) throws {
        var offset = 0
        while case let piece = try piece(at: offset), !piece.isEmpty {
            try body(piece)
            offset += piece.utf8.count
        }
    }

    private func read(_ count: Int, at offset: Int) throws(CommandError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var done = 0
        while done < count {
            let read = bytes.withUnsafeMutableBytes { bytes in
                pread(descriptor, bytes.baseAddress.map { $0 + done }, count - done, off_t(offset + done))
            }
            if read < 0, errno == EINTR { continue }
            guard read > 0 else { throw Self.failure("read") }
            done += read
        }
        return bytes
    }

    private static func unnamedFile() throws(CommandError) -> Int32 {
        let folder = FileManager.default.temporaryDirectory.path
        var path = Array("\(folder)/tvsim-\(String(repeating: "X", count: 6))".utf8CString)
        let descriptor = mkstemp(&path)
        guard descriptor >= 0 else { throw failure("created") }
        unlink(path)
        // A program that this process starts must not keep the file.
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        return descriptor
    }

    private static func failure(_ verb: String) -> CommandError {
        CommandError(.inputOutput, "a temporary file cannot be \(verb): \(String(cString: strerror(errno)))")
    }
}
