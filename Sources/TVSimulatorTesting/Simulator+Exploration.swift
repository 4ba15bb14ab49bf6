import TVSimExploration
import TVSimScenario
import TVSimStructuredText
import TVSimWorld
public import TVSimulator

/// The error of an exploration: the shortest sequence of events after which the check fails.
///
/// The description has the events, the error of the check, and a profile of the events that `tvsim run` runs.
public struct ExplorationFailure: Error, CustomStringConvertible {
    /// The events, each as ``/TVSimulator/Simulator/perform(_:fileID:line:)`` takes it.
    public let events: [String]
    /// The profile of the world with the events, as JSON.
    public let profile: String
    /// Why the check failed after the last event: the description of the error that it threw, or that it returned `false`.
    public let reason: String
    private let place: String

    init(_ found: CounterExample, in world: Members, seed: UInt64, at place: String) throws {
        events = try found.steps.map { action in try JSONText.line(action.notation) }
        profile = try JSONText.pretty(found.profile(of: world, foundBy: "Simulator.explore(seed: \(seed))"))
        reason = found.violation.reason
        self.place = place
    }

    /// The events, the error of the check and the profile.
    public var description: String {
        let list = events.isEmpty ? "without an event" : "after \(events.joined(separator: ", "))"
        return "\(place): the check fails \(list): \(reason)\n\(profile)"
    }
}

extension Simulator {
    /// Draws sequences of events, and checks an app after each event, until the check fails.
    ///
    /// Each sequence begins with a new world of this simulator's profile and a newly launched app. An event is a change
    /// of the device, the clock, the TV providers or the service, or a fault. The first sequence after which the check
    /// fails is shortened.
    ///
    /// ```swift
    /// try await simulator.explore { app in
    ///     let callbacks = try await app.callbacks { $0.setRequestor("REF30") }
    ///     return callbacks.filter { $0.hasPrefix("setRequestorComplete") }.count == 1
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - seed: The seed of the events. The same seed draws the same events.
    ///   - steps: The number of events after which no sequence begins.
    ///   - fileID: The file to name in an error.
    ///   - line: The line to name in an error.
    ///   - check: Checks the app, before the first event and after each event. It returns whether your rule holds. An
    ///     error that it throws, for example ``CallbackMismatch``, counts as a broken rule. Do not use `#expect` and
    ///     `#require` in it: they record an issue for each flow that is tried.
    /// - Throws: ``ExplorationFailure`` with the shortest sequence; `CancellationError` if the task is cancelled.
    public func explore(
        seed: UInt64 = 1, steps: Int = 500, fileID: String = #fileID, line: Int = #line,
        _ check: @escaping @Sendable (LaunchedApp) async throws -> Bool
    ) async throws {
        try await explore(seed: seed, steps: steps, fileID: fileID, line: line, launching: { $0 }, checking: check)
    }

    /// Draws sequences of events, and checks a model of an app after each event, until the check fails.
    ///
    /// It does what ``explore(seed:steps:fileID:line:_:)`` does for a model that keeps state between the events.
    ///
    /// ```swift
    /// try await simulator.explore(launching: { app in Player(app) }) { player in
    ///     try await player.comeToForeground()
    ///     return !player.showsVideo || player.isSignedIn
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - seed: The seed of the events. The same seed draws the same events.
    ///   - steps: The number of events after which no sequence begins.
    ///   - fileID: The file to name in an error.
    ///   - line: The line to name in an error.
    ///   - launch: Creates the model of a newly launched app, once for each sequence.
    ///   - check: Checks the model, before the first event and after each event. It returns whether your rule holds,
    ///     or throws an error.
    /// - Throws: ``ExplorationFailure`` with the shortest sequence; `CancellationError` if the task is cancelled.
    public func explore<Model: Sendable>(
        seed: UInt64 = 1, steps: Int = 500, fileID: String = #fileID, line: Int = #line,
        launching launch: @escaping @Sendable (LaunchedApp) async throws -> Model,
        checking check: @escaping @Sendable (Model) async throws -> Bool
    ) async throws {
        var plan = Explorer.Plan()
        (plan.seed, plan.steps) = (seed, steps)
        plan.start = profile.flow.map(\.action).filter { $0.command != nil }
        let profile = profile
        let explorer = Explorer(StepDrawer(profile: profile), where: { $0.command != nil }) { events in
            let recorder = CoverageRecorder()
            let simulator = try CoverageRecorder.$current.withValue(recorder) { try Simulator(profile) }
            let violation = try await simulator.violation(after: events.compactMap(\.command), launch, check)
            for item in recorder.visited { CoverageRecorder.current?.visit(item) }
            return Trial(visited: recorder.visited, violation: violation)
        }
        guard let found = try await explorer.explore(plan).found else { return }
        throw try ExplorationFailure(
            found, in: try document(), seed: seed, at: "\(fileID):\(line)")
    }

    /// Performs events in this new world, checks a model after each of them, and returns how the check failed.
    private func violation<Model: Sendable>(
        after events: [SimulatorCommand], _ launch: @Sendable (LaunchedApp) async throws -> Model,
        _ check: @Sendable (Model) async throws -> Bool
    ) async throws -> Violation? {
        var step = 0
        do {
            try await scoped {
                let model = try await launch(self.launch())
                guard try await check(model) else { throw BrokenRule() }
                for (index, event) in events.enumerated() {
                    step = index
                    // An event that is not possible in the present state changes nothing.
                    do { try world.perform(event) } catch is CommandError { continue }
                    guard try await check(model) else { throw BrokenRule() }
                }
            }
            return nil
        } catch let error as CancellationError {
            throw error
        } catch let error as SimulatorError where error.code == .appTerminated {
            // The system ends apps in some situations, and the app then makes no calls that could be wrong.
            return nil
        } catch {
            return Violation(
                rule: "\(type(of: error))", sentence: "The check holds.", step: step, reason: "\(error)")
        }
    }

    /// The keys of the profile's world that differ from the built-in one, in the notation of profiles.
    private func document() throws -> Members {
        let fields = WorldDescription.fields
        let standard = fields.json(of: .builtIn)
        return fields.json(of: profile.origin.description).filter { standard[$0.key] != $0.value }
            .merging(["schema": 1]) { $1 }
    }
}

/// The error of a check that returns `false`.
private struct BrokenRule: Error, CustomStringConvertible {
    let description = "the check returned false"
}

extension FlowStep.Action {
    /// The event; `nil` for a call of the app and for a launch.
    fileprivate var command: SimulatorCommand? {
        if case .command(let command) = self { command } else { nil }
    }
}
