import AccessEnabler
import Scenario
import SimulatedWorld
// Almost every test uses `Simulator`, so this module exports it.
@_exported public import TVSimulator
import Testing

/// Creates a simulated world, and runs code as an app of that world.
///
/// With `TVSIM_REPORT=DIR` in the environment, it also writes an HTML file into this folder, with the calls of the app,
/// their callbacks, the requests and the reasons.
///
/// Inside the closure, `VSAccountManager()` uses the device of the world, and `AccessEnabler(_:)` uses its entitlement
/// service. Each call creates a separate world, so tests can run in parallel.
///
/// ```swift
/// try await withSimulator { simulator in
///     try simulator.perform("permission: granted")
///     let status = try await VSAccountManager().checkAccessStatus()
///     #expect(status == .granted)
/// }
/// ```
///
/// - Parameters:
///   - profile: The text of one profile, as YAML or JSON, that describes the world. Its flow is not run. The default
///     describes a device without a TV provider account.
///   - body: The code to run. It receives the simulator, which is also
///     ``/TVSimulatorTesting/TVSimulator/Simulator/current``.
/// - Returns: The result of the body.
/// - Throws: The errors of the body; ``/TVSimulator/SimulatorError`` with line and column if the profile is malformed.
///
///   If the real system would have ended the app, a ``/TVSimulator/SimulatorError`` of the code `appTerminated`
///   replaces the result or the error of the body.
public nonisolated(nonsending) func withSimulator<Result>(
    profile: String = "schema: 1\nname: a simulated device\n", _ body: (Simulator) async throws -> Result
) async throws -> Result {
    let simulator = try Simulator(profile: profile)
    return try await simulator.scoped { try await body(simulator) }
}

extension Simulator {
    @TaskLocal private static var scoped: Simulator?

    /// The simulator of the running test.
    ///
    /// It belongs to the innermost ``withSimulator(profile:_:)`` or trait
    /// ``/TVSimulatorTesting/Testing/Trait/simulator(_:)``.
    ///
    /// ```swift
    /// try Simulator.current.perform("permission: granted")
    /// ```
    ///
    /// - Throws: ``/TVSimulator/SimulatorError`` of the code `noSimulator` outside of both, in a detached task, and in
    ///   a block on a dispatch queue.
    public static var current: Simulator {
        get throws {
            guard let scoped else {
                throw SimulatorError(
                    .noSimulator,
                    "no current simulator: give the test the trait '.simulator(…)', or call 'withSimulator'; "
                        + "in a detached task or on a queue, use the simulator of the test")
            }
            return scoped
        }
    }

    /// Runs code as this world's app, with this simulator as the current one.
    ///
    /// - Parameter body: The code.
    /// - Returns: The result of the body.
    /// - Throws: The errors of the body; instead, a ``SimulatorError`` if the system has ended the app.
    nonisolated(nonsending) func scoped<Result>(_ body: () async throws -> Result) async throws -> Result {
        let isInside = Self.scoped != nil
        let report = TestReport(of: self)
        do {
            let result = try await TestReport.$current.withValue(report) {
                try await Self.$scoped.withValue(self) {
                    try await world.runInSimulatedProcess(
                        as: profile.app.bundleID, delivering: .mainQueue,
                        inheriting: { Self.$scoped.withValue(self, operation: $0) }, body)
                }
            }
            try report?.write()
            return result
        } catch {
            let error = SimulatorError(error) ?? error
            // The error of the test counts, not that of its report.
            try? report?.write(error: error)
            // Swift Testing does not report errors that a test throws after its time limit, so this records the error.
            if !isInside, Task.isCancelled, let test = Test.current, let error = error as? SimulatorError,
                error.code == .cancelled
            {
                Self.tell(error, of: test)
            }
            throw error
        }
    }

    /// Records why a wait ended, as a warning, because a test may cancel its own task without failing.
    private static func tell(_ error: SimulatorError, of test: Test) {
        #if compiler(>=6.3)
            Issue.record("\(error)", severity: .warning, sourceLocation: test.sourceLocation)
        #else
            Issue.record(error, sourceLocation: test.sourceLocation)
        #endif
    }
}
