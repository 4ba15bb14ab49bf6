import Foundation

/// When and how large a store's file was that is read as it stands, because its folder cannot be written: SQLite could not
/// make the companions there without which it reads nothing that may change.
///
/// Two stamps that are equal tell of the same content.
struct ImmutableFileStamp: Equatable {
    private let size: Int
    private let changed: [Int]

    /// Looks at a store; `nil`: it is read as others are, since companions can be made, or one is there with changes that
    /// are not in the file yet.
    init?(at path: String) {
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        var facts = stat()
        guard access(folder, W_OK) != 0, stat(path, &facts) == 0 else { return nil }
        var log = stat()
        guard stat(path + "-wal", &log) != 0 || log.st_size == 0 else { return nil }
        size = Int(facts.st_size)
        changed = [facts.st_mtim.tv_sec, facts.st_mtim.tv_nsec]
    }
}
