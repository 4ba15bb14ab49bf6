import TVSimRuns
import TVSimScenario
import TVSimStateStorage
import TVSimStructuredText
import TVSimWorld

/// Runs the app of a case on a separate device, and compares the callbacks.
package enum AppJudge {
    /// Reads one profile.
    ///
    /// - Throws: ``SourceError`` if the text is not a valid profile.
    static func profile(_ text: String) throws -> TVSimScenario.Profile {
        guard let profile = try ProfileDecoder.decode(text: text, source: "fixture").first else {
            throw CommandError(.malformed, "the profile of a fixture is empty")
        }
        return profile
    }

    /// Runs a profile, and compares the callbacks with the expected ones.
    ///
    /// - Parameter text: The profile, as YAML.
    /// - Returns: The differences, which are empty if all callbacks are as expected.
    /// - Throws: An error if the profile is invalid or the state of the simulation cannot be used.
    package static func differences(in text: String) async throws -> [String] {
        let profile = try profile(text)
        let world = World(store: MemoryStateStore())
        try world.install(profile)
        let report = try await ProfileRunner().run(profile, in: world)
        return report.steps.flatMap { step in step.failures.map { "\(step.action.call): \($0)" } }
    }
}
