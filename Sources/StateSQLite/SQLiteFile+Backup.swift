import Foundation
import GRDB
import TVSimStateStorage

extension SQLiteFile {
    /// Copies the file to a new one, with the changes that are still in the write-ahead log.
    ///
    /// The copy gets its name when it is complete and on the disk.
    ///
    /// - Parameter copy: The path of the new file.
    /// - Throws: ``StateError`` if the file cannot be read, or a file of that name exists or cannot be written.
    func backUp(to copy: String) throws {
        let draft = "\(StoreFiles.folder(of: copy))/.\((copy as NSString).lastPathComponent).\(getpid()).new"
        defer { StoreFiles.unlinkAll(draft) }
        try withConnection { source in
            try Self.translatingErrors(of: copy, writing: true) {
                try Self.makePrivate(draft, namedAs: copy)
                let target = try DatabaseQueue(path: draft)
                try source.backup(to: target)
                // The copy is one file: its log is written back, and closing removes it.
                _ = try target.writeWithoutTransaction { try $0.checkpoint(.truncate) }
                try target.close()
            }
        }
        let descriptor = open(draft, O_RDONLY | O_CLOEXEC)
        let isOnDisk = descriptor >= 0 && fsync(descriptor) == 0
        if descriptor >= 0 { close(descriptor) }
        // Unlike `rename`, `link` replaces no file.
        guard isOnDisk, link(draft, copy) == 0 else { throw Self.unwritable(copy) }
        try StoreFiles.syncFolder(of: copy)
    }
}
