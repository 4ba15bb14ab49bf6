import Foundation
import NIOConcurrencyHelpers
import ProgramSupport
import SimulatedWorld
import SimulatorHTTP
import StateStorage

/// The file in which other programs find a running server: it exists as long as the server runs.
final class LocatorFile: Sendable {
    private let path: String
    /// What this server wrote; `nil` before it did.
    private let written = NIOLockedValueBox<String?>(nil)

    init(path: String) { self.path = path }

    /// Writes the server's address as a whole.
    ///
    /// - Throws: `CommandError` when it cannot be written, or another file or the locator file of a running server exists.
    func write(_ location: ServerLocation) throws(CommandError) {
        do {
            // Two servers that start at once would otherwise both find no file.
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

    /// Removes the file, unless somebody has replaced it.
    func remove() {
        guard let text = written.withLockedValue({ $0 }), (try? NamedFile.readText(path)) == text else { return }
        unlink(path)
    }

    private func refuseOthers() throws(CommandError) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw CommandError(
                .unwritable, "'\(path)' is no regular file, as a locator file is: it goes when the server ends")
        }
        // An empty file may have been created for it.
        guard status.st_size > 0 else { return }
        guard let process = ServerLocation.processID(inLocator: try NamedFile.readText(path)) else {
            throw CommandError(
                .unwritable, "'\(path)' is there and tells of no server: name another file, or remove it")
        }
        guard process == getpid() || kill(process, 0) != 0 else {
            throw CommandError(.unwritable, "'\(path)' tells of a server that runs: name another file")
        }
    }
}
