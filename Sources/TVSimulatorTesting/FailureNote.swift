import TVSimCore
import TVSimDevice
import TVSimRules
import TVSimRuns
import TVSimScenario
import TVSimStructuredText
import TVSimWorld
import TVSimulator
import Testing

/// The failures of a running test, and the issue that shows its world when it has failed.
final class FailureNote: Sendable {
    private let failures = Locked<[String]>([])
    /// The dialog that was open at the last failure; the app closes it when the test ends.
    private let dialog = Locked<String?>(nil)

    /// Notes a failed expectation or a recorded issue of a test.
    func add(_ issue: Issue, of simulator: Simulator) {
        #if compiler(>=6.3)
            guard issue.isFailure else { return }
        #endif
        failures.withLockedValue { $0.append("\(issue)") }
        let open = simulator.world.device.screen.presented?.page?.told
        dialog.withLockedValue { $0 = open }
    }

    /// Notes the error that ended the test.
    ///
    /// A failed `#require` is an issue already, and a test that cancels itself has not failed.
    func add(_ error: any Error) {
        guard !(error is ExpectationFailedError), "\(type(of: error))" != "SkipInfo" else { return }
        failures.withLockedValue { $0.append("\(error)") }
    }

    /// Records the text of the world as one issue of a test that has failed.
    func record(_ simulator: Simulator, for test: Test, _ testCase: Test.Case?) async {
        let failures = failures.withLockedValue(\.self)
        guard !failures.isEmpty else { return }
        let outcome = FailureText.Outcome(
            test: test.title(of: testCase), status: "failed",
            place: "\(test.sourceLocation.fileID):\(test.sourceLocation.line)",
            message: failures.joined(separator: "\n"))
        let dialog = dialog.withLockedValue(\.self)
        // The time limit has cancelled the task of a test that exceeded it.
        let text = await Task { await simulator.failureText(outcome, dialog: dialog) }.value
        #if compiler(>=6.3)
            Issue.record("\(text)", severity: .warning, sourceLocation: test.sourceLocation)
        #else
            Issue.record("\(text)", sourceLocation: test.sourceLocation)
        #endif
    }
}

extension Test {
    /// Returns the name of the test, with the arguments of a case.
    func title(of testCase: Case?) -> String {
        (displayName ?? name) + (CaseArguments.text(of: testCase).map { " with \($0)" } ?? "")
    }
}

extension Simulator {
    /// Returns what a failed test needs of this world, as the clients in other languages print it.
    ///
    /// - Parameters:
    ///   - outcome: What became of the test.
    ///   - dialog: The dialog that was open when it failed; `nil` if none was.
    /// - Returns: The text.
    func failureText(_ outcome: FailureText.Outcome, dialog: String?) async -> String {
        do {
            let journal = try SelectedDevice(of: world, name: nil, title: "world").journal(after: 0, contains: nil)
            var text = FailureText(
                of: "this world", outcome, at: try .init(world.simulation.clock), journal,
                exchanges.exchanges(of: journal), Result { try ruleReport() })
            text.outlook = try? await Explanation.of(
                .setRequestor, in: world, named: "world", for: .adminAPI
            ).listing.outlook
            text.waiting = dialog
            text.person = "'simulator.nextInterface()'"
            text.rest = "are in 'simulator.journal()'"
            text.machine = WallClock.now()
            text.silence = [
                "Requests of a URLSession with a configuration of its own go to the real host, and cannot be seen here: "
                    + "create the session from 'simulator.urlSessionConfiguration', or use 'URLSession.shared'."
            ]
            return text.text
        } catch {
            return "the world of the test cannot be read: \(error)"
        }
    }
}
