import Foundation
import TVSimRules
import TVSimStructuredText
import TVSimWorld
import Testing

@Suite("Several installs in one world")
struct InterleavingTests {
    @Test("the verdicts of two interleaved clients are those of each alone")
    func interleaved() throws {
        // Each scene has the client A and the device d; the second one gets others.
        let scenes = Scene.all.filter { $0.settings == RuleSettings() && $0.hasOneInstall }
        try #require(scenes.count > 20)
        for (one, other) in zip(scenes, scenes.dropFirst()) {
            let both = try Scene.interleaving(one, other)
            for scene in [one, other] {
                var judge = RuleJudge([try #require(Rule.named(scene.rule))])
                judge.judge(both)
                let verdict = try #require(judge.report.rules.first).verdict
                var alone = RuleJudge([try #require(Rule.named(scene.rule))])
                for each in [one, other] { alone.judge(try each.history()) }
                let expected = try #require(alone.report.rules.first).verdict
                #expect(verdict == expected, "\(one.testDescription) beside \(other.testDescription)")
            }
        }
    }
}

extension Scene {
    /// Whether the scene is about requests of the client A alone, which can be told apart from another's.
    var hasOneInstall: Bool {
        events.allSatisfy { event in
            var event = event
            if case .after(_, let inner) = event { event = inner }
            guard case .request(let endpoint, let facts) = event else { return false }
            guard case .object(let members) = facts else { return false }
            let isPage = ["authenticate", "assertionConsumer", "singleLogout"].contains(endpoint)
            return !isPage && members["client"] == nil && members["device"] == nil && members["kind"] == nil
        }
    }

    /// Returns the observations of two scenes, one after the other in turns, the second by another client.
    static func interleaving(_ one: Scene, _ other: Scene) throws -> History {
        let first = try one.history().parts.joined().map { $0 }
        let second = try other.history().parts.joined().map { observation in
            var observation = observation
            observation.number += 1_000
            if var fact = observation.fact {
                (fact.client, fact.device) = ("B", "e")
                fact.kind += 1_000
                observation.event = .request(fact)
            }
            return observation
        }
        var history = History()
        for place in 0..<max(first.count, second.count) {
            for list in [first, second] where place < list.count { history.add(list[place]) }
        }
        return history
    }
}
