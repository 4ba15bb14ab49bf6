package import SimulatedDevice
import StructuredText

/// Every command that changes a world from outside.
package enum CommandTable {
    /// The commands, first those of flows.
    package static let rows: [any AnyCommandRow] = DeviceCommands.rows + PartyCommands.rows + TimeCommands.rows

    /// Returns the row of a command; `nil` if the command is unknown.
    package static func row(_ name: String) -> (any AnyCommandRow)? { byName[name] }

    private static let byName = Dictionary(uniqueKeysWithValues: rows.map { ($0.name, $0) })
}

extension World {
    /// Performs a command; every change of a world from outside uses this function.
    ///
    /// The change is durable on return.
    ///
    /// - Throws: ``CommandError`` if the command names an object that does not exist or requests an impossible change;
    ///   `StateError` if the state cannot be changed. The world is unchanged then.
    package func perform(_ command: SimulatorCommand) throws {
        guard let row = CommandTable.row(command.name) else {
            throw CommandError.unknown(
                "unknown command '\(command.name)'", command.name, among: CommandTable.rows.map(\.name))
        }
        do {
            try row.perform(command.arguments, in: self)
        } catch let error as SourceError {
            // The arguments are well-formed, but the world's current state does not allow them.
            throw CommandError(.invalid, error.placedReason, suggestion: error.suggestion)
        }
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
