package import SimulatedDevice
import StructuredText

/// Every command that changes a world from outside.
package enum CommandTable {
    /// The commands; those of flows first.
    package static let rows: [any AnyCommandRow] = DeviceCommands.rows + PartyCommands.rows + TimeCommands.rows

    /// Returns the row with a name.
    package static func row(_ name: String) -> (any AnyCommandRow)? { byName[name] }

    private static let byName = Dictionary(uniqueKeysWithValues: rows.map { ($0.name, $0) })
}

extension World {
    /// Obeys a command: the one way in which a world is changed from outside.
    ///
    /// The change has taken effect, durably, on return.
    ///
    /// - Throws: ``CommandError`` when the command names something that does not exist or asks for something impossible;
    ///   `StateError` when the state cannot be changed. Nothing is changed then.
    package func perform(_ command: SimulatorCommand) throws {
        guard let row = CommandTable.row(command.name) else {
            throw CommandError.unknown(
                "there is no command '\(command.name)'", command.name, among: CommandTable.rows.map(\.name))
        }
        do {
            try row.perform(command.arguments, in: self)
        } catch let error as SourceError {
            // Well formed, and not possible in this world as it is.
            throw CommandError(.invalid, error.placedReason, suggestion: error.suggestion)
        }
    }

    /// The app that a command means: the one that it names, or the device's own.
    func app(_ bundleID: String?) throws -> String {
        let app = try bundleID ?? device.settings().defaultBundleID
        try BundleID.check(app)
        return app
    }
}

extension BundleID {
    /// Refuses a text that cannot be a bundle identifier.
    package static func check(_ text: String) throws(CommandError) {
        guard isValid(text) else { throw CommandError(.invalid, complaint(about: text)) }
    }
}
