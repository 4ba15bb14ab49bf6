package import EntitlementAPI
import EntitlementService
import SimulationCore
import StateStorage

/// Commands as text, which are read against the world as it is now: what an earlier one has added can be named, and
/// what it has taken away cannot.
extension World {
    /// Changes the world by a command such as `{"permission": "denied"}`: an event of the profile format, or one of those
    /// that no flow says.
    ///
    /// - Throws: `ProfileError` when the value is no command, or names what is not there; `CommandError` when it is a call of
    ///   the app or cannot be obeyed; nothing is changed then.
    package func perform(event: JSONValue) throws {
        try perform(try ProfileDecoder.command(event, in: try presentProfile()))
    }

    /// Changes the world by a command as a profile writes it, in YAML.
    ///
    /// - Throws: As ``perform(event:)``; a `ProfileError` says where in the text.
    package func perform(text: String) throws {
        try perform(try ProfileDecoder.command(text, in: try presentProfile()))
    }

    /// Returns the profile that the world was made from, with the providers and integrations of this moment.
    private func presentProfile() throws -> Profile {
        var profile = try StoredProfile.profile(in: simulation.store)
        try simulation.store.read { state in
            profile.providers = try Self.describedProviders(in: state)
            profile.service.requestors = try EntitlementService.configuration(in: state).requestors.map { requestor in
                Profile.Requestor(
                    id: requestor.id, integrations: requestor.integrations.map { Profile.Integration($0) })
            }
        }
        return profile
    }
}
