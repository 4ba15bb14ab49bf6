import TVSimCore
import TVSimExploration
import TVSimRuns
import TVSimScenario
import TVSimStructuredText
import TVSimWorld
import TestSupport
import Testing

@Suite("An exploration")
struct PlantedBugTests {
    private static let builtIn: Members = ["schema": 1, "name": "built-in"]

    /// The profile whose world is explored.
    ///
    /// The rule about tvOS is searched on an Apple TV: a drawn flow changes to one of five platforms, and to this one in
    /// fewer than 6000 steps only by chance.
    static func document(for bug: PlantedBug) -> Members {
        guard bug.rule == "tvos-pages" else { return builtIn }
        return ["schema": 1, "name": "built-in", "device": ["platform": "tvOS"]]
    }

    /// Explores the built-in world by one rule, in a simulator that has a bug.
    static func outcome(
        with bug: PlantedBug, seed: UInt64 = 1, jobs: Int = 2, steps: Int = 6000
    ) async throws -> Explorer.Outcome {
        let profile = try ProfileDecoder.decode(.object(document(for: bug)), source: "built-in")
        let rules = Invariant.all.filter { $0.name == bug.rule }
        try #require(rules.count == 1)
        let check = InvariantCheck(profile, by: rules) { profile, recorder in
            bug.planted(in: try await HistoryRunner().history(of: profile, recorder: recorder))
        }
        var plan = Explorer.Plan()
        (plan.seed, plan.jobs, plan.steps) = (seed, jobs, steps)
        return try await Explorer(StepDrawer(profile: profile)) { try await check.trial(of: $0) }.explore(plan)
    }

    @Test("has a planted bug for each rule")
    func everyRule() {
        #expect(PlantedBug.all.map(\.rule) == Invariant.all.map(\.name))
        #expect(Invariant.all.count >= 10)
    }

    @Test(
        "finds a planted bug within 6000 steps, which take less than a minute, and shrinks it to at most five steps",
        arguments: PlantedBug.all[each: Thoroughness.part(12, ci: 12), from: 0])
    func finds(bug: PlantedBug) async throws {
        let outcome = try await Self.outcome(with: bug)
        let found = try #require(outcome.found, "after \(outcome.steps) steps")
        #expect(found.violation.rule == bug.rule)
        #expect(found.steps.count <= 5, "\(found.steps.map(\.notation))")
        // The profile can be run, and every simulator without the bug passes it.
        let notation = found.profile(of: Self.document(for: bug), foundBy: "tvsim explore")
        let profile = try ProfileDecoder.decode(notation, source: "counter-example")
        #expect(profile.flow.map(\.action) == found.steps)
        let record = try await ProfileRunner().run(profile)
        #expect(record.steps.flatMap(\.failures) == [])
    }

    @Test("finds the same flow for a seed, whatever the number of jobs")
    func isDeterministic() async throws {
        let bug = try #require(PlantedBug.all.first { $0.rule == "logged-out" })
        let one = try await Self.outcome(with: bug, seed: 5, jobs: 1)
        let four = try await Self.outcome(with: bug, seed: 5, jobs: 4)
        #expect(one.found?.steps == four.found?.steps)
        #expect(one.steps == four.steps)
        #expect(one.visited == four.visited)
        let again = try await Self.outcome(with: bug, seed: 5, steps: one.steps)
        #expect(again.found?.steps == one.found?.steps)
    }

    @Test("finds no broken rule in the simulator", arguments: Thoroughness.isFull ? [1, 2] : [1 as UInt64])
    func holds(seed: UInt64) async throws {
        let profile = try ProfileDecoder.decode(.object(Self.builtIn), source: "built-in")
        let check = InvariantCheck(profile)
        var plan = Explorer.Plan()
        let steps = Thoroughness.isFull ? 1000 : 300
        (plan.seed, plan.jobs, plan.steps) = (seed, 2, steps)
        let outcome = try await Explorer(StepDrawer(profile: profile)) { try await check.trial(of: $0) }.explore(plan)
        #expect(outcome.found == nil, "\(outcome.found.map { "\($0.violation)\n\($0.steps.map(\.notation))" } ?? "")")
        #expect(outcome.steps >= steps)
    }
}
