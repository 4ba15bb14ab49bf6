import TVSimCore
import TVSimDevice
import TVSimRules
import TVSimStateStorage
import TVSimStructuredText
import TVSimWorld
public import TVSimulator
public import Testing

/// How a vendor's document says a rule about apps.
public enum RuleSeverity: String, Sendable, CaseIterable {
    /// Mandatory, or "must".
    case mandatory
    /// Recommended, or "should".
    case recommended
    /// A guideline of Apple.
    case guideline
}

extension Simulator {
    /// Judges what the app did in this world by the vendors' rules, and records an issue for each rule that it broke, or one
    /// if it exercised none.
    ///
    /// The rules judge the app's own requests by `URLSession` and its own calls of `VSAccountManager` and of the SDK, and
    /// not what the simulated SDK sends and asks. An issue names the entries of the journal. What only the test knows it says with the event
    /// `mark`.
    ///
    /// ```swift
    /// try await client.signIn()
    /// try simulator.perform("mark: {event: play, resource: news}")
    /// try simulator.expectRules(.mandatory)
    /// ```
    ///
    /// - Parameters:
    ///   - severity: The lowest severity of rules that count.
    ///   - sourceLocation: The place of the issues.
    /// - Throws: An error if the state of the world cannot be read.
    public func expectRules(
        _ severity: RuleSeverity = .mandatory, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let report = try ruleReport()
        guard !report.isEmpty else {
            Issue.record(
                """
                no rule was exercised: what counts are the app's calls of the SDK, its requests to the service by \
                'URLSession.shared' or a URLSession of 'urlSessionConfiguration', and its metadata requests by a \
                VSAccountManager of its own
                """, sourceLocation: sourceLocation)
            return
        }
        let limit = Rule.Severity(rawValue: severity.rawValue)?.rank ?? 0
        for rule in report.rules where rule.verdict == .broken && rule.severity.rank <= limit {
            Issue.record("\(RuleText.broken(rule).joined(separator: "\n"))", sourceLocation: sourceLocation)
        }
    }

    /// Judges what the app did in this world.
    func ruleReport() throws -> RuleReport {
        let settings = try world.origin().description.rules
        var judge = RuleJudge()
        judge.judge(try evidence.history(of: world), by: settings)
        return judge.report
    }
}

/// A trait that judges the app of each test by the vendors' rules when the test has ended.
///
/// The test also has a trait ``/TVSimulatorTesting/Testing/Trait/simulator(_:)``, which stands before this one.
public struct RulesTrait: TestTrait, SuiteTrait, TestScoping {
    let severity: RuleSeverity

    /// Always `true`: the trait of a suite also applies to the tests of nested suites.
    public var isRecursive: Bool { true }

    /// Runs one case of a test, and judges what its app did.
    ///
    /// Swift Testing calls this method.
    ///
    /// - Parameters:
    ///   - test: The test.
    ///   - testCase: The case of the test.
    ///   - function: The code of the test.
    /// - Throws: The errors of the test; ``/TVSimulator/SimulatorError`` if the test has no simulator.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await function()
        try Simulator.current.expectRules(severity, sourceLocation: test.sourceLocation)
    }
}

extension Trait where Self == RulesTrait {
    /// Fails a test whose app broke a rule of the vendors' documents, as
    /// ``/TVSimulatorTesting/TVSimulator/Simulator/expectRules(_:sourceLocation:)`` does.
    ///
    /// ```swift
    /// @Test(.simulator(), .rules(failOn: .mandatory)) func signsIn() async throws { … }
    /// ```
    ///
    /// - Parameter severity: The lowest severity of rules that count.
    /// - Returns: The trait.
    public static func rules(failOn severity: RuleSeverity = .mandatory) -> Self { RulesTrait(severity: severity) }
}
