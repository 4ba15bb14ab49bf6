public import Testing

/// Gives a test a simulated world of its own, as ``withSimulator(profile:_:)`` does.
///
/// On a suite it gives one to every test in it, and a parameterised test has one for each of its cases. Where a test has
/// a trait of its own too, that one counts.
public struct SimulatorTrait: TestTrait, SuiteTrait, TestScoping {
    let profile: String

    /// Every test of a suite has its world, those of suites inside it too.
    public var isRecursive: Bool { true }

    /// Makes the world, and runs one case of a test in it.
    ///
    /// - Throws: An error whose description is one line with line and column, when the profile does not decode; what the
    ///   test throws.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await withSimulator(profile: profile) { _ in try await function() }
    }
}

extension Trait where Self == SimulatorTrait {
    /// A simulated world, in which the test runs as an app of that world; the test finds it at
    /// ``/TVSimulatorTesting/TVSimulator/Simulator/current``.
    ///
    /// ```swift
    /// @Test(.simulator()) func isAskedOnce() async throws {
    ///     try Simulator.current.perform("permission: denied")
    ///     await #expect(throws: VSError.self) { try await VSAccountManager().checkAccessStatus() }
    /// }
    /// ```
    ///
    /// - Parameter profile: What the world is like: one profile, YAML or JSON. Its flow is not run.
    /// - Returns: The trait.
    public static func simulator(_ profile: String = "schema: 1\nname: a simulated device\n") -> Self {
        SimulatorTrait(profile: profile)
    }
}
