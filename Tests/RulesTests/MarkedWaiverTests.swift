import Foundation
import HTTPTypes
import TVSimRules
import TVSimStructuredText
import TVSimWorld
import Testing

@Suite("Marks for the judge")
struct MarkedWaiverTests {
    private static let unauthorized = Scene.get("profiles")
    private static let waived = Scene.Event.mark(.waived, rule: "bearer", reason: "an experiment")

    @Test("a mark waives a rule from then on, in all parts of its world, and stays in kept evidence")
    func fromThenOn() throws {
        let scene = Scene(
            "bearer", .broken, "",
            [Self.unauthorized, Self.waived, Self.unauthorized, .command("reset"), Self.unauthorized])
        let history = try scene.history()
        let kept = try KeptHistory(history, of: nil, RuleSettings())
        let evidence: JSONValue = ["history": try JSONText.value(try JSONText.line(kept))]
        let file = Data(try JSONText.line(evidence).utf8)
        for history in [history, try KeptHistory(evidence: file, name: "evidence.json").history()] {
            var judge = RuleJudge()
            judge.judge(history)
            let rule = try #require(try judge.checkedReport().rules.first { $0.id == "bearer" })
            #expect(rule.verdict == .broken && rule.waiver == "an experiment")
            #expect(rule.findings.map(\.waiver) == [nil, "an experiment", "an experiment"])
            #expect(rule.findings.map(\.entries) == [[1], [3], [5]])
        }
    }

    @Test("a mark before every finding makes the verdict waived, and one that nothing needed is reported")
    func verdicts() throws {
        let waived = Scene("bearer", .waived, "", [Self.waived, Self.unauthorized])
        #expect(try waived.judged().verdict == .waived)
        let unused = try Scene("poll-gap", .notExercised, "", [Self.waived]).report()
        #expect(unused.unusedWaivers == ["bearer"])
    }

    @Test("a mark of an unknown rule is an error, with what may have been meant")
    func unknown() throws {
        let scene = Scene("bearer", .held, "", [.mark(.waived, rule: "bearr", reason: "a slip")])
        var judge = RuleJudge()
        judge.judge(try scene.history())
        let error = #expect(throws: CommandError.self) { try judge.checkedReport() }
        #expect(error?.description.contains("the mark of entry 1 waives an unknown rule 'bearr'") == true)
        #expect(error?.description.contains("bearer") == true)
    }

    @Test("a mark for the judge says nothing about the app", arguments: [Self.waived, .mark(.reinstall)])
    func saysNothing(_ mark: Scene.Event) throws {
        let scene = Scene("logout-asked", .notObservable, "", [mark, Scene.get("logout")])
        #expect(try scene.judged().verdict == scene.verdict)
    }

    @Test(
        "the command requires what its event needs, and nothing else",
        arguments: [
            ("mark: reinstall", true), ("mark: {event: waived, rule: bearer, reason: an experiment}", true),
            ("mark: waived", false), ("mark: {event: waived, rule: bearer}", false),
            ("mark: {event: waived, reason: an experiment}", false), ("mark: {event: play, rule: bearer}", false),
            ("mark: {event: launch, reason: an experiment}", false),
            ("mark: {event: waived, rule: bearer, reason: x, resource: news}", false),
        ])
    func command(_ text: String, _ isAccepted: Bool) throws {
        let client = try ReferenceClient()
        if isAccepted {
            try client.perform(text)
        } else {
            #expect(throws: (any Error).self) { try client.perform(text) }
        }
    }

    @Test("a world is judged with its marks, and after a reinstallation anew")
    func world() async throws {
        let client = try ReferenceClient(ReferenceClient.profile)
        try await client.register()
        try await client.renewToken()
        _ = try await client.call(.get, "/profiles")
        try client.perform("mark: reinstall")
        try await client.register()
        try await client.renewToken()
        _ = try await client.call(.get, "/profiles")
        #expect(try client.report().rules.first { $0.id == "reg-kept" }?.verdict != .broken)
        try client.perform("mark: {event: waived, rule: reg-kept, reason: the app is torn down}")
        try await client.register()
        try await client.renewToken()
        _ = try await client.call(.get, "/profiles")
        #expect(try client.report().rules.first { $0.id == "reg-kept" }?.verdict == .waived)
    }
}
