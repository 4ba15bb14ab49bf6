package import TVSimCore
package import TVSimDevice
import TVSimStateStorage
package import TVSimWorld

extension EvidenceLog {
    /// Returns what the app was seen to do in a world, and on which platform.
    ///
    /// - Parameter world: The world.
    /// - Returns: The history.
    /// - Throws: `StateError` if the journal cannot be read.
    package func history(of world: World) throws -> History {
        let (entries, opening) = try Self.journal(of: world)
        return try history(of: world, with: entries, opening: opening, calls: world.device.session.calls.kept)
    }

    /// Returns what the app was seen to do in a world whose journal is known.
    ///
    /// - Parameters:
    ///   - world: The world, or a copy of its state.
    ///   - entries: The entries of its journal, with their numbers.
    ///   - opening: The number of the journal.
    ///   - calls: The calls of the framework.
    /// - Returns: The history.
    /// - Throws: `StateError` if the world cannot be read.
    package func history(
        of world: World, with entries: [(number: Int, entry: JournalEntry)], opening: Int,
        calls: FrameworkCallLog.Kept
    ) throws -> History {
        var history = history(with: entries, opening: opening, calls: calls).only([.app])
        history.platform = try world.device.settings().platform
        return history
    }

    /// Keeps the decisions of a world whose journal is about to be removed.
    ///
    /// - Parameter world: The world.
    /// - Throws: `StateError` if the journal cannot be read.
    package func absorb(_ world: World) throws {
        let (entries, opening) = try Self.journal(of: world)
        absorb(entries, opening: opening)
    }

    private static func journal(of world: World) throws -> ([(number: Int, entry: JournalEntry)], Int) {
        let (lines, opening) = try world.simulation.store.read { (try $0.log(from: 1), $0.opening) }
        return (try lines.map { ($0.number, try world.simulation.journal.entry($0)) }, opening)
    }
}
