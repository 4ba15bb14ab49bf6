import TVSimCore
import TVSimEntitlementService
import TVSimIdentityProvider
import TVSimStateStorage
package import TVSimStructuredText
package import TVSimWorld

extension World {
    /// Performs a command such as `{"permission": "denied"}`; its names refer to the current state of the world.
    ///
    /// - Throws: ``SourceError`` if the value is not a command, or names something that does not exist;
    ///   ``CommandError`` if it is a call of the app or cannot be performed. The world is unchanged then.
    @discardableResult
    package func perform(event: JSONValue) throws -> SimulatorCommand {
        let command = try ProfileDecoder.command(event, in: try present())
        try perform(command)
        return command
    }

    /// Performs a command in YAML; its names refer to the current state of the world.
    ///
    /// - Throws: As ``perform(event:)``; a ``SourceError`` contains the position in the text.
    @discardableResult
    package func perform(text: String) throws -> SimulatorCommand {
        let command = try ProfileDecoder.command(text, in: try present())
        try perform(command)
        return command
    }

    /// Performs the command of a document, or the commands of its list in one transaction.
    ///
    /// The names of a command refer to the state of the world after the commands before it.
    ///
    /// - Parameter document: The document, from JSON or YAML.
    /// - Returns: The commands, each with what it has made.
    /// - Throws: As ``perform(event:)``. The world is unchanged then.
    package func perform(
        _ document: SourceDocument
    ) throws -> [(command: SimulatorCommand, outcome: CommandOutcome)] {
        guard case .array(let events) = document.value else {
            let command = try ProfileDecoder.command(document, in: try present())
            return [(command, try perform(command))]
        }
        guard !events.isEmpty else {
            throw SourceError(.wrongValue, at: .root, "the list has no command")
        }
        return try perform(together: events.count) { place, world in
            try ProfileDecoder.command(document, at: place, in: try world.present())
        }
    }

    /// Returns the world's original description with the current providers and integrations.
    private func present() throws -> WorldDescription {
        var description = try origin().description
        try simulation.store.read { state in
            description.providers = try IdentityProviderDirectory.providers(in: state)
            description.service = try EntitlementService.storedConfiguration(in: state)
        }
        return description
    }
}
