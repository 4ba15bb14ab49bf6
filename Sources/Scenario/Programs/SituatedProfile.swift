import TVSimStateStorage
import TVSimStructuredText
package import TVSimWorld

/// The profile of a file with a matrix, for commands that run once in each of its situations.
package struct SituatedProfile: Sendable {
    /// The profile's name.
    package var name: String { profile.name }
    /// The world before the steps into a situation.
    package var origin: WorldOrigin { profile.origin }
    /// The names of the situations, in order.
    package let situations: [String]

    private let profile: TVSimScenario.Profile
    private let preparations: [String: TVSimScenario.Profile.Preparation]

    /// Reads the one profile of a file.
    ///
    /// - Throws: `SourceError` or `CommandError` when the file cannot be read, does not contain exactly one profile, or
    ///   the profile has no matrix.
    package init(file path: String) throws {
        let source = NamedFile.shown(path)
        let profiles = try ProfileDecoder.decode(bytes: try NamedFile.read(path), source: source)
        guard let profile = profiles.first, profiles.count == 1 else {
            throw CommandError(.malformed, "\(source): expected one profile, found \(profiles.count)")
        }
        let preparations = try profile.preparations()
        self.profile = profile
        situations = preparations.map(\.name)
        self.preparations = Dictionary(preparations.map { ($0.name, $0) }) { first, _ in first }
    }

    /// Leads a world that was created from ``origin`` into a situation.
    ///
    /// - Parameters:
    ///   - world: The world.
    ///   - situation: The name of the situation.
    ///   - sdk: Performs the steps.
    /// - Returns: The situation.
    /// - Throws: `CommandError` when a step fails; `StateError` when the state cannot be read or written.
    package func lead(
        _ world: World, into situation: String, by sdk: any SDKRunner
    ) async throws -> TVSimScenario.Profile.Preparation? {
        guard let preparation = preparations[situation] else { return nil }
        try await sdk.lead(world, into: preparation, of: profile)
        return preparation
    }
}
