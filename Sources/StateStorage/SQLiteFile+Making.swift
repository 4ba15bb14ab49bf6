import Foundation
import GRDB

extension SQLiteFile {
    /// Makes a store whole under a hidden name, and links it to its own.
    ///
    /// Of several processes that make the same one each finds a whole store: SQLite does not wait for others while it
    /// switches a new file to its log, however long it is told to.
    ///
    /// - Parameters:
    ///   - path: Its name.
    ///   - fill: What it is to hold; without it the store is empty.
    /// - Returns: `false` when there is one of that name already.
    /// - Throws: ``StateError`` when it cannot be made, and what `fill` throws.
    static func make(
        _ path: String, _ fill: (any StateWriting) throws -> Void = { _ in }
    ) throws -> Bool {
        try draft(of: path, fill).publish()
    }

    /// Makes a store that belongs to this process as long as it lives.
    ///
    /// - Parameters:
    ///   - path: Its name.
    ///   - fill: What it is to hold.
    /// - Returns: What holds it; `nil` when there is one of that name already.
    /// - Throws: ``StateError`` when it cannot be made, and what `fill` throws.
    static func makeHeld(_ path: String, _ fill: (any StateWriting) throws -> Void) throws -> FileHold? {
        try draft(of: path, fill).publishHeld()
    }

    private static func draft(of path: String, _ fill: (any StateWriting) throws -> Void) throws -> StoreDraft {
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        try FolderNames.make(folder)
        let draft = try StoreDraft(of: path)
        do {
            let file = OpenedFile(
                queue: try queue(draft.path, isUnchanging: false), identity: nil)
            try migrate(file.queue, path: path, isNew: true)
            try file.queue.writeWithoutTransaction { _ = try transaction(in: $0, of: file, fill) }
            try finish(file.queue)
        } catch {
            throw StateError.reading(error, of: path, writing: true)
        }
        return draft
    }

    /// Brings everything from the log into the file, and closes it.
    ///
    /// Closing alone does that too, but says nothing when the disk is full: half a store would be taken for a whole one.
    private static func finish(_ queue: DatabaseQueue) throws {
        try queue.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
        try queue.close()
    }
}
