public import Testing

/// A trait that gives each test its own simulated world, as ``withSimulator(profile:_:)`` does.
///
/// On a suite, the trait applies to every test, and each case of a parameterized test has its own world. The trait of a
/// test overrides the trait of its suite.
public struct SimulatorTrait: TestTrait, SuiteTrait, TestScoping {
    let profile: String

    /// Always `true`: the trait of a suite also applies to the tests of nested suites.
    public var isRecursive: Bool { true }

    /// Creates the world, and runs one case of a test in it.
    ///
    /// Swift Testing calls this method.
    ///
    /// - Parameters:
    ///   - test: The test.
    ///   - testCase: The case of the test.
    ///   - function: The code of the test.
    /// - Throws: ``/TVSimulator/SimulatorError`` with line and column if the profile is malformed; the errors of the
    ///   test.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        #if compiler(>=6.2)
            let issues = IssueHandlingTrait.compactMapIssues { issue in
                TestReport.current?.add(issue: "\(issue)")
                return issue
            }
            try await issues.provideScope(for: test, testCase: testCase) {
                try await withSimulator(profile: profile) { _ in
                    TestReport.current?.knowIssues()
                    try await function()
                }
            }
        #else
            try await withSimulator(profile: profile) { _ in try await function() }
        #endif
    }
}

extension Trait where Self == SimulatorTrait {
    /// Creates a simulated world, and runs the test as an app of that world.
    ///
    /// The test gets the simulator from ``/TVSimulatorTesting/TVSimulator/Simulator/current``.
    ///
    /// ```swift
    /// @Test(.simulator()) func isAskedOnce() async throws {
    ///     try Simulator.current.perform("permission: denied")
    ///     await #expect(throws: VSError.self) { try await VSAccountManager().checkAccessStatus() }
    /// }
    /// ```
    ///
    /// - Parameter profile: The text of one profile, as YAML or JSON, that describes the world. Its flow is not run.
    ///   The default describes a device without a TV provider account.
    /// - Returns: The trait.
    public static func simulator(_ profile: String = "schema: 1\nname: a simulated device\n") -> Self {
        SimulatorTrait(profile: profile)
    }
}
