import Foundation
import GRDB

extension StateError {
    /// Says what SQLite met in a store's file, and what helps where something does; other errors are as they are.
    static func reading(_ error: any Error, of path: String, writing: Bool) -> any Error {
        guard let error = error as? DatabaseError else { return error }
        let folder = StorePlace(of: path).folder
        return meaning(
            of: error, at: path, writing: writing, folder: troubleWriting(in: folder), isFull: isFull(folder))
    }

    /// Decides what an error of SQLite means.
    ///
    /// - Parameters:
    ///   - error: What SQLite says.
    ///   - path: The store's file.
    ///   - writing: Whether it was to be changed.
    ///   - folder: Why nothing can be written beside the file; `nil`: it can.
    ///   - isFull: Whether there is no room beside it.
    /// - Returns: What a person is told.
    static func meaning(
        of error: DatabaseError, at path: String, writing: Bool, folder: String?, isFull: Bool = false
    ) -> StateError {
        let code: Code = writing ? .unwritable : .unreadable
        let verb = writing ? "written" : "read"
        switch error.resultCode {
        case .SQLITE_NOTADB, .SQLITE_CORRUPT:
            return StateError(.notADevice, "'\(path)' is damaged or is not a device of tvsim")
        case .SQLITE_BUSY, .SQLITE_LOCKED:
            return StateError(.unwritable, "'\(path)' is held by another process that does not let go; try again")
        // Where the log finds no room, SQLite speaks of input and output.
        case let found where found == .SQLITE_FULL || isFull && found == .SQLITE_IOERR:
            return StateError(.unwritable, "'\(path)' cannot grow: the disk is full; nothing was changed")
        case .SQLITE_CANTOPEN where folder != nil, .SQLITE_READONLY where folder != nil:
            // Even who only reads shares two files beside the store with those who write.
            return StateError(
                code,
                "'\(path)' cannot be \(verb), since nothing can be written beside it (\(folder ?? "")); "
                    + "copy its folder to where that is possible")
        default:
            return StateError(code, "'\(path)' cannot be \(verb): \(error.message ?? "\(error.resultCode)")")
        }
    }

    private static func troubleWriting(in folder: String) -> String? {
        access(folder, W_OK) == 0 ? nil : String(cString: strerror(errno))
    }

    /// Whether there is less room than the companion takes that SQLite keeps beside every store.
    private static func isFull(_ folder: String) -> Bool {
        var facts = statvfs()
        return statvfs(folder, &facts) == 0 && facts.f_bavail * facts.f_frsize < 32 * 1024
    }
}
