package import TVSimScenario
import TVSimStructuredText
package import TVSimWorld

/// The SDK of this process, for a server.
package struct SimulatedSDK: SDKRunner {
    /// Creates the SDK.
    package init() {}

    package func explanation(
        of call: ExplainedCall, in world: World, named device: String, for reader: AdviceReader
    ) async throws -> ExplanationListing {
        try await Explanation.of(call, in: world, named: device, for: reader).listing
    }

    package func outlook(
        of call: ExplainedCall, in world: World, named device: String, for reader: AdviceReader
    ) async throws -> ConditionOutlook {
        try await ConditionOutlook.of(call, in: world, named: device, for: reader)
    }

    package func lead(
        _ world: World, into preparation: Profile.Preparation, of profile: Profile
    ) async throws {
        var entering = profile
        (entering.situation, entering.flow) = (nil, preparation.steps)
        let record = try await ProfileRunner().run(entering, in: world)
        guard record.passed else {
            let reasons = record.steps.flatMap(\.failures).joined(separator: "; ")
            throw CommandError(.invalid, "the situation '\(preparation.name)' cannot be entered: \(reasons)")
        }
    }
}
