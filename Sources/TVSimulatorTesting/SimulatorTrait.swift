public import Testing

/// A trait that gives each test its own simulated world, as ``withSimulator(profile:_:)`` does.
///
/// On a suite, the trait applies to every test, and each case of a parameterized test has its own world. The trait of a
/// test overrides the trait of its suite.
///
/// A test that fails gets one more issue, a warning that shows its world: the clock, the vendors' rules that the app
/// broke, the requests that the service refused, the newest decisions with their reasons, and what the app's first call
/// would do.
public struct SimulatorTrait: TestTrait, SuiteTrait, TestScoping {
    let profile: String
    /// The situations that the cases of the test may enter; `nil` for a test without situations.
    var matrix: (@Sendable () throws -> SituationMatrix)?

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
        guard let matrix = try matrix?() else {
            return try await provideWorld(for: test, testCase: testCase, performing: function)
        }
        let entry = SituationEntry()
        try await SituationEntry.$current.withValue(entry) {
            try await provideWorld(for: test, testCase: testCase, performing: function)
        }
        guard !entry.entered.isEmpty else {
            throw SimulatorError(
                .impossible, "the test entered no situation: call 'Simulator.current.launch(in:)' or 'enter'")
        }
        if let other = entry.entered.first(where: { !matrix.contains($0) }) {
            throw SimulatorError(.impossible, "the situation '\(other)' is not in the matrix of the trait")
        }
    }

    private func provideWorld(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let simulator = try Simulator(profile: profile)
        if matrix != nil { SituationEntry.current?.add(simulator) }
        let note = FailureNote()
        do {
            #if compiler(>=6.2)
                let issues = IssueHandlingTrait.compactMapIssues { issue in
                    note.add(issue, of: simulator)
                    TestReport.current?.add(issue: "\(issue)")
                    return issue
                }
                try await issues.provideScope(for: test, testCase: testCase) {
                    try await simulator.scoped {
                        TestReport.current?.knowIssues()
                        try await function()
                    }
                }
            #else
                try await simulator.scoped(function)
            #endif
        } catch {
            note.add(error)
            await note.record(simulator, for: test, testCase)
            throw error
        }
        await note.record(simulator, for: test, testCase)
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

    /// Creates the world of the cookbook's situations for each case of a test.
    ///
    /// Each case is a test case of its own with a readable name, so that an app's code runs in every situation:
    ///
    /// ```swift
    /// @Test(.simulator(matrix: .appleSSO), arguments: SituationMatrix.appleSSO)
    /// func setsItsRequestor(in situation: Situation) async throws {
    ///     let app = try await Simulator.current.launch(in: situation)
    ///     try await app.expect(.setRequestor, in: situation) { $0.setRequestor("REF30") }
    /// }
    /// ```
    ///
    /// A case fails if it does not enter its situation, because Swift Testing does not tell a trait the arguments.
    ///
    /// - Parameter matrix: The situations, which are the arguments of the test too.
    /// - Returns: The trait.
    public static func simulator(matrix: @autoclosure @escaping @Sendable () throws -> SituationMatrix) -> Self {
        SimulatorTrait(profile: (try? SituationEntry.world) ?? "", matrix: matrix)
    }
}
