import Foundation
import TVSimStateStorage
import TVSimStructuredText
import TVSimWorld

/// Writes the evidence of a server's worlds into a folder, for a person who looks for the cause of a failure.
///
/// The folder gets the files of the served world, and `s/NAME` those of each isolated world that did not pass, as in the
/// paths of requests. If several worlds had a name, the newest has it, and the others `NAME~1`, `NAME~2` and so on.
package struct FailedWorlds {
    private let worlds: SimulatedWorlds

    /// Creates the writer of a server's worlds.
    package init(_ worlds: SimulatedWorlds) {
        self.worlds = worlds
    }

    /// The largest number of removed worlds whose evidence is kept.
    package static let most = ServerLimits.removedWorlds
    /// The largest sum of the sizes of that evidence, in bytes.
    package static let bytes = ServerLimits.evidenceBytes

    /// The number of removed worlds that did not pass and had no room in memory, so that their evidence is gone.
    package var lost: Int { worlds.removed.dropped }

    /// Writes the files, and replaces those of an earlier failure.
    ///
    /// - Parameter folder: The folder, which is created if it is missing.
    /// - Throws: `CommandError` if a file cannot be written; `StateError` if a world cannot be read.
    package func write(into folder: String) async throws {
        try await write(try worlds.evidence(of: worlds.served), into: folder)
        var counts: [String: Int] = [:]
        for (name, evidence) in try isolated().reversed() {
            let count = counts[name, default: 0]
            counts[name] = count + 1
            try await write(evidence(), into: "\(folder)/s/\(name)" + (count == 0 ? "" : "~\(count)"))
        }
    }

    /// Returns the isolated worlds that did not pass, the oldest first.
    private func isolated() throws -> [(String, () throws -> WorldEvidence)] {
        let removed = worlds.removed.all.compactMap { evidence in evidence.name.map { ($0, { evidence }) } }
        let live = try worlds.names().filter { name in
            try worlds.outcome(of: name)?.isOfInterest ?? true || worlds.breaksRules(name, worlds.unmade(name))
        }
        return removed + live.map { name in (name, { try worlds.evidence(ofIsolated: name) }) }
    }

    private func write(_ evidence: WorldEvidence, into folder: String) async throws {
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        } catch {
            throw CommandError(.unwritable, "the folder '\(folder)' cannot be created")
        }
        for each in try await evidence.files(stateNamed: "device.json") {
            let file = try PendingFile(path: "\(folder)/\(each.name)", isPrivate: each.name == "device.json")
            try each.content.forEachPiece { try file.write($0) }
            try file.commit()
        }
    }
}
