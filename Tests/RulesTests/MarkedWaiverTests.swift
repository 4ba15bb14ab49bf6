import Foundation
import HTTPTypes
import TVSimRules
import TVSimScenario
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
            let rule = try #require(judge.report.rules.first { $0.id == "bearer" })
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
            ("mark: {event: waived, reason: an experiment}", false),
            ("mark: {event: waived, rule: bearr, reason: an experiment}", false),
            ("mark: {event: play, rule: bearer}", false),
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

    @Test("the command and a profile name the rule that an unknown one may be, with its place")
    func unknown() throws {
        let client = try ReferenceClient()
        for rule in RuleID.allCases.map(\.rawValue) {
            for (name, isKnown) in [(rule, true), (rule + "x", false)] {
                let others = rule == "poll-gap" ? "" : "poll-gap: x, "
                let profile = "schema: 1\nname: n\nrules:\n  waive: {\(others)\(name): an experiment}\n"
                let found = Result { try WorldOrigin(text: profile, source: "ours.yaml").description.rules.waivers }
                let marked = Result {
                    try client.perform("mark: {event: waived, rule: \(name), reason: an experiment}")
                }
                guard !isKnown else {
                    #expect(try found.get().map(\.rule.rawValue).last == rule)
                    #expect(throws: Never.self) { try marked.get() }
                    continue
                }
                for (error, waiving) in [(found.failure, "the profile"), (marked.failure, "the mark")] {
                    let reason = "\(waiving) waives an unknown rule '\(name)'; did you mean '\(rule)'?"
                    #expect(error.map { "\($0)" }?.contains(reason) == true)
                }
                #expect(found.failure.map { "\($0)" }?.hasPrefix("ours.yaml:4:") == true)
            }
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

extension Result {
    /// The error; `nil` for a success.
    fileprivate var failure: Failure? {
        guard case .failure(let error) = self else { return nil }
        return error
    }
}
