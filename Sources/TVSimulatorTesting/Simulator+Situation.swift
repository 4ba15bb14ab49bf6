import TVSimRuns
import TVSimScenario
import TVSimSituations
import TVSimStructuredText
public import TVSimulator

/// The situations into which a test has led its worlds.
final class SituationEntry: Sendable {
    @TaskLocal static var current: SituationEntry?

    /// The world of every situation, as the text of a profile.
    static var world: String { get throws { try JSONText.line(CookbookSituation.world) } }

    private let worlds = Locked<[(simulator: Simulator, situation: Situation?)]>([])

    /// The situations that the test has entered.
    var entered: [Situation] { worlds.withLockedValue { $0.compactMap(\.situation) } }

    /// Adds a world in which a situation may be entered.
    func add(_ simulator: Simulator) { worlds.withLockedValue { $0.append((simulator, nil)) } }

    /// Records the situation of a world.
    ///
    /// - Throws: ``SimulatorError`` if the world is in one already, or is not that of a matrix.
    func enter(_ situation: Situation, _ simulator: Simulator, at place: String) throws {
        try worlds.withLockedValue { worlds in
            guard let index = worlds.firstIndex(where: { $0.simulator === simulator }) else {
                throw Self.noMatrix(at: place)
            }
            if let former = worlds[index].situation {
                throw SimulatorError(
                    .impossible, "the world is in the situation '\(former)' already", at: place)
            }
            worlds[index].situation = situation
        }
    }

    static func noMatrix(at place: String) -> SimulatorError {
        SimulatorError(
            .impossible,
            "the world is not that of a matrix: give the test the trait '.simulator(matrix: …)', "
                + "or call 'withSimulator(in:)'", at: place)
    }
}

extension Simulator {
    /// Leads the world into a situation of the cookbook.
    ///
    /// An earlier launch of the app is part of some situations. Afterwards the test runs the app's code.
    ///
    /// ```swift
    /// try await Simulator.current.enter(situation)
    /// ```
    ///
    /// - Parameters:
    ///   - situation: The situation, usually the argument of the test.
    ///   - fileID: The file to name in an error.
    ///   - line: The line to name in an error.
    /// - Throws: ``/TVSimulator/SimulatorError`` if the world is in a situation already, or is not the world of a
    ///   matrix: use the trait ``/TVSimulatorTesting/Testing/Trait/simulator(matrix:)`` or
    ///   ``withSimulator(in:_:)``.
    public func enter(_ situation: Situation, fileID: String = #fileID, line: Int = #line) async throws {
        let place = "\(fileID):\(line)"
        guard let entry = SituationEntry.current else { throw SituationEntry.noMatrix(at: place) }
        try entry.enter(situation, self, at: place)
        let steps = try SituationRunner().profile(of: situation.value)
        let record = try await ProfileRunner().run(steps, in: world)
        guard record.passed else {
            throw SimulatorError(
                .impossible, "the situation '\(situation)' cannot be entered",
                details: record.steps.flatMap(\.failures), at: place)
        }
    }

    /// Leads the world into a situation of the cookbook, and launches the app.
    ///
    /// - Parameters:
    ///   - situation: The situation, usually the argument of the test.
    ///   - fileID: The file to name in an error.
    ///   - line: The line to name in an error.
    /// - Returns: The app, as ``launch()`` returns it.
    /// - Throws: The errors of ``enter(_:fileID:line:)``.
    public func launch(
        in situation: Situation, fileID: String = #fileID, line: Int = #line
    ) async throws -> LaunchedApp {
        try await enter(situation, fileID: fileID, line: line)
        return launch()
    }
}

/// Creates the world of a situation of the cookbook, and runs code as an app of that world.
///
/// It does for one situation what ``withSimulator(profile:_:)`` does for a profile. In a test of a matrix it makes a
/// further world, for example to compare two implementations in the same situation.
///
/// - Parameters:
///   - situation: The situation, which the world is in when the body begins.
///   - body: The code to run. It receives the simulator.
/// - Returns: The result of the body.
/// - Throws: The errors of the body.
public nonisolated(nonsending) func withSimulator<Result>(
    in situation: Situation, _ body: (Simulator) async throws -> Result
) async throws -> Result {
    // A test of a matrix may compare several worlds.
    try await SituationEntry.$current.withValue(SituationEntry.current ?? SituationEntry()) {
        try await withSimulator(profile: try SituationEntry.world) { simulator in
            SituationEntry.current?.add(simulator)
            try await simulator.enter(situation)
            return try await body(simulator)
        }
    }
}
