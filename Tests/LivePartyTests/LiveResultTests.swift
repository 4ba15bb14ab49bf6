import Testing

@testable import TVSimLiveParty

@Suite("The result of a live run") struct LiveResultTests {
    private static func result(_ cases: [LiveResult.Case] = []) -> LiveResult {
        var result = LiveResult(
            name: "sp", entityID: "e", address: "a", tool: "t", catalogue: "", started: "",
            keys: .init(signing: ""))
        result.cases = cases
        return result
    }

    private static func tested(
        _ name: String, _ verdict: LiveVerdict = .accepted, forged: Bool = false
    ) -> LiveResult.Case {
        .init(
            name: name, requirement: "r", summary: "", expected: .refused, verdict: verdict, forged: forged,
            weak: false, known: false, evidence: [], seconds: 0)
    }

    @Test("fails for a forged user, also where a choice of ours is broken; another broken choice is a note")
    func choice() {
        for forged in [true, false] {
            var result = Self.result([Self.tested("a", forged: forged)])
            result.requirements = [
                .init(id: "r", sentence: "", section: "", strength: "choice", verdict: .violated, cases: ["a"])
            ]
            #expect(result.exitStatus == (forged ? 1 : 0))
        }
    }

    @Test("tells our own mistake before a run that stopped, and that before a case that fails")
    func status() {
        var result = Self.result([Self.tested("a")])
        #expect(result.exitStatus == 1)
        result.stopped = "no answer"
        #expect(result.exitStatus == 69)
        result.notRun = [.init(name: "b", requirement: "r", reason: "x", mistake: true)]
        #expect(result.exitStatus == 70)
    }

    @Test("calls a difference gone only if its case was sent again")
    func changes() {
        var now = Self.result([Self.tested("b", .refused), Self.tested("c")])
        now.compare(with: Self.result([Self.tested("a"), Self.tested("b")]))
        #expect(now.changes?.gone == ["b"] && now.changes?.new == ["c"])
    }
}
