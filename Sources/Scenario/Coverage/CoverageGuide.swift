package import Coverage
package import Situations

/// Finds the situations of the cookbook that visit an item, by running them.
package enum CoverageGuide {
    /// Why an item without a situation has none, as a clause.
    package static let noProfile = "the cookbook's situations do not lead to it"

    /// Returns a situation for each item that one visits.
    ///
    /// - Parameter items: The items.
    /// - Returns: The situations; an item that no situation visits has none.
    /// - Throws: As ``SituationRunner/run(_:)``.
    package static func situations(visiting items: some Sequence<CoverageItem>) async throws -> [CoverageItem: Situation]
    {
        var found: [CoverageItem: Situation] = [:]
        var missing: Set<CoverageItem> = []
        for item in items {
            if let situation = item.situation { found[item] = situation } else { missing.insert(item) }
        }
        let runner = try SituationRunner()
        for situation in candidates where !missing.isEmpty {
            let recorder = CoverageRecorder()
            _ = try await CoverageRecorder.$current.withValue(recorder) { try await runner.run(situation) }
            for item in missing.intersection(recorder.visited) { found[item] = situation }
            missing.subtract(recorder.visited)
        }
        return found
    }

    /// The situations that are tried: those that differ from the baseline in one axis, and then those of an app without
    /// a valid account and of an app with an earlier launch.
    static var candidates: [Situation] {
        SituationAxis.allCases.flatMap { situations(varying: $0) }
            + situations(varying: .account, .picker, .boarding, .platform)
            + situations(varying: .account, .token, .start, .accessBefore)
    }

    private static func situations(varying axes: SituationAxis...) -> [Situation] {
        var selection = SituationSelection()
        for axis in axes { selection.select(axis.values, of: axis) }
        return selection.possibleSituations()
    }
}
