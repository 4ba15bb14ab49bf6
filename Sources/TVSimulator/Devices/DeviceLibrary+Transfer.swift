import Foundation
import SimulatedDevice
import StateStorage

extension DeviceLibrary {
    /// Returns a device as the text of an export.
    package func exported(_ name: String, creating: Bool) throws -> String {
        let store = try open(name, creating: creating)
        try Self.complete(store)
        return try DeviceDocument(of: store).text()
    }

    /// Replaces a device's state by an export, all or nothing; a device that is not there is made.
    ///
    /// - Throws: ``CommandError`` when the text is not an export that decodes; the device is then as it was, or still not
    ///   there.
    package func importDevice(_ name: String, text: String, source: String) throws {
        let document = try DeviceDocument(text: text, source: source)
        let parsed = try parsed(name)
        var trouble = notFound(parsed)
        // Others may make and delete it meanwhile; nobody does so for ever.
        for _ in 0..<8 {
            do {
                guard try isThere(parsed) else { return try make(parsed, holding: try document.loaded()) }
                return try document.replace(contentsOf: try open(name, creating: false))
            } catch let error as CommandError where error.code == .exists || error.code == .notFound {
                trouble = error
            }
        }
        throw trouble
    }

    private func isThere(_ name: DeviceName) throws -> Bool {
        guard try files.exists(name.device), let world = name.world else { return try files.exists(name.device) }
        return try openFile(of: name, creating: false).worlds.contains(world)
    }

    /// Whether a path leads into the folder of the devices, whose files nobody may write but their own stores.
    package func contains(_ path: String) -> Bool {
        // A link that leads to a device is one of its names.
        let file = URL(fileURLWithPath: path).resolvingSymlinksInPath()
        let folder = file.deletingLastPathComponent().resolvingSymlinksInPath().path
        return folder == URL(fileURLWithPath: files.folder).resolvingSymlinksInPath().path
    }
}
