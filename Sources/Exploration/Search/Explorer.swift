package import TVSimCore
package import TVSimScenario
import TVSimWorld

/// One run of a sequence.
package struct Trial: Sendable {
    /// What the run visited.
    package var visited: Set<CoverageItem>
    /// The rule that it broke; `nil` if all rules hold.
    package var violation: Violation?

    /// Creates a trial.
    package init(visited: Set<CoverageItem> = [], violation: Violation? = nil) {
        self.visited = visited
        self.violation = violation
    }
}

/// Draws sequences, runs them, and shrinks the first one that breaks a rule.
///
/// Sequences are drawn in rounds of a fixed size. A sequence depends only on the seed, the shard, its number, and what
/// the earlier rounds have visited. The result is therefore the same for any number of jobs.
package struct Explorer: Sendable {
    /// Runs a sequence in a new world.
    package typealias Attempt = @Sendable ([FlowStep.Action]) async throws -> Trial

    /// What to explore, and for how long.
    package struct Plan: Sendable {
        /// The seed.
        package var seed: UInt64 = 0
        /// The number of steps after which no sequence begins; `nil` for no limit.
        package var steps: Int?
        /// The number of sequences that run at the same time.
        package var jobs = 1
        /// The number of this shard, from 0, and the number of shards.
        package var shard: (index: Int, count: Int) = (0, 1)
        /// The steps of a known flow, with which the exploration begins.
        package var start: [FlowStep.Action] = []

        /// Creates the plan of an exploration without an end.
        package init() {}
    }

    /// What an exploration has done.
    package struct Outcome: Sendable {
        /// The number of sequences that ran, without those of shrinking.
        package var sequences = 0
        /// The number of their steps.
        package var steps = 0
        /// What they visited.
        package var visited: Set<CoverageItem> = []
        /// The shortest sequence that breaks a rule; `nil` if none was found.
        package var found: CounterExample?
    }

    /// The number of sequences of a round; it is fixed, because the result depends on it.
    private static let round = 32
    /// The largest number of sequences that are kept for extension.
    private static let largestCorpus = 512

    private let drawer: StepDrawer
    private let sequences: SequenceDrawer
    private let attempt: Attempt

    /// Creates an explorer.
    ///
    /// - Parameters:
    ///   - drawer: Draws the steps.
    ///   - allows: Whether a step may be part of a sequence.
    ///   - attempt: Runs a sequence in a new world.
    package init(
        _ drawer: StepDrawer, where allows: @escaping @Sendable (FlowStep.Action) -> Bool = { _ in true },
        trying attempt: @escaping Attempt
    ) {
        self.drawer = drawer
        sequences = SequenceDrawer(drawer, where: allows)
        self.attempt = attempt
    }

    /// Explores until a rule is broken, the plan's steps are done, or the time is over.
    ///
    /// - Parameters:
    ///   - plan: What to explore.
    ///   - progress: Is told the outcome so far after each round; returns whether to go on.
    /// - Returns: What was done.
    /// - Throws: The errors of a run.
    package func explore(
        _ plan: Plan, while progress: (Outcome) throws -> Bool = { _ in true }
    ) async throws -> Outcome {
        var outcome = Outcome()
        var corpus = plan.start.isEmpty ? [] : [plan.start]
        var pending = corpus
        while outcome.steps < plan.steps ?? .max {
            let drawn = pending + draw(Self.round - pending.count, after: outcome, from: corpus, plan)
            pending = []
            let trials = try await run(drawn, jobs: plan.jobs)
            for (steps, trial) in zip(drawn, trials) {
                outcome.sequences += 1
                outcome.steps += steps.count
                let count = outcome.visited.count
                outcome.visited.formUnion(trial.visited)
                if outcome.visited.count > count { corpus.append(steps) }
                if let violation = trial.violation {
                    outcome.found = try await shrink(steps, breaking: violation)
                    return outcome
                }
                // The round may be longer than the plan, and its remainder does not count.
                if outcome.steps >= plan.steps ?? .max { return outcome }
            }
            if corpus.count > Self.largestCorpus { corpus.removeFirst(corpus.count - Self.largestCorpus) }
            guard try progress(outcome) else { return outcome }
        }
        return outcome
    }

    /// Draws sequences, each from a generator of its own.
    private func draw(
        _ count: Int, after outcome: Outcome, from corpus: [[FlowStep.Action]], _ plan: Plan
    ) -> [[FlowStep.Action]] {
        (0..<count).map { offset in
            let number = UInt64((outcome.sequences + offset) * plan.shard.count + plan.shard.index)
            var generator = SeededGenerator(seed: plan.seed, part: number)
            return sequences.sequence(from: corpus, &generator)
        }
    }

    /// Runs sequences, and returns the results in their order.
    private func run(_ drawn: [[FlowStep.Action]], jobs: Int) async throws -> [Trial] {
        try await withThrowingTaskGroup(of: (Int, Trial).self) { group in
            var trials: [Trial?] = drawn.map { _ in nil }
            for (index, steps) in drawn.enumerated() {
                if index >= jobs, let (done, trial) = try await group.next() { trials[done] = trial }
                group.addTask { [attempt] in (index, try await attempt(steps)) }
            }
            for try await (done, trial) in group { trials[done] = trial }
            return trials.compactMap(\.self)
        }
    }

    /// Shrinks a sequence that breaks a rule.
    private func shrink(_ steps: [FlowStep.Action], breaking violation: Violation) async throws -> CounterExample {
        let empty = try await attempt([]).violation
        if let empty, empty.rule == violation.rule { return CounterExample(steps: [], violation: empty) }
        let shrinker = Shrinker { steps in try await attempt(steps).violation?.rule == violation.rule }
        let begun = Array(steps.prefix(violation.step + 1))
        // Nothing after the violation is needed, unless the rule is about the end of the flow.
        let needed = try await attempt(begun).violation?.rule == violation.rule ? begun : steps
        let shortest = try await shrinker.shrunk(needed, in: drawer)
        return CounterExample(steps: shortest, violation: try await attempt(shortest).violation ?? violation)
    }
}

/// The shortest sequence that was found to break a rule.
package struct CounterExample: Sendable {
    /// The steps.
    package let steps: [FlowStep.Action]
    /// What they break.
    package let violation: Violation
}
