import Foundation
package import TVSimStateStorage

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
    /// The address of the store that replaces the directory, by `TVSIM_STORE`; `nil` if it is not set.
    private let store: String?

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
        store = named(StoreAddress.variable)
    }

    /// Whether `TVSIM_STORE` selects a store, which has one device, ``defaultDevice``.
    package var areOneStore: Bool { store != nil }

    /// Returns the path of a device's file.
    package func path(of name: String) -> String {
        "\(folder)/\(name).sqlite"
    }

    /// Opens a device's store, and creates it if it is missing and `creating` is true.
    ///
    /// - Throws: `StateError` if the store cannot be opened.
    package func openStore(of name: String, creating: Bool) throws -> any KeptStateStore {
        guard DeviceName.isDevice(name) else {
            throw StateError(.unreadable, DeviceName.complaint(about: name))
        }
        guard let store else { return try StoreAddress.file(path: path(of: name)).open(creating: creating) }
        guard try exists(name) else { throw StateError(.unsupported, Self.complaint(aboutOther: name)) }
        let address = try StoreAddress(store)
        try address.checkFolder()
        return try address.open(creating: true)
    }

    /// Returns the error message for a device that the store of `TVSIM_STORE` cannot have.
    package static func complaint(aboutOther name: String) -> String {
        "device '\(name)' not found: a store that --store or \(StoreAddress.variable) selects has one device, "
            + "'\(defaultDevice)', and its isolated worlds, '\(defaultDevice)/NAME'"
    }

    /// Returns whether a device's file exists.
    ///
    /// The device of a selected store always exists.
    ///
    /// - Throws: `StateError` if that cannot be established, for example because of the permissions of a directory.
    package func exists(_ name: String) throws(StateError) -> Bool {
        guard store == nil else { return name == Self.defaultDevice }
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
        guard store == nil else { return [Self.defaultDevice] }
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
