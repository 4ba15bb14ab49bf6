import Foundation

/// How SQLite is told which file is meant.
enum StoreAddress {
    /// A path that SQLite takes for nothing but a path.
    ///
    /// Where it was built to, it takes what begins with `file:` for a URI, and `:memory:` for no file at all.
    static func plain(_ path: String) -> String {
        path.hasPrefix("/") ? path : "./" + path
    }

    /// The URI of a file that is read without anything beside it.
    static func unchanging(_ path: String) -> String {
        let escaped = plain(path).addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? ""
        return "file:\(escaped)?immutable=1"
    }
}

/// A store whose folder cannot be written, and all of which is in its one file: it is read as it stands, since SQLite could
/// not make the companions there without which it reads nothing that may change.
///
/// Two that are equal tell of the same content.
struct UnchangingStore: Equatable {
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
