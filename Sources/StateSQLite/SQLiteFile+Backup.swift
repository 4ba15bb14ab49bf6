import Foundation
import GRDB
import TVSimStateStorage

extension SQLiteFile {
    /// The end of the name of an incomplete copy, `.NAME.PROCESS.tvsim-backup`.
    private static let draftEnding = ".tvsim-backup"

    /// Copies the file to a new one, with the changes that are still in the write-ahead log.
    ///
    /// The copy gets its name when it is complete and on the disk. Incomplete copies of processes that were killed are
    /// removed from its directory.
    ///
    /// - Parameter copy: The path of the new file.
    /// - Throws: ``StateError`` if the file cannot be read, or a file of that name exists or cannot be written.
    func backUp(to copy: String) throws {
        let folder = StoreFiles.folder(of: copy)
        let draft = "\(folder)/.\((copy as NSString).lastPathComponent).\(getpid())\(Self.draftEnding)"
        // A missing directory is the error of the copy.
        guard access(folder, F_OK) == 0 else { throw Self.unwritable(copy) }
        let descriptor = try StoreFiles.holding(copy) {
            Self.removeAbandonedDrafts(in: folder)
            return try Self.makeDraft(draft, of: copy)
        }
        defer {
            Self.removeDraft(draft)
            close(descriptor)
        }
        try withConnection { source in
            try Self.translatingErrors(of: copy, writing: true) {
                let target = try DatabaseQueue(path: draft)
                try source.backup(to: target)
                // The copy is one file: its log is written back, and closing removes it.
                _ = try target.writeWithoutTransaction { try $0.checkpoint(.truncate) }
                try target.close()
            }
        }
        // Unlike `rename`, `link` replaces no file.
        guard fsync(descriptor) == 0, link(draft, copy) == 0 else { throw Self.unwritable(copy) }
        try StoreFiles.syncFolder(of: copy)
    }

    /// Makes an empty draft, and locks it for as long as the returned descriptor is open.
    ///
    /// The lock ends with the process. It is none of those that SQLite uses.
    private static func makeDraft(_ draft: String, of copy: String) throws -> Int32 {
        let descriptor = open(draft, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw unwritable(copy) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            defer { close(descriptor) }
            throw unwritable(copy)
        }
        return descriptor
    }

    /// Removes the drafts in a directory that no process has locked, while the caller holds the directory.
    private static func removeAbandonedDrafts(in folder: String) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        for name in names where name.hasPrefix(".") && name.hasSuffix(draftEnding) {
            let draft = "\(folder)/\(name)"
            let descriptor = open(draft, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
            guard descriptor >= 0 else { continue }
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { removeDraft(draft) }
            close(descriptor)
        }
    }

    private static func removeDraft(_ draft: String) {
        StoreFiles.unlinkAll(draft)
        unlink(draft + "-journal")
    }
}
