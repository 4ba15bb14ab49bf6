import Foundation
import Glibc

/// Links that somebody else has put where everybody may put files, such as `/tmp`, in the hope that they are written through.
///
/// Linux does not follow them (`fs.protected_symlinks`), but only for whom opens them by name: a file that is replaced as a
/// whole is found by reading the link, and is then nobody's link any more.
package enum PlantedLink {
    /// Whether such a link is on the way from a path over links to what is no link: only the last components are looked at,
    /// as the system does.
    package static func isOnWay(from path: String) -> Bool {
        var path = path
        for _ in 0..<40 {
            if stands(at: path) { return true }
            guard let next = try? FileManager.default.destinationOfSymbolicLink(atPath: path) else { return false }
            let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
            path = next.hasPrefix("/") ? next : folder + next
        }
        return false
    }

    /// Whether such a link stands at a path; nothing, or anything else that stands there, is none.
    package static func stands(at path: String) -> Bool {
        var link = stat()
        guard lstat(path, &link) == 0, link.st_mode & S_IFMT == S_IFLNK, link.st_uid != geteuid() else { return false }
        var folder = stat()
        let slash = path.lastIndex(of: "/")
        guard stat(slash.map { String(path[...$0]) } ?? ".", &folder) == 0 else { return false }
        let isForEverybody = folder.st_mode & S_ISVTX != 0 && folder.st_mode & S_IWOTH != 0
        return isForEverybody && link.st_uid != folder.st_uid
    }
}
