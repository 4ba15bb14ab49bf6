import Foundation
package import SimulatedDevice
package import StateStorage
import StructuredText

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

    /// Returns the names of all devices, sorted; a folder that is not there holds none.
    ///
    /// - Throws: ``CommandError`` or `StateError` when the folder cannot be read.
    package func names() throws -> [String] {
        try files.check()
        guard FileManager.default.fileExists(atPath: files.folder) else { return [] }
        let entries: [String]
        do {
            entries = try FileManager.default.contentsOfDirectory(atPath: files.folder)
        } catch {
            throw CommandError(.inputOutput, "the folder '\(files.folder)' cannot be read")
        }
        return entries.filter { $0.hasSuffix(Self.fileEnding) }.map { String($0.dropLast(Self.fileEnding.count)) }
            .filter(DeviceName.isDevice).sorted()
    }

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
        let documents = try World.state(of: .builtIn).read { try $0.documents() }
        for (name, json) in documents where try state.encodedValue(named: name) == nil {
            try state.setEncodedValue(json, named: name)
        }
    }

    static func isComplete(_ state: any StateReading) throws -> Bool {
        try state.encodedValue(named: WorldOrigin.key.name) != nil
    }

    /// Returns the name of the profile that a device was made from.
    package func profileName(of name: String) throws -> String {
        try World.origin(in: open(name, creating: false)).name
    }

    // MARK: - Changing

    /// Makes a device.
    ///
    /// It is made whole under a name that no device can have, and then linked to its own: a process that is killed on
    /// the way leaves no device, and of two that make the same one, one is told that it is there.
    ///
    /// - Throws: ``CommandError`` when there is one of that name already.
    package func create(_ name: String, from origin: WorldOrigin?) throws {
        let name = try parsed(name)
        if let world = name.world { return try createWorld(world, of: name, from: origin) }
        guard try !files.exists(name.device) else { throw Self.isThere(name) }
        try make(name, holding: try World.state(of: origin ?? .builtIn))
    }

    /// Makes a device that holds what a store holds.
    ///
    /// - Throws: ``CommandError`` when there is one of that name already.
    func make(_ name: DeviceName, holding state: MemoryStateStore) throws {
        let isNew =
            if let world = name.world {
                try openFile(of: name, creating: name.device == DeviceFiles.defaultDevice).worlds.add(state, as: world)
            } else {
                try making(name.device, holding: state) { try SQLiteStateStore.make($0, $1) }
            }
        guard isNew else { throw Self.isThere(name) }
    }

    /// Makes a device that belongs to this process, in the place of one whose process was killed.
    ///
    /// - Returns: What holds it; `nil` when there is one of that name that lives.
    /// - Throws: ``CommandError`` when it cannot be made.
    func makeHeld(_ name: String, holding state: any StateStore) throws -> FileHold? {
        return try making(name, holding: state) { path, fill in
            if try files.exists(name) { try StoreFiles.removeAbandoned(path) }
            return try SQLiteStateStore.makeHeld(path, fill)
        }
    }

    private func making<Made>(
        _ name: String, holding state: any StateStore,
        _ make: (_ path: String, _ fill: (any StateWriting) throws -> Void) throws -> Made
    ) throws -> Made {
        let documents = try state.read { try $0.documents() }
        do {
            return try make(files.path(of: name)) { state in
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
        try store.replaceAll(with: try World.state(of: World.origin(in: store)))
    }

    /// Removes a device and everything of it, its isolated worlds too; of one that is a link, the link.
    package func delete(_ name: String) throws {
        let name = try parsed(name)
        if let world = name.world { return try deleteWorld(world, of: name) }
        try files.check()
        let path = files.path(of: name.device)
        var status = stat()
        guard lstat(path, &status) == 0 else { throw notFound(name, isToGo: true) }
        do {
            try StoreFiles.remove(path)
        } catch let error as StateError {
            throw CommandError(.unwritable, error.description)
        }
    }

    // MARK: - Parts

    private static let fileEnding = ".sqlite"

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
