import Foundation

/// When and how large a store's file was that is read as it stands, because it or its folder cannot be written: SQLite could
/// not make the companions there without which it reads nothing that may change, or would leave some that cannot be written
/// either.
///
/// Two stamps that are equal tell of the same content.
struct ImmutableFileStamp: Equatable {
    private let size: Int
    private let changed: [Int]

    /// Looks at a store; `nil`: it is read as others are, since companions can be made, or one is there with changes that
    /// are not in the file yet.
    init?(at path: String) {
        let place = StorePlace(of: path)
        var facts = stat()
        guard access(place.folder, W_OK) != 0 || access(place.file, W_OK) != 0, stat(place.file, &facts) == 0 else {
            return nil
        }
        var log = stat()
        guard stat(place.file + "-wal", &log) != 0 || log.st_size == 0 else { return nil }
        size = Int(facts.st_size)
        changed = [facts.st_mtim.tv_sec, facts.st_mtim.tv_nsec]
    }
}

/// Where a store's file is, behind any links on the way: SQLite keeps the companions there.
struct StorePlace {
    let file: String
    let folder: String

    init(of path: String) {
        let resolved = realpath(path, nil)
        defer { free(resolved) }
        let file = resolved.map { String(cString: $0) } ?? path
        self.file = file
        folder = file.lastIndex(of: "/").map { String(file[...$0]) } ?? "."
    }
}
