import Foundation
import SimulatedDevice

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
        try checkName(name)
        if !exists(name) {
            do {
                return try make(name, holding: try document.loaded())
            } catch let error as CommandError where error.code == .exists {
                // Somebody has made it meanwhile: it is replaced like any other.
            }
        }
        try document.replace(contentsOf: try open(name, creating: false))
    }

    /// Whether a path leads into the folder of the devices, whose files nobody may write but their own stores.
    package func contains(_ path: String) -> Bool {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().resolvingSymlinksInPath().path
        return folder == URL(fileURLWithPath: files.folder).resolvingSymlinksInPath().path
    }
}
