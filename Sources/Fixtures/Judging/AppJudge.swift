import Scenario
import SimulatedWorld
import StateStorage

/// Runs the app of a case on a device of its own, and compares the callbacks.
package enum AppJudge {
    /// Reads one profile.
    ///
    /// - Throws: ``SourceError`` when the text is none.
    static func profile(_ text: String) throws -> Scenario.Profile {
        guard let profile = try ProfileDecoder.decode(text: text, source: "fixture").first else {
            throw CommandError(.malformed, "the profile of a fixture is empty")
        }
        return profile
    }

    /// Runs a profile, and compares what happens with its expectations.
    ///
    /// - Parameter text: The profile.
    /// - Returns: What differs; empty: nothing.
    /// - Throws: Whatever the simulation's own state throws.
    package static func differences(in text: String) async throws -> [String] {
        let profile = try profile(text)
        let world = World(store: MemoryStateStore())
        try world.install(profile)
        let report = try await ProfileRunner().run(profile, in: world)
        return report.steps.flatMap { step in step.failures.map { "\(step.action.call): \($0)" } }
    }
}
