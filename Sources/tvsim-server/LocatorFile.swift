import Foundation
import NIOConcurrencyHelpers
import SimulatorHTTP
import StateStorage
import TVSimulator

/// The file in which other programs find a running server: there as long as the server is, and the server's own.
final class LocatorFile: Sendable {
    /// Where it is, behind whichever links lead there.
    private let path: String
    /// The profile that is served, which is not to be overwritten.
    private let profile: String?
    /// What says, to other servers too, that the file is ours; `nil`: it is not written yet.
    private let hold = NIOLockedValueBox<FileHold?>(nil)

    init(path: String, profile: String?) {
        self.path = Self.destination(of: path)
        self.profile = profile
    }

    /// Writes where the server is; whoever reads the file sees all of it or none.
    ///
    /// - Throws: `CommandError` when it cannot be written, or something stands there that is not a locator file of a server
    ///   that is no more.
    func write(_ location: ServerLocation) throws(CommandError) {
        do {
            // Else two servers that begin at once would both find that nobody has it.
            try StoreFiles.holding(path) { try writeHeld(location) }
        } catch let error as CommandError {
            throw error
        } catch {
            throw CommandError(.unwritable, "'\(path)' cannot be written: \(error)")
        }
    }

    /// The same, while no other server can do so.
    private func writeHeld(_ location: ServerLocation) throws(CommandError) {
        try checkWhatIsThere()
        let text: String
        do { text = try location.locator(processID: getpid()) } catch {
            throw CommandError(.unwritable, "'\(path)' cannot be written")
        }
        let file = try PendingFile(path: path, isPrivate: true, keeping: profile.map { [$0] } ?? [])
        try file.write(text)
        // Before it has its name, so that nobody finds it without an owner.
        let held = file.hold()
        try file.commit()
        hold.withLockedValue { $0 = held }
    }

    /// Removes the file, unless another one stands in its place by now.
    func remove() {
        hold.withLockedValue { hold in
            if let held = hold, held.isAt(path) { unlink(path) }
            hold = nil
        }
    }

    private func checkWhatIsThere() throws(CommandError) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw CommandError(
                .unwritable, "'\(path)' is no regular file, as a locator file is: it goes when the server ends")
        }
        guard !FileHold.isHeld(path) else {
            throw CommandError(.unwritable, "'\(path)' tells of a server that runs: name another file")
        }
        // An empty one was made for it.
        guard status.st_size > 0, !ServerLocation.isLocator(try NamedFile.readText(path)) else { return }
        throw CommandError(
            .unwritable, "'\(path)' is there and tells of no server: name another file, or remove it")
    }

    /// Follows links, also to a file that is not there yet; those to open files, in `/proc`, stay what they are.
    private static func destination(of path: String) -> String {
        var path = path
        for _ in 0..<longestChain {
            // A link that is not to be followed is refused where the file is written.
            guard !PlantedLink.stands(at: path),
                let link = try? FileManager.default.destinationOfSymbolicLink(atPath: path)
            else { break }
            let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
            let next = link.hasPrefix("/") ? link : folder + link
            guard !isOfProcesses(folder.isEmpty ? "." : String(folder)), !next.hasPrefix("/proc/") else { break }
            path = next
        }
        return path
    }

    /// Whether a folder is of `/proc`, wherever its name leads from, as `/dev/fd` is.
    private static func isOfProcesses(_ folder: String) -> Bool {
        folder.resolvedPath?.hasPrefix("/proc/") ?? false
    }

    /// How many links are followed, as the system does.
    private static let longestChain = 40
}
