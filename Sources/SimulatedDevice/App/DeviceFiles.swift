import Foundation
package import StateStorage

/// The files of this user's devices: one private file each, under `TVSIM_HOME`, else `$XDG_DATA_HOME/tvsim`, else
/// `~/.local/share/tvsim`.
package struct DeviceFiles: Sendable {
    /// The device of commands that name none.
    package static let defaultDevice = "default"

    /// The folder of everything that is kept for this user.
    package let home: String
    /// The folder of all devices' files.
    package let folder: String

    /// Finds the folder in an environment.
    ///
    /// A relative path is resolved now, so that the process may change its current directory later.
    package init(environment: [String: String]) {
        func named(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
        let home =
            named("TVSIM_HOME")
            // The XDG Base Directory Specification has programs ignore a relative path.
            ?? named("XDG_DATA_HOME").flatMap { $0.hasPrefix("/") ? $0 + "/tvsim" : nil }
            ?? (named("HOME") ?? NSHomeDirectory()) + "/.local/share/tvsim"
        self.home = home.hasPrefix("/") ? home : FileManager.default.currentDirectoryPath + "/" + home
        folder = self.home + "/devices"
    }

    /// Returns the path of a device's file.
    package func path(of name: String) -> String {
        "\(folder)/\(name).sqlite"
    }

    /// Opens a device's store.
    ///
    /// - Throws: `StateError` when the store cannot be opened.
    package func openStore(of name: String, creating: Bool) throws -> SQLiteStateStore {
        guard DeviceName.isDevice(name) else {
            throw StateError(.unreadable, DeviceName.complaint(about: name))
        }
        return try SQLiteStateStore(path: path(of: name), creating: creating)
    }

    /// Whether a device's file exists.
    ///
    /// - Throws: `StateError` when that cannot be established, for example because a folder is closed to this user.
    package func exists(_ name: String) throws(StateError) -> Bool {
        var status = stat()
        if stat(path(of: name), &status) == 0 { return true }
        guard errno == ENOENT else {
            throw StateError(
                .unreadable, "'\(path(of: name))' cannot be opened: \(String(cString: strerror(errno)))")
        }
        return false
    }

    /// Returns the names of all devices, sorted; none if the folder does not exist.
    ///
    /// - Throws: `StateError` when the folder cannot be read.
    package func names() throws(StateError) -> [String] {
        guard access(folder, R_OK) == 0 else {
            if errno == ENOENT { return [] }
            throw StateError(
                .unreadable, "the folder '\(folder)' cannot be opened: \(String(cString: strerror(errno)))")
        }
        let entries = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return entries.filter { $0.hasSuffix(".sqlite") }.map { String($0.dropLast(".sqlite".count)) }
            .filter(DeviceName.isDevice).sorted()
    }
}
