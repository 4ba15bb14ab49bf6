import TVSimCore
import TVSimSDKVocabulary
import TVSimScenario
import TVSimStructuredText
import TVSimWorld
import Testing

@testable import TVSimExploration

/// What an exploration does with the results of its sequences; the runs of this suite are closures.
@Suite("The search of an exploration")
struct ExplorerTests {
    private typealias Steps = [FlowStep.Action]

    private let drawer: StepDrawer

    init() throws {
        drawer = StepDrawer(profile: try ProfileDecoder.decode(["schema": 1, "name": "n"], source: "n"))
    }

    private static func plan(_ change: (inout Explorer.Plan) -> Void) -> Explorer.Plan {
        var plan = Explorer.Plan()
        change(&plan)
        return plan
    }

    /// Explores one or more rounds of 32 sequences, and returns the sequences in their order.
    private func sequences(
        rounds: Int = 1, _ plan: Explorer.Plan = Explorer.Plan(),
        visiting: @escaping @Sendable (Steps) -> Bool = { _ in false }
    ) async throws -> [Steps] {
        let tried = Locked<[Steps]>([])
        let item = try #require(CoverageArea.callback.items.first)
        let explorer = Explorer(drawer) { steps in
            tried.withLockedValue { $0.append(steps) }
            return Trial(visited: visiting(steps) ? [item] : [])
        }
        var left = rounds
        let outcome = try await explorer.explore(plan) { _ in
            left -= 1
            return left > 0
        }
        let all = tried.withLockedValue { $0 }
        #expect(outcome.sequences == all.count && outcome.sequences == 32 * rounds)
        #expect(outcome.steps == all.reduce(0) { $0 + $1.count })
        #expect(outcome.found == nil)
        return all
    }

    @Test("begins no sequence when the plan's steps are done")
    func steps() async throws {
        let ran = Locked<[Int]>([])
        let explorer = Explorer(drawer) { steps in
            ran.withLockedValue { $0.append(steps.count) }
            return Trial()
        }
        for limit in [1, 100, 700] {
            ran.withLockedValue { $0 = [] }
            let outcome = try await explorer.explore(Self.plan { $0.steps = limit })
            let counted = ran.withLockedValue { $0.prefix(outcome.sequences) }
            #expect(outcome.steps == counted.reduce(0, +))
            #expect(outcome.steps >= limit && outcome.steps - (counted.last ?? 0) < limit)
        }
        #expect(try await explorer.explore(Self.plan { $0.steps = 0 }).sequences == 0)
    }

    @Test("is divided into shards, which together draw what one draws, and nothing twice")
    func shards() async throws {
        let all = try await sequences(rounds: 2)
        let parts = try await [0, 1].asyncMap { index in
            try await sequences(Self.plan { $0.shard = (index, 2) })
        }
        #expect(all == zip(parts[0], parts[1]).flatMap { [$0, $1] })
    }

    @Test("runs as many sequences at a time as it has jobs, and no more", arguments: [1, 3])
    func jobs(_ jobs: Int) async throws {
        let running = Locked((now: 0, most: 0))
        let explorer = Explorer(drawer) { _ in
            running.withLockedValue { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
            // Others get the time to begin, until as many run as should.
            for _ in 0..<10_000 where running.withLockedValue({ $0.most < jobs }) { await Task.yield() }
            for _ in 0..<20 { await Task.yield() }
            running.withLockedValue { $0.now -= 1 }
            return Trial()
        }
        _ = try await explorer.explore(Self.plan { ($0.jobs, $0.steps) = (jobs, 200) })
        #expect(running.withLockedValue { $0.most } == jobs)
    }

    @Test("begins with the plan's flow, and extends it")
    func start() async throws {
        let start: Steps = [.call(.setRequestor("NOBODY")), .relaunch]
        let all = try await sequences(Self.plan { $0.start = start })
        #expect(all.first == start)
        let extended = all.dropFirst().filter { $0.first == start.first }
        #expect((5...25).contains(extended.count), "\(extended.count) of 31")
        // A part of them is changed, or continues an earlier part of the flow.
        #expect(extended.contains { $0.starts(with: start) } && extended.contains { !$0.starts(with: start) })
        #expect(extended.allSatisfy { (2...8).contains($0.count) })
    }

    @Test("extends a sequence that visited something new, and no other")
    func corpus() async throws {
        let first = try #require(try await sequences().first)
        let extended = try await sequences(rounds: 2) { $0 == first }.suffix(32)
        #expect(extended.count { $0.starts(with: first.prefix(3)) } > 3)
        let others = try await sequences(rounds: 2).suffix(32)
        #expect(others.count { $0.starts(with: first.prefix(3)) } == 0)
        // The second visit of the same item is nothing new.
        #expect(try await sequences(rounds: 2) { _ in true }.suffix(32) == Array(extended)[...])
    }

    @Test("ends with the shortest flow that breaks the same rule")
    func found() async throws {
        let explorer = Explorer(drawer) { steps in
            guard let index = steps.firstIndex(of: .call(.logout)) else { return Trial() }
            return Trial(violation: Violation(rule: "r", sentence: "s", step: index, reason: "\(steps.count) steps"))
        }
        let outcome = try await explorer.explore(Explorer.Plan())
        let found = try #require(outcome.found)
        #expect(found.steps == [.call(.logout)])
        // What it says is about the flow that a person reads.
        #expect(found.violation.reason == "1 steps" && found.violation.step == 0)
    }

    @Test("has no step in its flow if the world alone breaks the rule, and only then")
    func world() async throws {
        func flow(empty: String) async throws -> Steps? {
            let explorer = Explorer(drawer) { steps in
                Trial(
                    violation: Violation(
                        rule: steps.isEmpty ? empty : "r", sentence: "s", step: max(0, steps.count - 1), reason: ""))
            }
            return try await explorer.explore(Explorer.Plan()).found?.steps
        }
        #expect(try await flow(empty: "r") == [])
        #expect(try await flow(empty: "another")?.count == 1)
    }

    @Test("keeps the steps after the broken one if the rule is about the end")
    func end() async throws {
        let explorer = Explorer(drawer) { steps in
            guard steps.count > 2, steps.last != .relaunch, steps.contains(.call(.logout)) else { return Trial() }
            return Trial(
                violation: Violation(rule: "r", sentence: "s", step: steps.count - 3, reason: "three steps are needed"))
        }
        let found = try #require(try await explorer.explore(Explorer.Plan()).found)
        #expect(found.steps.count == 3 && found.steps.contains(.call(.logout)))
    }

    @Test("writes a profile whose broken step expects what the rule demands")
    func profile() throws {
        let violation = Violation(
            rule: "r", sentence: "A sentence.", source: "A document", step: 1, reason: "it is wrong",
            expect: ["setRequestorComplete(1)", "(no callback", "…"])
        let example = CounterExample(
            steps: [.relaunch, .call(.setRequestor("REF30")), .foreground], violation: violation)
        let document: Members = [
            "schema": 1, "name": "mine", "summary": "Old.", "matrix": ["call": "logout"],
            "device": ["platform": "tvOS"],
        ]
        let expected: JSONValue = [
            "schema": 1, "name": "breaks r", "device": ["platform": "tvOS"],
            "summary": "A sentence. Source: A document. Step 2: it is wrong. Found by: tvsim explore --seed 3",
            "flow": [
                "relaunch", ["setRequestor": "REF30", "expect": ["setRequestorComplete(1)", "…"]], "foreground",
            ],
        ]
        #expect(example.profile(of: document, foundBy: "tvsim explore --seed 3") == expected)
        var silent = violation
        (silent.expect, silent.source) = (nil, nil)
        let without = CounterExample(steps: example.steps, violation: silent)
            .profile(of: document, foundBy: "me")
        #expect(without["summary"] == "A sentence. Step 2: it is wrong. Found by: me")
        #expect(without["flow"] == ["relaunch", ["setRequestor": "REF30"], "foreground"])
    }
}

extension Sequence {
    fileprivate func asyncMap<Result>(_ transform: (Element) async throws -> Result) async rethrows -> [Result] {
        var results: [Result] = []
        for element in self { results.append(try await transform(element)) }
        return results
    }
}
