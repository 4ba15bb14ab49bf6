import Foundation
package import TVSimDevice
package import TVSimStateStorage
import TVSimStructuredText

/// The devices of this user, each in one file that only this user can read; or the one device of a selected store.
///
/// Every change of a device is one transaction.
package struct DeviceLibrary: Sendable {
    /// The files of the devices.
    package let files: DeviceFiles

    /// Creates the library for the folder that an environment selects, usually by `TVSIM_HOME`, or for the store of
    /// `TVSIM_STORE`.
    package init(environment: [String: String]) {
        files = DeviceFiles(environment: environment)
    }

    /// Creates the library for the folder, also if the environment selects a store.
    package init(folderOf environment: [String: String]) {
        self.init(environment: environment.filter { $0.key != StoreAddress.variable })
    }

    /// The folder of all files of this user.
    package var home: String { files.home }

    // MARK: - Looking

    /// Returns the path of a device's file.
    ///
    /// - Throws: `CommandError` when the name is invalid.
    package func path(of name: String) throws -> String { files.path(of: try parsed(name).device) }

    /// Returns the sorted names of all devices; an empty list if the folder does not exist.
    ///
    /// - Throws: `StateError` when the folder cannot be read.
    package func names() throws -> [String] { try files.names() }

    /// Opens a device, or creates a missing one if `creating` is true.
    ///
    /// - Throws: `CommandError` when the device is missing or its name is invalid, `StateError` when its file cannot be
    ///   used.
    package func open(_ name: String, creating: Bool) throws -> any StateStore {
        let name = try parsed(name)
        let file = try openFile(of: name, creating: creating)
        return try name.world.map { try openWorld($0, of: name, in: file, creating: creating) } ?? file
    }

    /// Opens the file of a device, which also contains its isolated worlds.
    func openFile(of name: DeviceName, creating: Bool) throws -> any KeptStateStore {
        let name = DeviceName(device: name.device, world: nil)
        if !creating { try demand(name) }
        do {
            return try files.openStore(of: name.device, creating: creating)
        } catch let error as StateError where error.code == .unwritable && isMissing(name) {
            throw CommandError(.unwritable, error.description)
        } catch let error as StateError where error.code == .missing {
            throw notFound(name)
        }
    }

    /// Adds the missing documents of the built-in default profile to a device that only an app's process has used.
    static func complete(_ store: any StateStore) throws {
        guard try store.read({ try !Self.isComplete($0) }) else { return }
        try store.write { try complete($0) }
    }

    /// Adds the missing documents within a transaction.
    static func complete(_ state: any StateWriting) throws {
        guard try !isComplete(state) else { return }
        let documents = try World.state(of: .builtIn).read { try $0.documents() }
        for document in documents where try state.encodedValue(named: document.name) == nil {
            try state.set(document)
        }
    }

    static func isComplete(_ state: any StateReading) throws -> Bool {
        try state.encodedValue(named: WorldOrigin.documentName) != nil
    }

    /// Returns the name of the profile that a device was created from.
    package func profileName(of name: String) throws -> String {
        try World.origin(in: open(name, creating: false)).name
    }

    // MARK: - Changing

    /// Creates a device in one transaction.
    ///
    /// - Parameters:
    ///   - name: The device's name, or `DEVICE/WORLD`.
    ///   - origin: The profile. If `nil`, a device uses the built-in default profile, and a world uses its device's
    ///     profile.
    /// - Throws: `CommandError` when a device of that name exists already, or the name is invalid.
    package func create(_ name: String, from origin: WorldOrigin?) throws {
        let name = try parsed(name)
        if let world = name.world { return try createWorld(world, of: name, from: origin) }
        guard try files.areOneStore || !files.exists(name.device) else { throw Self.isThere(name) }
        try make(name, holding: try World.state(of: origin ?? .builtIn))
    }

    /// Creates a device with the content of a store.
    ///
    /// - Throws: `CommandError` when a device of that name exists already.
    func make(_ name: DeviceName, holding state: MemoryStateStore) throws {
        guard try isMade(name, holding: state) else { throw Self.isThere(name) }
    }

    private func isMade(_ name: DeviceName, holding state: MemoryStateStore) throws -> Bool {
        if let world = name.world {
            let file = try openFile(of: name, creating: name.device == DeviceFiles.defaultDevice)
            return try file.worlds.add(state, as: world)
        }
        if files.areOneStore {
            return try openFile(of: name, creating: true).write { device in
                guard try !Self.isComplete(device) else { return false }
                try state.read { try $0.forEachDocument(device.set) }
                return true
            }
        }
        do {
            return try StoreAddress.make(files.path(of: name.device)) { device in
                try state.read { try $0.forEachDocument(device.set) }
            }
        } catch let error as StateError {
            throw CommandError(.unwritable, error.description)
        }
    }

    /// Resets a device to the profile from which it was created, and removes its journal.
    ///
    /// The new journal begins with the reset, so that a reader knows the state before its other entries.
    ///
    /// - Parameters:
    ///   - name: The device's name.
    ///   - creating: Whether to create a missing device. The default device is always created.
    /// - Throws: `CommandError` when the device is missing, `StateError` when its file cannot be used.
    package func erase(_ name: String, creating: Bool = false) throws {
        let store = try open(name, creating: creating || name == DeviceFiles.defaultDevice)
        try store.replaceAll(with: try World.state(of: World.origin(in: store)))
        try World(store: store).recordReplacement(.erase)
    }

    /// Removes a device with its isolated worlds.
    ///
    /// If the device's file is a symbolic link, this removes the link but not its target.
    ///
    /// - Throws: `CommandError` when the device does not exist or cannot be removed.
    package func delete(_ name: String) throws {
        let name = try parsed(name)
        if let world = name.world { return try deleteWorld(world, of: name) }
        guard try files.exists(name.device) else { throw notFound(name, isToGo: true) }
        guard !files.areOneStore else {
            throw CommandError(
                .unwritable,
                "the device of \(StoreAddress.variable) cannot be deleted: reset it with 'tvsim device erase'")
        }
        do {
            try StoreFiles.remove(files.path(of: name.device))
        } catch let error as StateError {
            throw CommandError(.unwritable, error.description)
        }
    }

    // MARK: - Parts

    static func isThere(_ name: DeviceName) -> CommandError {
        CommandError(.exists, "device '\(name)' already exists")
    }

    private func isMissing(_ name: DeviceName) -> Bool {
        !FileManager.default.fileExists(atPath: files.path(of: name.device))
    }

    func parsed(_ name: String) throws(CommandError) -> DeviceName {
        guard let parsed = DeviceName(name) else { throw CommandError(.invalid, DeviceName.complaint(about: name)) }
        guard !files.areOneStore || parsed.device == DeviceFiles.defaultDevice else {
            throw CommandError(.notFound, DeviceFiles.complaint(aboutOther: parsed.device))
        }
        return parsed
    }

    private func demand(_ name: DeviceName) throws {
        guard try files.exists(name.device) else { throw notFound(name) }
    }

    /// Returns the error for a missing device.
    ///
    /// The message says how to create the device, unless the caller wanted to remove it.
    func notFound(_ name: DeviceName, isToGo: Bool = false) -> CommandError {
        let known =
            name.world == nil
            ? ((try? names()) ?? []).filter { $0 != name.device } : worldNames(beside: name.device)
        let hint = Suggestion.closest(to: name.description, among: known)
        let create = hint == nil && !isToGo ? "; create it with 'tvsim device create \(name)'" : ""
        return CommandError(.notFound, "device '\(name)' not found\(create)", suggestion: hint)
    }
}
