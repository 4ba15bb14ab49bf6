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
    /// - Throws: `CommandError` when it cannot be written.
    func write(_ location: ServerLocation) throws {
        try NamedFile.write(
            try location.locator(processID: getpid()), to: path, isPrivate: true, keeping: profile.map { [$0] } ?? [])
    }

    /// Removes the file, unless another server has written it since.
    func remove() {
        guard let text = try? NamedFile.readText(path), text.contains("\"pid\":\(getpid()),") else { return }
        unlink(path)
    }
}
