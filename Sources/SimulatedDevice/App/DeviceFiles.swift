import Foundation
package import StateStorage

/// The files of this user's devices.
///
/// Each device has one private file. The directory is that of `TVSIM_HOME`, else `$XDG_DATA_HOME/tvsim`, else
/// `~/.local/share/tvsim`.
package struct DeviceFiles: Sendable {
    /// The device of commands without a device name.
    package static let defaultDevice = "default"

    /// The directory of all data of this user.
    package let home: String
    /// The directory of the device files.
    package let folder: String

    /// Finds the directory from environment variables.
    ///
    /// A relative path is resolved at once, because the process may change its current directory later.
    package init(environment: [String: String]) {
        func named(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
        let home =
            named("TVSIM_HOME")
            // The XDG Base Directory Specification requires programs to ignore a relative path.
            ?? named("XDG_DATA_HOME").flatMap { $0.hasPrefix("/") ? $0 + "/tvsim" : nil }
            ?? (named("HOME") ?? NSHomeDirectory()) + "/.local/share/tvsim"
        self.home = home.hasPrefix("/") ? home : FileManager.default.currentDirectoryPath + "/" + home
        folder = self.home + "/devices"
    }

    /// Returns the path of a device's file.
    package func path(of name: String) -> String {
        "\(folder)/\(name).sqlite"
    }

    /// Opens a device's store, and creates it if it is missing and `creating` is true.
    ///
    /// - Throws: `StateError` if the store cannot be opened.
    package func openStore(of name: String, creating: Bool) throws -> SQLiteStateStore {
        guard DeviceName.isDevice(name) else {
            throw StateError(.unreadable, DeviceName.complaint(about: name))
        }
        return try SQLiteStateStore(path: path(of: name), creating: creating)
    }

    /// Returns whether a device's file exists.
    ///
    /// - Throws: `StateError` if that cannot be established, for example because of the permissions of a directory.
    package func exists(_ name: String) throws(StateError) -> Bool {
        var status = stat()
        if stat(path(of: name), &status) == 0 { return true }
        guard errno == ENOENT else {
            throw StateError(
                .unreadable, "'\(path(of: name))' cannot be opened: \(String(cString: strerror(errno)))")
        }
        return false
    }

    /// Returns the sorted names of all devices; an empty list if the directory does not exist.
    ///
    /// - Throws: `StateError` if the directory cannot be read.
    package func names() throws(StateError) -> [String] {
        guard access(folder, R_OK) == 0 else {
            if errno == ENOENT { return [] }
            throw StateError(
                .unreadable, "the directory '\(folder)' cannot be opened: \(String(cString: strerror(errno)))")
        }
        let entries = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return entries.filter { $0.hasSuffix(".sqlite") }.map { String($0.dropLast(".sqlite".count)) }
            .filter(DeviceName.isDevice).sorted()
    }
}
