import SAML
import SimulatedDevice
import StateStorage
import TVSimulator

/// Runs the app of a case on a device of its own, and compares the callbacks.
package enum AppJudge {
    /// Reads one profile.
    ///
    /// - Throws: ``ProfileError`` when the text is none.
    static func profile(_ text: String) throws -> TVSimulator.Profile {
        guard let profile = try ProfileDecoder.decode(text: text, source: "fixture").first else {
            throw CommandError(.malformed, "the profile of a fixture is empty")
        }
        return profile
    }

    /// Runs a profile, and compares what happens with its expectations.
    ///
    /// - Parameters:
    ///   - text: The profile.
    ///   - answer: The response that the provider gives in the place of its own; `nil`: its own.
    /// - Returns: What differs; empty: nothing.
    /// - Throws: Whatever the simulation's own state throws.
    package static func differences(in text: String, answering answer: FixtureAnswer? = nil) async throws -> [String] {
        let profile = try profile(text)
        let world = World(store: MemoryStateStore(), answering: answer.map(FixtureConnection.init))
        try world.install(profile)
        let report = try await ProfileRunner().run(profile, in: world)
        return report.steps.flatMap { step in step.failures.map { "\(step.call): \($0)" } }
    }
}

/// A response as a provider gives it.
package struct FixtureAnswer: Sendable {
    /// The XML.
    package let xml: String
    /// The status that it tells, from the top code down.
    package let statusCodes: [String]

    /// Creates an answer.
    package init(xml: String, statusCodes: [String]) {
        self.xml = xml
        self.statusCodes = statusCodes
    }
}

/// A provider that always gives the same response.
private struct FixtureConnection: ProviderConnection {
    let answer: FixtureAnswer

    func answer(_ query: ProviderQuery) async -> ProviderReply {
        let status = answer.statusCodes.first
        return status == SAMLStatusCode.success
            ? .answered(status: status, body: answer.xml) : .rejected(status: status, body: answer.xml)
    }

    func signIn(_ attempt: SignInAttempt) async -> SignInReply { .rejected }
}
