import Foundation
import TVSimDevice
import TVSimRules
import TVSimSDKVocabulary
import TVSimStructuredText
import TVSimWorld
import Testing

@Suite("Scenes of rules")
struct SceneTests {
    @Test("a scene has its verdict", arguments: Scene.all)
    func verdict(_ scene: Scene) throws {
        let rule = try scene.judged()
        #expect(rule.verdict == scene.verdict, "\(rule.findings.map(\.reason)) \(rule.missing)")
    }

    @Test("each rule but the one that is never broken has a test in which it breaks, and one in which it holds")
    func everyRuleCanFail() {
        let flaws = Set((ReferenceClientTests.flaws + ReferenceClientTests.appleFlaws).map(\.rule))
        for rule in Rule.all where rule.id != .logoutOffered {
            let scenes = Scene.all.filter { $0.rule == rule.id.rawValue }
            #expect(
                flaws.contains(rule.id.rawValue) || scenes.contains { $0.verdict == .broken }, "\(rule.id) never breaks"
            )
            #expect(
                flaws.contains(rule.id.rawValue) || scenes.contains { $0.verdict == .held }, "\(rule.id) never holds")
        }
    }

    @Test("a callback that no rule reads changes no verdict, and is not kept", arguments: Scene.sdk + Scene.interface)
    func unreadCallbacks(_ scene: Scene) throws {
        let all = Set((Scene.sdk + Scene.interface).flatMap(\.events).compactMap(\.callback))
        let unread = CallbackName.allCases.map(\.rawValue).filter { !all.contains($0) }
        #expect(unread.count > 5 && all.count > 3)
        let others = unread.map { Scene.Event.after(0, .call(.sdkCallback($0))) }
        let events = others + scene.events.flatMap { [$0] + others }
        var among = Scene(scene.rule, scene.verdict, scene.title, events)
        (among.settings, among.platform) = (scene.settings, scene.platform)
        #expect(try among.judged().verdict == scene.verdict)
        let kept = try JSONText.line(try KeptHistory(try among.history(), of: nil, RuleSettings()))
        for name in unread { #expect(!kept.contains(#""\#(name)""#)) }
        for name in scene.events.compactMap(\.callback) { #expect(kept.contains(#""\#(name)""#)) }
    }

    @Test("what is broken stays so if the body of another request is not known")
    func missingBody() throws {
        let scene = try #require(Scene.all.first { $0.rule == "token-once" && $0.verdict == .broken })
        var history = try scene.history()
        var other = try #require(try Scene("bearer", .held, "", [Scene.get("profiles")]).history().parts.first?.first)
        other.lacksBody = true
        history.add(other)
        var judge = RuleJudge()
        judge.judge(history, by: scene.settings)
        let judged = try #require(judge.report.rules.first { $0.id == "token-once" })
        #expect(judged.verdict == .broken && judged.missing == ["bodies"])
    }

    @Test("a history without its trigger exercises no rule")
    func nothing() {
        var judge = RuleJudge()
        judge.judge(History())
        #expect(judge.report.rules.allSatisfy { $0.verdict == .notExercised })
    }

    @Test("two worlds are judged one by one: broken in one is broken, and else held in one is held")
    func merges() throws {
        func poll(_ code: String) -> Scene.Event { Scene.get("profileByCode", ["parameters": ["code": .string(code)]]) }
        let scenes = [
            Scene("poll-gap", .held, "", [poll("A"), poll("A"), Scene.get("logout")]),
            Scene("poll-gap", .broken, "", [poll("B"), .after(1, poll("B"))]),
            Scene("poll-gap", .held, "", [poll("C"), poll("C")]),
        ]
        var judge = RuleJudge()
        for scene in scenes { judge.judge(try scene.history(), named: scene.rule) }
        let report = judge.report
        #expect(report.rules.first { $0.id == "poll-gap" }?.verdict == .broken)
        #expect(report.rules.first { $0.id == "logout-offered" }?.verdict == .held)
        // Each world may have one registration.
        #expect(report.rules.first { $0.id == "reg-kept" }?.verdict == .notExercised)
    }

    @Test("a waiver keeps the finding, needs a rule, and is reported if nothing needs it")
    func waivers() throws {
        let scene = Scene("logout-page", .waived, "", [Scene.get("profiles")])
        var settings = RuleSettings()
        settings.waivers = [.init(.bearer, because: "an experiment"), .init(.pollGap, because: "tests do not wait")]
        var judge = RuleJudge()
        judge.judge(try scene.history(), by: settings)
        let report = judge.report
        #expect(report.rules.first { $0.id == "bearer" }?.verdict == .waived)
        #expect(report.unusedWaivers == ["poll-gap"])
        #expect(report.rules.first { $0.id == "bearer" }?.findings.first?.waiver == "an experiment")
    }

    @Test("a waiver of one world, or of one situation, is none of another's", arguments: [false, true])
    func waiverOfOneWorld(waivesFirst: Bool) throws {
        let history = try Scene("bearer", .broken, "", [Scene.get("profiles")]).history()
        var waiving = RuleSettings()
        waiving.waivers = [.init(.bearer, because: "an experiment")]
        let settings = waivesFirst ? [waiving, RuleSettings()] : [RuleSettings(), waiving]
        var judge = RuleJudge()
        for (index, own) in settings.enumerated() { judge.judge(history, named: "\(index)", by: own) }
        let situations = settings.enumerated().map { index, own in
            var judge = RuleJudge()
            judge.judge(history, by: own)
            return (situation: "\(index)", report: judge.report)
        }
        for report in [judge.report, RuleReport.merging(situations)] {
            let rule = try #require(report.rules.first { $0.id == "bearer" })
            #expect(rule.verdict == .broken && rule.count == 2 && rule.severity == .mandatory)
            #expect(rule.findings.compactMap(\.waiver) == ["an experiment"])
            #expect(report.isBroken(atLeast: .mandatory) && report.unusedWaivers == [])
            #expect(RuleText.broken(rule).contains { $0.hasSuffix("(waived: an experiment)") })
        }
    }

    @Test("a mandatory finding after many recommended ones decides the severity, and is named")
    func severityOfAll() throws {
        let registrations = (0..<25).map { _ in Scene.get("register", ["headers": [:]]) }
        let scene = Scene("device-info", .broken, "", registrations + [Scene.get("profiles", ["headers": [:]])])
        let rule = try scene.judged()
        #expect(rule.severity == .mandatory && rule.count == 26 && rule.findings.count == RuleJudge.most)
        #expect(rule.findings.first?.entries == [26])
        let recommended = try Scene("device-info", .broken, "", registrations).judged()
        #expect(recommended.severity == .recommended)
        // Also if it is in the last of several situations.
        let parts = [registrations, registrations, [Scene.get("profiles", ["headers": [:]])]]
        let reports = try parts.enumerated().map { number, requests in
            var judge = RuleJudge()
            judge.judge(try Scene("device-info", .broken, "", requests).history())
            return (situation: "\(number)", report: judge.report)
        }
        let merged = try #require(RuleReport.merging(reports).rules.first { $0.id == "device-info" })
        #expect(merged.severity == .mandatory && merged.count == 51)
        #expect(merged.findings.prefix(2).map(\.situation) == ["2", "0"])
    }

    @Test("each of many broken situations has its findings")
    func manySituations() throws {
        var judge = RuleJudge()
        judge.judge(try Scene("bearer", .broken, "", [Scene.get("profiles"), Scene.get("profiles")]).history())
        let merged = RuleReport.merging((1...25).map { ("\($0)", judge.report) })
        let rule = try #require(merged.rules.first { $0.id == "bearer" })
        #expect(Set(rule.findings.compactMap(\.situation)).count == 25)
        #expect(RuleText.broken(rule).contains("        and \(rule.count - RuleJudge.most) more"))
    }
}

extension Scene.Event {
    /// The name of the callback of the SDK; `nil` for another event.
    fileprivate var callback: String? {
        guard case .call(.sdkCallback(let name, _)) = self else { return nil }
        return name
    }
}
