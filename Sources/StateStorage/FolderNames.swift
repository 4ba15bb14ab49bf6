import Foundation

/// The names in folders, which are on the disk when the folder is, and not when the file is that has the name.
package enum FolderNames {
    /// Brings the names in a file's folder to the disk, where one was given or taken away.
    ///
    /// A folder that this process may change but not read, or whose file system cannot do so, is left to the system.
    ///
    /// - Throws: ``StateError`` when the disk refuses.
    package static func settle(around path: String) throws(StateError) {
        let folder = folder(of: path)
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        guard fsync(descriptor) != 0, errno != EINVAL, errno != ENOTSUP else { return }
        throw StateError(
            .unwritable, "the folder '\(folder)' cannot be written: \(String(cString: strerror(errno)))")
    }

    /// Makes a folder for this user alone, with those on the way to it; one that is there is as good.
    ///
    /// - Throws: ``StateError`` when it cannot be made.
    static func make(_ path: String) throws(StateError) {
        var made: [String] = []
        var place = path
        while place != ".", place != "", !FileManager.default.fileExists(atPath: place) {
            made.append(place)
            place = folder(of: place)
        }
        guard !made.isEmpty else { return }
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            let reason = (error as NSError).userInfo[NSUnderlyingErrorKey] as? POSIXError
            throw StateError(
                .unwritable,
                "the folder '\(path)' cannot be created"
                    + (reason.map { ": " + String(cString: strerror(Int32($0.errorCode))) } ?? ""))
        }
        for folder in made { try settle(around: folder) }
    }

    /// Returns the folder of a path, as the system reads it: `.` where the path names none.
    private static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}
