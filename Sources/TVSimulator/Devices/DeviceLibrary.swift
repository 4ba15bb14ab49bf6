import Foundation
package import SimulatedDevice
package import StateStorage

/// The devices of this user: one private file each.
///
/// Every change of a device is one transaction, so that a device is never seen half made, half erased or half imported.
package struct DeviceLibrary: Sendable {
    /// Where the devices' files are.
    package let files: DeviceFiles

    /// Creates the library whose place an environment says.
    package init(environment: [String: String]) {
        files = DeviceFiles(environment: environment)
    }

    /// The folder of everything that is kept for this user, in which the devices' folder stands.
    package var home: String { files.home }

    // MARK: - Looking

    /// Returns the path of the file that a device is in.
    ///
    /// - Throws: ``CommandError`` when the name cannot be a device's.
    package func path(of name: String) throws -> String { files.path(of: try parsed(name).device) }

    /// Returns the names of all devices, sorted; none if the folder does not exist.
    ///
    /// - Throws: `StateError` when the folder cannot be read.
    package func names() throws -> [String] { try files.names() }

    /// Opens a device; one that is not there is made where `creating` says so.
    ///
    /// - Throws: ``CommandError`` when there is no such device, `StateError` when its file cannot be used.
    package func open(_ name: String, creating: Bool) throws -> any StateStore {
        let name = try parsed(name)
        let file = try openFile(of: name, creating: creating)
        return try name.world.map { try openWorld($0, of: name, in: file, creating: creating) } ?? file
    }

    /// Opens the file that a device is in, with the isolated worlds beside it.
    func openFile(of name: DeviceName, creating: Bool) throws -> SQLiteStateStore {
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

    /// Makes a device that only an app's process has touched yet a whole one, on the built-in default profile.
    ///
    /// What is there already stays. Processes that do it at once do it once.
    static func complete(_ store: any StateStore) throws {
        guard try store.read({ try !Self.isComplete($0) }) else { return }
        try store.write { try complete($0) }
    }

    /// The same within one change.
    static func complete(_ state: any StateWriting) throws {
        guard try !isComplete(state) else { return }
        let documents = try World.state(of: nil).read { try $0.documents() }
        for (name, json) in documents where try state.encodedValue(named: name) == nil {
            try state.setEncodedValue(json, named: name)
        }
    }

    static func isComplete(_ state: any StateReading) throws -> Bool {
        try state.encodedValue(named: World.installedDocument) != nil
    }

    /// Returns the name of the profile that a device was made from.
    package func profileName(of name: String) throws -> String {
        try open(name, creating: false).read { try $0.value(for: StoredProfile.key) }?.name ?? Profile.builtIn.name
    }

    // MARK: - Changing

    /// Creates a device, all or nothing.
    ///
    /// - Throws: ``CommandError`` when a device of that name exists already.
    package func create(_ name: String, from stored: StoredProfile?) throws {
        let name = try parsed(name)
        if let world = name.world { return try createWorld(world, of: name, from: stored) }
        guard try !files.exists(name.device) else { throw Self.isThere(name) }
        try make(name, holding: try World.state(of: stored))
    }

    /// Creates a device with the content of a store.
    ///
    /// - Throws: ``CommandError`` when a device of that name exists already.
    func make(_ name: DeviceName, holding state: MemoryStateStore) throws {
        guard try isMade(name, holding: state) else { throw Self.isThere(name) }
    }

    private func isMade(_ name: DeviceName, holding state: MemoryStateStore) throws -> Bool {
        if let world = name.world {
            let file = try openFile(of: name, creating: name.device == DeviceFiles.defaultDevice)
            return try file.worlds.add(state, as: world)
        }
        let documents = try state.read { try $0.documents() }
        do {
            return try SQLiteStateStore.make(files.path(of: name.device)) { state in
                for (document, json) in documents { try state.setEncodedValue(json, named: document) }
            }
        } catch let error as StateError {
            throw CommandError(.unwritable, error.description)
        }
    }

    /// Returns a device to the profile that it was made from.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - creating: Whether it is made where it is not there, as the default one is in any case.
    /// - Throws: ``CommandError`` when there is no such device, `StateError` when its file cannot be used.
    package func erase(_ name: String, creating: Bool = false) throws {
        let store = try open(name, creating: creating || name == DeviceFiles.defaultDevice)
        let stored = try store.read { try $0.value(for: StoredProfile.key) }
        try store.replaceAll(with: try World.state(of: stored))
    }

    /// Removes a device with its isolated worlds; where its file is a link, the link.
    ///
    /// - Throws: ``CommandError`` when the device does not exist or cannot be removed.
    package func delete(_ name: String) throws {
        let name = try parsed(name)
        if let world = name.world { return try deleteWorld(world, of: name) }
        guard try files.exists(name.device) else { throw notFound(name, isToGo: true) }
        do {
            try StoreFiles.remove(files.path(of: name.device))
        } catch let error as StateError {
            throw CommandError(.unwritable, error.description)
        }
    }

    // MARK: - Parts

    static func isThere(_ name: DeviceName) -> CommandError {
        CommandError(.exists, "there is a device '\(name)' already")
    }

    private func isMissing(_ name: DeviceName) -> Bool {
        !FileManager.default.fileExists(atPath: files.path(of: name.device))
    }

    func parsed(_ name: String) throws(CommandError) -> DeviceName {
        guard let parsed = DeviceName(name) else { throw CommandError(.invalid, DeviceName.complaint(about: name)) }
        return parsed
    }

    private func demand(_ name: DeviceName) throws {
        guard try files.exists(name.device) else { throw notFound(name) }
    }

    /// The error of a device that is not there; one that is to go need not be made first.
    func notFound(_ name: DeviceName, isToGo: Bool = false) -> CommandError {
        // Of other devices only their names are looked at: nobody waits for a device that was not named.
        let known =
            name.world == nil
            ? ((try? names()) ?? []).filter { $0 != name.device } : worldNames(beside: name.device)
        let hint = Suggestion.closest(to: name.description, among: known)
        let create = hint == nil && !isToGo ? "; 'tvsim device create \(name)' makes one" : ""
        return CommandError(.notFound, "there is no device '\(name)'\(create)", suggestion: hint)
    }
}
