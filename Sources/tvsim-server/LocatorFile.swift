import EntitlementAPI
import Foundation
import SimulatorHTTP
import TVSimulator

/// The file in which other programs find a running server.
struct LocatorFile: Sendable {
    let path: String
    /// The profile that is served, which is not to be overwritten.
    let profile: String?

    /// Writes where the server is; whoever reads the file sees all of it or none.
    ///
    /// - Throws: `CommandError` when it cannot be written, or a file stands there that is no server's.
    func write(_ location: ServerLocation) throws {
        let isSomebodys = FileManager.default.fileExists(atPath: path) && !isLocator
        guard !isSomebodys else {
            throw CommandError(
                .unwritable, "'\(path)' is there and tells of no server: name another file, or remove it")
        }
        try NamedFile.write(
            try location.locator(processID: getpid()), to: path, isPrivate: true, keeping: profile.map { [$0] } ?? [])
    }

    /// Whether what stands there is what a server wrote, or empty, as a file is that was made for it.
    private var isLocator: Bool {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return true }
        guard status.st_size > 0 else { return true }
        let members = try? JSONDecoder().decode(
            [String: JSONValue].self, from: Data(try NamedFile.readText(path).utf8))
        return members.map { $0["pid"] != nil && $0["admin"] != nil } ?? false
    }

    /// Removes the file, unless another server has written it since.
    func remove() {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            let text = try? NamedFile.readText(path), text.contains("\"pid\":\(getpid()),")
        else { return }
        unlink(path)
    }
}
