import Foundation
import TVSimServer
import TVSimStateStorage
import TVSimStructuredText

/// The locator file, which contains the address of a running server and exists while the server runs.
final class LocatorFile: Sendable {
    private let path: String
    /// The content that this server wrote; `nil` before it wrote the file.
    private let written = Locked<String?>(nil)

    init(path: String) { self.path = path }

    /// Writes the file atomically.
    ///
    /// - Throws: `CommandError` when the file cannot be written. Also throws it when the path is another kind of file,
    ///   or the locator file of a running server.
    func write(_ location: ServerLocation) throws(CommandError) {
        do {
            // Without the lock, two servers that start at the same time would both find no file.
            try StoreFiles.holding(path) {
                try refuseOthers()
                let text = try location.locator(processID: getpid())
                try NamedFile.write(text, to: path, isPrivate: true)
                written.withLockedValue { $0 = text }
            }
        } catch let error as CommandError {
            throw error
        } catch {
            throw CommandError(.unwritable, "'\(path)' cannot be written: \(error)")
        }
    }

    /// Removes the file, unless another process has replaced it.
    func remove() {
        guard let text = written.withLockedValue({ $0 }), (try? NamedFile.readText(path)) == text else { return }
        unlink(path)
    }

    private func refuseOthers() throws(CommandError) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw CommandError(
                .unwritable,
                "'\(path)' is not a regular file: choose another file, because the server deletes it when it stops")
        }
        // An empty file may have been created for this purpose, for example by `mktemp`.
        guard status.st_size > 0 else { return }
        guard let process = ServerLocation.processID(inLocator: try NamedFile.readText(path)) else {
            throw CommandError(
                .unwritable, "'\(path)' exists and is not a locator file: choose another file or delete it")
        }
        guard process == getpid() || kill(process, 0) != 0 else {
            throw CommandError(.unwritable, "'\(path)' is the locator file of a running server: choose another file")
        }
    }
}
