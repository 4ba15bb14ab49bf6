import Foundation
import SavedDevices
import SimulatedWorld
import SimulationCore
import StateStorage
import StructuredText

/// Writes the journals and states of a server's worlds into a folder, for a person who looks for the cause of a failure.
///
/// The folder gets `journal.txt`, `journal.json` and `device.json` of the served world, and the same three files in
/// `s/NAME` for each isolated world, as in the paths of requests.
package struct FailedWorlds {
    private let worlds: SimulatedWorlds

    /// Creates the writer of a server's worlds.
    package init(_ worlds: SimulatedWorlds) {
        self.worlds = worlds
    }

    /// Writes the files, and replaces those of an earlier failure.
    ///
    /// - Parameter folder: The folder, which is created if it is missing.
    /// - Throws: `CommandError` if a file cannot be written; `StateError` if a world cannot be read.
    package func write(into folder: String) throws {
        try write(worlds.served, into: folder)
        for name in try worlds.names() { try write(worlds.unmade(name), into: "\(folder)/s/\(name)") }
    }

    private func write(_ world: World, into folder: String) throws {
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        } catch {
            throw CommandError(.unwritable, "the folder '\(folder)' cannot be created")
        }
        let device = SelectedDevice(of: world, name: nil, title: "served")
        let journal = try device.journal(after: 0, contains: nil)
        try NamedFile.write(journal.text + "\n", to: folder + "/journal.txt")
        try NamedFile.write(JSONText.line(journal) + "\n", to: folder + "/journal.json")
        let state = try PendingFile(path: folder + "/device.json", isPrivate: true)
        try DeviceExport.of(world.simulation.store).forEachPiece { try state.write($0) }
        try state.commit()
    }
}
