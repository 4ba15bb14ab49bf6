import ArgumentParser
import ProgramSupport
import Settings
import StateStorage

/// How many isolated worlds a server has, and which it may remove.
struct WorldOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The largest number of isolated worlds. Default: \(WorldLimit.standard).", valueName: "number"))
    var maxWorlds: String?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "When that number is reached, removes a world in memory that no request used for this long.",
            valueName: "duration"))
    var evictWorldsAfter: String?

    func validate() throws { _ = (try number(), try seconds()) }

    /// Sets the options of a server.
    ///
    /// - Parameters:
    ///   - launch: The options of the server.
    ///   - keepsWorlds: Whether isolated worlds outlive the server.
    /// - Throws: `ValidationError` if worlds that outlive the server would be removed.
    func apply(to launch: inout ServerLaunch, keepingWorlds keepsWorlds: Bool) throws {
        launch.mostWorlds = try number()
        launch.evictsWorldsAfter = try seconds()
        guard keepsWorlds, evictWorldsAfter != nil else { return }
        throw ValidationError("--evict-worlds-after needs --profile: a device keeps its isolated worlds")
    }

    private func number() throws -> Int? {
        guard let maxWorlds else { return nil }
        guard let number = Int(maxWorlds), WorldLimit.range.contains(number) else {
            throw ValidationError(
                "invalid number '\(maxWorlds)' of worlds: expected 1 to \(WorldLimit.range.upperBound)")
        }
        return number
    }

    private func seconds() throws -> Double? {
        guard let evictWorldsAfter else { return nil }
        guard let seconds = TimeText.duration(evictWorldsAfter), seconds >= 0 else {
            throw ValidationError(Instant.complaint(aboutDuration: evictWorldsAfter))
        }
        return seconds
    }
}
