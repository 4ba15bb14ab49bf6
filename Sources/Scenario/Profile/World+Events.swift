import EntitlementService
import IdentityProvider
import SimulatedWorld
import SimulationCore
import StateStorage
package import StructuredText

extension World {
    /// Obeys a command such as `{"permission": "denied"}`, read against the world as it is now.
    ///
    /// - Throws: ``SourceError`` when the value is not a command, or names something that does not exist; ``CommandError``
    ///   when it is a call of the app or cannot be obeyed. Nothing is changed then.
    package func perform(event: JSONValue) throws {
        try perform(try ProfileDecoder.command(event, in: try present()))
    }

    /// Obeys a command in YAML, read against the world as it is now.
    ///
    /// - Throws: As ``perform(event:)``; a ``SourceError`` says where in the text.
    package func perform(text: String) throws {
        try perform(try ProfileDecoder.command(text, in: try present()))
    }

    /// Returns what the world was made from, with the providers and integrations of this moment.
    private func present() throws -> WorldDescription {
        var description = try origin().description
        try simulation.store.read { state in
            description.providers = try IdentityProviderDirectory.providers(in: state)
            description.service = try EntitlementService.storedConfiguration(in: state)
        }
        return description
    }
}
