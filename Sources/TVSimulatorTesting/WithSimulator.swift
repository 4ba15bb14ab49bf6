import AccessEnabler
import Scenario
import SimulatedWorld
// One import is enough for a test: it speaks to the simulator all the time.
@_exported public import TVSimulator
import Testing

/// Makes a simulated world, and runs code in it as an app of that world.
///
/// What the code makes belongs to the world: a `VSAccountManager()` finds its device, an `AccessEnabler(_:)` its service.
/// Each call makes a world of its own, so that tests run in parallel.
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
///   - profile: What the world is like: one profile, YAML or JSON. Its flow is not run.
///   - body: What happens in the world; it is handed the simulator, which is ``/TVSimulatorTesting/TVSimulator/Simulator/current`` too.
/// - Returns: What the body returns.
/// - Throws: What the body throws. ``/TVSimulator/SimulatorError`` with line and column, when the profile does not decode; in
///   place of whatever the body throws or returns, when the real system would have ended the app.
public nonisolated(nonsending) func withSimulator<Result>(
    profile: String = "schema: 1\nname: a simulated device\n", _ body: (Simulator) async throws -> Result
) async throws -> Result {
    let simulator = try Simulator(profile: profile)
    return try await simulator.scoped { try await body(simulator) }
}

extension Simulator {
    @TaskLocal private static var scoped: Simulator?

    /// The simulator of the running test: that of the innermost ``withSimulator(profile:_:)``, or of the trait
    /// ``/TVSimulatorTesting/Testing/Trait/simulator(_:)``.
    ///
    /// - Throws: ``/TVSimulator/SimulatorError`` outside of both, in a detached task, and in a block on a queue.
    public static var current: Simulator {
        get throws {
            guard let scoped else {
                throw SimulatorError(
                    .noSimulator,
                    "there is no simulator here: give the test the trait '.simulator(…)', or call 'withSimulator'; "
                        + "in a detached task or on a queue, use the one that the test has")
            }
            return scoped
        }
    }

    /// Runs code as this world's app, with this simulator as the current one.
    ///
    /// - Throws: What the body throws; in its place, where the system has ended the app, that.
    nonisolated(nonsending) func scoped<Result>(_ body: () async throws -> Result) async throws -> Result {
        let isInside = Self.scoped != nil
        do {
            return try await Self.$scoped.withValue(self) {
                try await world.runInSimulatedProcess(
                    as: profile.app.bundleID, delivering: .mainQueue,
                    inheriting: { Self.$scoped.withValue(self, operation: $0) }, body)
            }
        } catch {
            let error = SimulatorError(error) ?? error
            // Swift Testing is silent about what a test throws whose time is over: it says that it is.
            if !isInside, Task.isCancelled, let test = Test.current, let error = error as? SimulatorError,
                error.code == .cancelled
            {
                Self.tell(error, of: test)
            }
            throw error
        }
    }

    /// Says why a test went on waiting, and fails none that has cancelled a task of its own.
    private static func tell(_ error: SimulatorError, of test: Test) {
        #if compiler(>=6.3)
            Issue.record("\(error)", severity: .warning, sourceLocation: test.sourceLocation)
        #else
            Issue.record(error, sourceLocation: test.sourceLocation)
        #endif
    }
}
