import TVSimCore
package import TVSimDevice
package import TVSimStructuredText

/// Every command that changes a world from outside.
package enum CommandTable {
    /// The commands, first those of flows.
    package static let rows: [any AnyCommandRow] =
        DeviceCommands.rows + PartyCommands.rows + ServiceCommands.rows + TimeCommands.rows
}

extension World {
    /// Performs a command, and records it in the journal; every change of a world from outside uses this function.
    ///
    /// The change is durable on return. A command that is refused is recorded too.
    ///
    /// - Returns: What the command has made.
    /// - Throws: ``CommandError`` if the command names an object that does not exist or requests an impossible change;
    ///   `StateError` if the state cannot be changed. The world is unchanged then.
    @discardableResult
    package func perform(_ command: SimulatorCommand) throws -> CommandOutcome {
        let outcome: CommandOutcome
        do {
            outcome = try change(by: command)
        } catch let error as CommandError {
            record(command, refusal: error.description)
            throw error
        }
        record(command, refusal: nil, made: outcome)
        return outcome
    }

    /// Performs several commands in one transaction: all of them, or none.
    ///
    /// The journal gets an entry for each, in the same transaction. If one is refused, it gets only the entry of that
    /// one.
    ///
    /// - Parameters:
    ///   - count: The number of commands.
    ///   - command: Returns the command at a place, from 0, for the world as the commands before it leave it.
    /// - Returns: The commands, each with what it has made.
    /// - Throws: ``CommandError`` with the number of the refused command, and what `command` throws; `StateError` if the
    ///   state cannot be changed. The world is unchanged then.
    package func perform(
        together count: Int, _ command: (_ place: Int, _ world: World) throws -> SimulatorCommand
    ) throws -> [(command: SimulatorCommand, outcome: CommandOutcome)] {
        var current: (place: Int, command: SimulatorCommand)?
        do {
            return try transaction { world in
                try (0..<count).map { place in
                    current = nil
                    let command = try command(place, world)
                    current = (place, command)
                    let outcome = try world.change(by: command)
                    try world.simulation.journal.record(
                        CommandDecision(command, refusal: nil, made: outcome, app: world.unnamedApp(of: command)))
                    return (command, outcome)
                }
            }
        } catch let error as CommandError {
            guard let current else { throw error }
            let placed = CommandError(
                error.code, "command \(current.place + 1) of \(count): \(error.reason)", suggestion: error.suggestion)
            record(current.command, refusal: "no command of the list was performed: \(placed.description)")
            throw placed
        }
    }

    private func change(by command: SimulatorCommand) throws -> CommandOutcome {
        do {
            return try command.perform(in: self)
        } catch let error as SourceError {
            // The arguments are well-formed, but the world's current state does not allow them.
            throw CommandError(.invalid, error.placedReason, suggestion: error.suggestion)
        }
    }

    /// Records that the whole state was replaced, so that a reader of the journal knows where it begins.
    ///
    /// - Throws: `StateError` if the journal cannot be written.
    package func recordReplacement(_ replacement: ReplacementDecision) throws {
        try simulation.journal.record(replacement)
    }

    /// Records a command; one whose entry cannot be written has changed the world nevertheless.
    private func record(_ command: SimulatorCommand, refusal: String?, made outcome: CommandOutcome? = nil) {
        try? simulation.journal.record(
            CommandDecision(command, refusal: refusal, made: outcome, app: unnamedApp(of: command)))
    }

    /// Returns the app whose access a command changes without its name; `nil` for another command.
    private func unnamedApp(of command: SimulatorCommand) -> String? {
        let isOfApp = [DeviceCommands.permission.name, DeviceCommands.setPermission.name].contains(command.name)
        guard isOfApp, command.arguments["bundleID"]?.string == nil else { return nil }
        return try? device.settings().defaultBundleID
    }

    /// Returns the app that a command names, or the device's default app.
    ///
    /// - Throws: ``CommandError`` if the bundle identifier is invalid; `StateError` if the device cannot be read.
    package func app(_ bundleID: String?) throws -> String {
        let app = try bundleID ?? device.settings().defaultBundleID
        try BundleID.check(app)
        return app
    }
}

extension BundleID {
    /// Throws an error if a text is not a valid bundle identifier.
    package static func check(_ text: String) throws(CommandError) {
        guard isValid(text) else { throw CommandError(.invalid, complaint(about: text)) }
    }
}
