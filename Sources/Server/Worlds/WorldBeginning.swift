import TVSimScenario
import TVSimStateStorage
import TVSimStructuredText
import TVSimWorld

/// What a new isolated world begins with, if a client says so.
struct WorldBeginning: Sendable {
    /// The profile; `nil` for that of the server.
    var profile: Profile?
    /// The situation that the world is led into; `nil` for none.
    var situation: Profile.Preparation?

    /// Whether the world begins as the server's other worlds do.
    var isUsual: Bool { profile == nil && situation == nil }

    /// Reads a profile and the name of a situation.
    ///
    /// - Parameters:
    ///   - text: The profile as YAML or JSON; `nil` for that of the server.
    ///   - situation: The situation's name; `nil` for none.
    ///   - served: The world of the server.
    /// - Throws: ``AdminError``, `SourceError` or `CommandError` when one of them is malformed; `StateError`.
    init(profile text: String?, situation: String?, beside served: World) throws {
        profile = try text.map(Self.profile)
        if let situation {
            self.situation = try (profile ?? Profile(served.origin())).preparation(named: situation)
        }
    }

    /// Reads a profile.
    ///
    /// - Throws: ``AdminError`` that begins with the key `profile` when the text is malformed.
    static func profile(_ text: String) throws -> Profile {
        let profiles: [Profile]
        do {
            profiles = try ProfileDecoder.decode(text: text, source: "profile")
        } catch {
            let error = AdminError(error)
            throw AdminError(error.status, "profile: \(error.message)", suggestion: error.suggestion)
        }
        guard let first = profiles.first, profiles.count == 1 else {
            throw AdminError(400, "profile: expected one profile, found \(profiles.count)")
        }
        return first
    }

    /// Returns the state of the world.
    ///
    /// - Parameters:
    ///   - name: The world's name.
    ///   - served: The world of the server.
    ///   - sdk: Performs the steps into the situation.
    /// - Returns: The state.
    /// - Throws: `CommandError` when the situation cannot be entered; `StateError`.
    func state(of name: String, beside served: World, by sdk: any SDKRunner) async throws -> MemoryStateStore {
        let profile = try profile ?? Profile(served.origin())
        let state = try World.state(of: profile.origin.isolated(as: name))
        // Coverage counts what clients reach, and not the way into a situation.
        if let situation { try await sdk.lead(World(store: state, recorder: nil), into: situation, of: profile) }
        return state
    }
}
