import TVSimDevice
import TVSimRules
import TVSimScenario
import TVSimStructuredText
import TVSimWorld
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
///   replaces the result or the error of the body. An error of the code `severalSimulators` replaces them if code that
///   no task carries called a framework while other simulators were active too.
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
    /// ``/TVSimulatorTesting/Testing/Trait/simulator(_:)``. Code that no task carries, such as a block on a dispatch
    /// queue or a detached task, has the only active simulator.
    ///
    /// ```swift
    /// try Simulator.current.perform("permission: granted")
    /// ```
    ///
    /// - Throws: ``/TVSimulator/SimulatorError`` of the code `noSimulator` outside of both; on a queue and in a detached
    ///   task also if several simulators are active.
    public static var current: Simulator {
        get throws {
            if let scoped { return scoped }
            var active: Simulator?
            // A test without a simulator must not get the one of a test that runs beside it.
            if Test.current == nil { ActiveApps.only?.inheriting { active = scoped } }
            guard let active else {
                throw SimulatorError(
                    .noSimulator,
                    "no current simulator: give the test the trait '.simulator(…)', or call 'withSimulator'; "
                        + "in a detached task or on a queue, use the simulator of the test")
            }
            return active
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
        // The first call that reached no simulator, or another one.
        let misplaced = Locked<SimulatorError?>(nil)
        let activity = Activity(of: life) { error in
            let error = SimulatorError(error) ?? SimulatorError(.impossible, "\(error)")
            misplaced.withLockedValue { $0 = $0 ?? error }
        }
        defer { life.end() }
        do {
            let result = try await endingWaits {
                try await TestReport.$current.withValue(report) {
                    try await Self.$scoped.withValue(self) {
                        try await world.runInSimulatedProcess(
                            as: profile.app.bundleID, over: transport(from: .sdk), activity: activity,
                            inheriting: { Self.$scoped.withValue(self, operation: $0) }, body)
                    }
                }
            }
            if let misplaced = misplaced.withLockedValue({ $0 }) { throw misplaced }
            try report?.write()
            return result
        } catch {
            let isEnded = error is AppTermination
            let error = (isEnded ? nil : misplaced.withLockedValue { $0 }) ?? SimulatorError(error) ?? error
            // The error of the test counts, not that of its report.
            try? report?.write(error: error)
            // Swift Testing does not report errors that a test throws after its time limit, so this records the error.
            if !isInside, Task.isCancelled, let test = Test.current, let error = error as? SimulatorError,
                [.cancelled, .severalSimulators].contains(error.code)
            {
                Self.tell(error, of: test)
            }
            throw error
        }
    }

    /// Runs code, and ends what its SDK waits for if the task is cancelled, for example by the time limit of a test.
    ///
    /// Code that waits for a callback in a continuation would never end otherwise.
    private nonisolated(nonsending) func endingWaits<Result>(
        _ body: () async throws -> Result
    ) async throws -> Result {
        let (cancellations, cancellation) = AsyncStream.makeStream(of: Void.self)
        // A task that inherits the running test, so that the reason belongs to that test.
        let watch = Task { for await _ in cancellations { await self.endWaits() } }
        let result: Swift.Result<Result, any Error>
        do {
            result = .success(
                try await withTaskCancellationHandler(operation: body) {
                    cancellation.yield()
                })
        } catch {
            result = .failure(error)
        }
        cancellation.finish()
        await watch.value
        return try result.get()
    }

    /// Records what the SDK objects of this simulator wait for, and answers them as if the user had given up.
    private func endWaits() async {
        var waits: [String] = []
        for object in life.waiting { waits += await object.waits() }
        if world.device.screen.presented != nil {
            waits.append("the system's interface waits for an answer: answer it with 'simulator.nextInterface()'")
        }
        if !waits.isEmpty, let test = Test.current {
            Self.tell(SimulatorError(.cancelled, "the test was cancelled during a wait", details: waits), of: test)
        }
        await world.device.requests.withdraw()
        for object in life.waiting { await object.giveUp() }
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
