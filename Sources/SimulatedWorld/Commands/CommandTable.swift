package import SimulatedDevice
import SimulationCore
package import StructuredText

/// Every command that changes a world from outside.
package enum CommandTable {
    /// The commands, first those of flows.
    package static let rows: [any AnyCommandRow] = DeviceCommands.rows + PartyCommands.rows + TimeCommands.rows

    /// The name under which the journal has commands.
    package static let room = "Command"
    /// The event of an import of the whole state, which is not a command.
    package static let importEvent = "import"

    /// The detail of a journal entry with the arguments of a command.
    package static let argumentsDetail = "arguments"
}

extension World {
    /// Performs a command, and records it in the journal; every change of a world from outside uses this function.
    ///
    /// The change is durable on return. A command that is refused is recorded too.
    ///
    /// - Throws: ``CommandError`` if the command names an object that does not exist or requests an impossible change;
    ///   `StateError` if the state cannot be changed. The world is unchanged then.
    package func perform(_ command: SimulatorCommand) throws {
        do {
            try change(by: command)
        } catch let error as CommandError {
            record(command, outcome: "refused", reason: error.description)
            throw error
        }
        record(command, outcome: "done", reason: nil)
    }

    private func change(by command: SimulatorCommand) throws {
        do {
            try command.perform(in: self)
        } catch let error as SourceError {
            // The arguments are well-formed, but the world's current state does not allow them.
            throw CommandError(.invalid, error.placedReason, suggestion: error.suggestion)
        }
    }

    /// Records that the whole state was replaced, so that a reader of the journal knows where it begins.
    ///
    /// - Parameter event: ``CommandTable/importEvent``, or the name of the reset if the profile's state is the new one.
    /// - Throws: `StateError` if the journal cannot be written.
    package func recordReplacement(by event: String) throws {
        try simulation.journal.record(
            room: CommandTable.room, event: event, outcome: "done", reason: "the whole state was replaced")
    }

    /// Records a command; one whose entry cannot be written has changed the world nevertheless.
    private func record(_ command: SimulatorCommand, outcome: String, reason: String?) {
        let arguments = command.arguments == .null ? nil : command.journalArguments
        try? simulation.journal.record(
            room: CommandTable.room, event: command.name, outcome: outcome,
            reason: [reason, arguments ?? "no arguments"].compactMap(\.self).joined(separator: ": "),
            details: arguments.map { [CommandTable.argumentsDetail: $0] } ?? [:])
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
