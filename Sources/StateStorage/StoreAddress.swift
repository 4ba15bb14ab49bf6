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
