import Foundation
package import StateStorage

/// Where the devices of this user live: one private file each, under `TVSIM_HOME`, else `$XDG_DATA_HOME/tvsim`, else
/// `~/.local/share/tvsim`.
package struct DeviceFiles: Sendable {
    /// The device that is meant when none is named.
    package static let defaultDevice = "default"

    /// The folder of everything that is kept for this user.
    package let home: String
    /// The folder of all devices' files.
    package let folder: String

    /// Finds the folder in an environment.
    ///
    /// A relative path means what it means now, wherever the process goes afterwards. It is put together as it was written:
    /// `..` behind a link leads elsewhere than the text says.
    package init(environment: [String: String]) {
        func named(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
        let home =
            named("TVSIM_HOME")
            // One that is no absolute path counts as not set, as its specification has it.
            ?? named("XDG_DATA_HOME").flatMap { $0.hasPrefix("/") ? $0 + "/tvsim" : nil }
            ?? (named("HOME") ?? NSHomeDirectory()) + "/.local/share/tvsim"
        let here = FileManager.default.currentDirectoryPath
        // A folder that was removed has no path.
        self.home = home.hasPrefix("/") || here.isEmpty ? home : here + "/" + home
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
        _ = try exists(name)
        return try SQLiteStateStore(path: path(of: name), creating: creating)
    }

    // MARK: - Looking

    /// Looks whether a device's file is there.
    ///
    /// - Throws: `StateError` when that cannot be told, as ``check()`` says, or when what stands there is a link that leads
    ///   nowhere: such a device can be neither used nor made, only removed.
    package func exists(_ name: String) throws(StateError) -> Bool {
        try check()
        let path = path(of: name)
        var status = stat()
        if stat(path, &status) == 0 { return true }
        let reason = errno
        guard lstat(path, &status) == 0 else { return false }
        // Another process has made it since.
        if reason == ENOENT, !Self.isLink(status) { return true }
        let why = reason == ENOENT ? Self.leadsNowhere : String(cString: strerror(reason))
        throw StateError(
            .unreadable, "'\(path)' cannot be opened: \(why); 'tvsim device delete \(name)' removes it")
    }

    /// Looks whether the folders can be looked into; those that are not there yet are not an error.
    ///
    /// - Throws: `StateError` when one of them can not, so that nobody takes what cannot be seen for what is not there.
    package func check() throws(StateError) {
        guard !home.isGarbled else { throw Self.trouble(home, "its name is not UTF-8, and would be another one") }
        for path in [home, folder] {
            var status = stat()
            if stat(path, &status) != 0 {
                let reason = errno
                guard reason == ENOENT else {
                    // The system speaks of a folder on the way, and the last one on the way is the home.
                    throw Self.trouble(home, String(cString: strerror(reason)))
                }
                guard lstat(path, &status) == 0 else { return }
                // What is no link has been made by another process since.
                guard !Self.isLink(status) else { throw Self.trouble(path, Self.leadsNowhere) }
            }
            guard status.st_mode & S_IFMT == S_IFDIR else {
                throw Self.trouble(path, String(cString: strerror(ENOTDIR)))
            }
        }
        guard access(folder, R_OK | X_OK) == 0 else { throw Self.trouble(folder, String(cString: strerror(errno))) }
    }

    private static func isLink(_ status: stat) -> Bool { status.st_mode & S_IFMT == S_IFLNK }

    private static let leadsNowhere = "it is a link to what is not there"

    private static func trouble(_ folder: String, _ reason: String) -> StateError {
        StateError(.unreadable, "the folder '\(folder)' cannot be opened: \(reason)")
    }
}
