import ArgumentParser
import TVSimScenario
import TVSimStateStorage
import TVSimStructuredText

extension WorldMode: ExpressibleByArgument {}

/// The isolated worlds of a server: how many, at which addresses, and which requests are for none.
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
    @Option(
        help: ArgumentHelp(
            """
            The ports of isolated worlds: a range, such as 8081-8144, or none: a world then has a path only. Default: \
            any free port.
            """, valueName: "range"))
    var worldPorts: String?
    @Option(
        help: """
            What happens to requests that name no world. strict: they get 421. auto: they do as soon as there is an \
            isolated world. open: they are for the world without a name. Default: open with serve, auto with exec.
            """)
    var worlds: WorldMode?

    func validate() throws { _ = (try number(), try seconds(), try ports()) }

    /// Sets the options of a server.
    ///
    /// - Parameters:
    ///   - launch: The options of the server.
    ///   - keepsWorlds: Whether isolated worlds outlive the server.
    ///   - mode: What happens to requests that name no world if the user does not say it.
    /// - Throws: `ValidationError` if worlds that outlive the server would be removed.
    func apply(to launch: inout ServerLaunch, keepingWorlds keepsWorlds: Bool, mode: WorldMode) throws {
        launch.worldMode = worlds ?? mode
        if let ports = try ports() { launch.worldPorts = ports }
        launch.mostWorlds = try number()
        launch.evictsWorldsAfter = try seconds()
        guard keepsWorlds, evictWorldsAfter != nil else { return }
        throw ValidationError("--evict-worlds-after needs --profile: a device keeps its isolated worlds")
    }

    private func ports() throws -> WorldPortChoice? {
        guard let worldPorts else { return nil }
        do { return try WorldPortChoice(worldPorts) } catch { throw ValidationError(error.reason) }
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
