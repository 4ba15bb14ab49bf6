import TVSimSDKVocabulary
package import TVSimScenario
package import TVSimSituations
import TVSimStructuredText
import TVSimWorld

/// Runs the cookbook's calls in situations, and compares their callbacks with the outcomes that the documents allow.
package struct SituationRunner: Sendable {
    /// The source of the records, where the record of a profile names its file.
    package static let source = "matrix"

    private let baseline: Profile
    private let runner: ProfileRunner

    /// Creates a runner.
    ///
    /// - Parameter isExplaining: Whether records contain the decisions of the journal.
    /// - Throws: ``SourceError`` if the world of the baseline cannot be read, which is an error of this package.
    package init(explaining isExplaining: Bool = false) throws {
        baseline = try ProfileDecoder.decode(CookbookSituation.world, source: Self.source)
        runner = ProfileRunner(explaining: isExplaining)
    }

    /// Returns the profile of a situation: the baseline's world, and the steps into the situation, without the calls.
    package func profile(of situation: CookbookSituation) throws -> Profile {
        var profile = baseline
        profile.name = situation.description
        profile.situation = situation
        profile.flow = try situation.steps().map { try ProfileDecoder.step($0, of: baseline) }
        return profile
    }

    /// Runs the calls in a situation.
    ///
    /// - Returns: The record of the steps and the calls. A call fails if the documents do not allow its callbacks.
    /// - Throws: As `ProfileRunner.run`.
    package func run(_ situation: CookbookSituation) async throws -> RunRecord {
        var profile = try profile(of: situation)
        let preparations = profile.flow.count
        profile.flow += try CookbookSituation.calls.map { try ProfileDecoder.step($0, of: baseline) }
        let record = try await runner.run(profile)
        let judged = try zip(record.steps.dropFirst(preparations), CookbookCall.allCases).map { step, call in
            try step.judged(by: situation.outcomes(of: call))
        }
        return RunRecord(
            profile: record.profile, source: record.source, steps: record.steps.prefix(preparations) + judged)
    }

    /// Returns whether one of the outcomes allows the callbacks of a call.
    ///
    /// The place of a status among the callbacks, and the order of several statuses, are not documented. They do not
    /// count, except beside a line `…`.
    ///
    /// - Throws: `CommandError` if a line of an outcome is malformed, which is an error of this package.
    package static func allows(_ callbacks: [ReceivedCallback], by outcomes: [AllowedOutcome]) throws -> Bool {
        try outcomes.contains { outcome in
            let patterns = try outcome.callbacks.map { try CallbackPattern(awaiting: $0) }
            if Mismatch(expected: patterns, callbacks: callbacks) == nil { return true }
            guard !patterns.contains(where: \.isAnyRun) else { return false }
            let others = patterns.filter { $0.name != .status }
            let statuses = patterns.filter { $0.name == .status }.map(\.text).sorted()
            return Mismatch(expected: others, callbacks: callbacks.filter { $0.name != .status }) == nil
                && statuses == callbacks.filter { $0.name == .status }.map(\.text).sorted()
        }
    }
}

extension StepRecord {
    /// Returns the record with a failure if none of the outcomes allows the callbacks.
    fileprivate func judged(by outcomes: [AllowedOutcome]) throws -> StepRecord {
        var effect = effect
        let expected = outcomes.first?.callbacks ?? []
        if try !SituationRunner.allows(callbacks, by: outcomes),
            let mismatch = Mismatch(
                expected: try expected.map { try CallbackPattern(awaiting: $0) }, callbacks: callbacks)
        {
            effect.failures.append(.mismatch(mismatch))
        }
        return StepRecord(
            action, line: line, began: began, expected: expected, effect: effect, decisions: decisions,
            duration: duration)
    }
}
