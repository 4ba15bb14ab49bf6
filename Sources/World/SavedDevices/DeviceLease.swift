import Foundation
import TVSimStructuredText

/// A lock file beside a temporary device, which the system unlocks when the process that holds the lease ends.
///
/// So another process can tell the device of a killed process from one that is in use. A process identifier would not
/// show that, because containers that share a folder do not see each other's processes.
final class DeviceLease: Sendable {
    private static let ending = ".lease"

    private let path: String
    private let descriptor: Int32

    /// Takes the lease of a device; `nil` if a process holds it.
    ///
    /// - Parameters:
    ///   - name: The device's name.
    ///   - folder: The folder of the devices.
    /// - Throws: `CommandError` if the file cannot be created.
    init?(_ name: String, in folder: String) throws(CommandError) {
        path = "\(folder)/.\(name)\(Self.ending)"
        descriptor = Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw CommandError(.unwritable, "'\(path)' cannot be created: \(String(cString: strerror(errno)))")
        }
        var (held, named) = (stat(), stat())
        // Another process may have removed the file after it was opened here.
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0, fstat(descriptor, &held) == 0, stat(path, &named) == 0,
            held.st_ino == named.st_ino
        else {
            close(descriptor)
            return nil
        }
    }

    /// Removes the lock file while the lease is held.
    func remove() {
        unlink(path)
    }

    deinit { close(descriptor) }

    /// Returns the names of the devices in a folder that have a lock file.
    static func names(in folder: String) -> [String] {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return files.filter { $0.hasPrefix(".") && $0.hasSuffix(ending) }.map {
            String($0.dropFirst().dropLast(ending.count))
        }
    }
}
