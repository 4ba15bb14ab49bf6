import Foundation
import TVSimCore
import TVSimRules
package import TVSimRuns
import TVSimScenario
import TVSimStructuredText
import TVSimWorld
package import TVSimulator
import Testing

/// The report of one test, which `TVSIM_REPORT=DIR` writes as an HTML file when the test has failed.
///
/// Only the trait knows whether an expectation failed, so a test that calls `withSimulator` itself always writes one.
package final class TestReport: Sendable {
    /// The report of the running test; `nil` without `TVSIM_REPORT`.
    @TaskLocal static var current: TestReport?

    private struct State {
        var steps: [ReportedRun.Step] = []
        /// The number of the last journal entry in the report.
        var told = 0
        /// The failed expectations and recorded issues; `nil` if they are not known.
        var issues: [String]?
    }

    /// The number of files of each name that this process has written: tests of several suites may share a name.
    private static let written = Locked<[String: Int]>([:])

    private let folder: String
    private let simulator: Simulator
    private var simulation: Simulation { simulator.world.simulation }
    private let state = Locked(State())

    /// Creates the report of a test; `nil` if the environment does not ask for one.
    package init?(of simulator: Simulator, environment: [String: String] = ProcessInfo.processInfo.environment) {
        guard let folder = environment["TVSIM_REPORT"], !folder.isEmpty else { return nil }
        self.folder = folder
        self.simulator = simulator
    }

    /// Notes that the issues of the test are told from now on.
    package func knowIssues() { state.withLockedValue { $0.issues = $0.issues ?? [] } }

    /// Adds an issue of the test.
    package func add(issue: String) { state.withLockedValue { $0.issues?.append(issue) } }

    /// Adds a call of the test, with the decisions since the previous one.
    package func add(
        _ title: String, at place: String?, isCallOfApp: Bool = true, expected: [String]? = nil,
        effect: StepEffect, failures: [String] = []
    ) {
        guard let now = try? simulation.clock.now() else { return }
        state.withLockedValue { state in
            let (decisions, told) = (try? simulation.journal.entries(after: state.told)) ?? ([], state.told)
            state.told = told
            state.steps.append(
                ReportedRun.Step(
                    title: title, isCallOfApp: isCallOfApp, place: place, began: now, expected: expected,
                    effect: effect, decisions: decisions, failures: failures))
        }
    }

    /// Writes the file unless the test is known to have passed.
    ///
    /// It has the decisions after the last call, the issues and the error that ended the test.
    ///
    /// - Parameter error: The error; `nil` if the test has thrown none.
    /// - Throws: An error if the file cannot be written.
    package func write(error: (any Error)? = nil) throws {
        let issues = state.withLockedValue(\.issues)
        if error == nil, issues == [] { return }
        let test = Test.current
        add(
            "the end of the test", at: nil, isCallOfApp: false, effect: StepEffect(),
            failures: (issues ?? []) + (error.map { ["\($0)"] } ?? []))
        let name = test.map { $0.title(of: Test.Case.current) } ?? "a test"
        var run = ReportedRun(
            name: name, source: test.map { "\($0.sourceLocation)" } ?? "", steps: state.withLockedValue(\.steps),
            isComplete: false)
        do {
            run.sections = try RulePage.section(of: simulator.ruleReport()).map { [$0] } ?? []
        } catch {
            run.sections = [RulePage.section(unjudged: "\(error)")]
        }
        let page = try RunReport.page([run], title: name)
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let base = Self.fileName(of: name)
        let number = Self.written.withLockedValue { written in
            written[base, default: 0] += 1
            return written[base] ?? 1
        }
        let path = "\(folder)/\(base)\(number == 1 ? "" : "-\(number)").html"
        try Data(page.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
    }

    /// Returns a test's name as the name of a file: letters, digits and hyphens.
    static func fileName(of name: String) -> String {
        let words = name.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
        return words.isEmpty ? "test" : String(words.joined(separator: "-").prefix(100))
    }
}
