import Foundation
import TVSimEntitlementAPI
import TVSimEntitlementService
import TVSimRecordings
import TVSimRules
import TVSimStructuredText
import TVSimWorld
import TestSupport
import Testing

/// What is kept of a client is judged as the client was, or it says that it does not know.
@Suite("Rules and what is kept of a client")
struct KeptEvidenceTests {
    static let flaws = ([nil] + ReferenceClientTests.flaws.map(\.rule))[each: Thoroughness.part(4, ci: 4), from: 0]

    @Test("a kept history and the archive of a proxy give the same report, whatever the client does", arguments: flaws)
    func same(_ flaw: String?) async throws {
        let client = try ReferenceClient(ReferenceClient.profile, flaw: flaw)
        try await client.walk()
        try Self.compare(client)
        let seen = try Self.seen(of: client)
        for (kept, live) in zip(try Self.judged(client.proxy.archive()), seen) {
            #expect(kept.verdict == live.verdict, "\(kept.id): \(kept.findings.map(\.reason)) \(kept.missing)")
        }
        // A tool that leaves out a part makes no rule break, and hides no break behind one that holds.
        for saved in Saved.allCases {
            let rules = try Self.judged(saved.archive(of: client.proxy))
            for (kept, live) in zip(rules, seen) {
                let reasons = "\(saved): \(kept.id) is \(kept.verdict): \(kept.findings.map(\.reason))"
                if kept.verdict == .broken { #expect(live.verdict == .broken, "\(reasons)") }
                if kept.verdict == .held { #expect(live.verdict != .broken, "\(reasons)") }
            }
            #expect(rules.count { $0.verdict == .held } > 3)
        }
    }

    @Test("a kept history of an app with Apple's framework gives the same report", arguments: [nil, "vsa-attributes"])
    func framework(_ flaw: String?) async throws {
        let client = try ReferenceClient(ReferenceClient.appleProfile, flaw: flaw)
        try await client.walkWithFramework()
        try Self.compare(client)
    }

    @Test("a client whose requests have no facts is accused of nothing, also if the journal is removed")
    func lost() async throws {
        let client = try ReferenceClient(ReferenceClient.profile)
        try await client.walk()
        let (begun, removed) = (EvidenceLog(), EvidenceLog())
        try removed.absorb(client.world)
        for history in [try begun.history(of: client.world), removed.history(with: [], opening: .max)] {
            var judge = RuleJudge()
            judge.judge(history)
            for rule in judge.report.rules { #expect(rule.verdict != .broken, "\(rule.id): \(rule.findings)") }
            #expect(judge.report.rules.first { $0.id == "authorize-first" }?.verdict == .notObservable)
        }
    }

    @Test("a kept history has the parts before a reset")
    func parts() throws {
        let scenes: [Scene.Event] = [
            Scene.get("register", ["answer": ["status": 200, "errors": [], "client": "A"]]), .command("reset"),
            Scene.get("register", ["answer": ["status": 200, "errors": [], "client": "A"]]),
        ]
        let history = try Scene("reg-kept", .notExercised, "", scenes).history()
        let kept = try Self.read(try KeptHistory(history, of: "mine", RuleSettings()))
        #expect(kept.world == "mine")
        #expect(try kept.history().parts.count == 2)
    }

    @Test("a request is kept with the name of its endpoint, and one of another version with a path")
    func endpoints() throws {
        let facts: JSONValue = ["path": "/api/v2/REF30/profiles"]
        for endpoint in Endpoint.all {
            let scene = Scene("bearer", .held, "", [Scene.get(endpoint.name, facts)])
            let line = try JSONText.line(try KeptHistory(try scene.history(), of: nil, RuleSettings()))
            #expect(line.contains(#""endpoint":"\#(endpoint.name)""#))
            for (name, found) in [(endpoint.name, Optional(endpoint)), ("renamed", nil)] {
                let file = line.replacing(#""endpoint":"\#(endpoint.name)""#, with: #""endpoint":"\#(name)""#)
                let kept = try JSONDecoder().decode(KeptHistory.self, from: Data(file.utf8))
                let fact = try #require(try kept.history().parts.first?.first?.fact)
                #expect(fact.endpoint == found && fact.path == "/api/v2/REF30/profiles")
            }
        }
    }

    @Test("a kept history has what became of the inputs of a request, and one of an earlier version has none")
    func inputs() throws {
        let fates = try JSONDecoder().decode(
            [InputFate].self,
            from: Data(
                #"[{"input": "AD-Service-Token", "fate": "ignored", "check": "aud", "found": "'Adobe Pass'"}]"#.utf8))
        var observation = try #require(try Scene("bearer", .held, "", [Scene.get("profiles")]).history().parts[0].first)
        for inputs in [fates, nil] {
            observation.inputs = inputs
            let line = try JSONText.line(try KeptHistory(History([observation]), of: nil, RuleSettings()))
            #expect(line.contains(#""inputs""#) == (inputs != nil))
            let kept = try JSONDecoder().decode(KeptHistory.self, from: Data(line.utf8))
            #expect(try kept.history().parts.first?.first?.inputs == inputs)
        }
    }

    @Test("a number of it at its extremes is judged, or refused with its place")
    func extremes() async throws {
        let client = try ReferenceClient(ReferenceClient.profile, flaw: nil)
        try await client.walk()
        let kept = try KeptHistory(try client.history(), of: nil, RuleSettings())
        let evidence: JSONValue = ["history": try JSONText.value(try JSONText.line(kept))]
        func rules(_ evidence: JSONValue) throws -> Int {
            let file = Data(try JSONText.line(evidence).utf8)
            var judge = RuleJudge()
            judge.judge(try KeptHistory(evidence: file, name: "evidence.json").history(), by: RuleSettings())
            return judge.report.rules.count { $0.verdict != .notExercised }
        }
        #expect(try rules(evidence) > 5)
        // One request stands for the others that have the same number.
        let changed = ExtremeNumber.all(of: evidence) { path in path.filter { Int($0) == nil } }
        #expect(changed.count > 40)
        for changed in changed {
            let isExact = changed.description.hasSuffix(" = -1")
            do {
                #expect(try rules(changed.document) > 0 && isExact, "\(changed)")
            } catch let error as CommandError {
                #expect(
                    !isExact && error.reason.hasPrefix("'evidence.json': the number at 'history.parts[0]["), "\(error)")
            }
        }
    }

    private static func compare(_ client: ReferenceClient) throws {
        var settings = RuleSettings()
        settings.waivers = [.init(.pollGap, because: "tests do not wait")]
        (settings.screen, settings.browser) = (.first, true)
        let kept = try read(try KeptHistory(try client.history(), of: nil, settings))
        #expect(try kept.settings() == settings)
        var judge = RuleJudge()
        judge.judge(try kept.history(), by: try kept.settings())
        for (rule, live) in zip(judge.report.rules, try client.report(settings).rules) { #expect(rule == live) }
    }

    private static func read(_ kept: KeptHistory) throws -> KeptHistory {
        try JSONDecoder().decode(KeptHistory.self, from: Data(try JSONText.line(kept).utf8))
    }

    /// An archive of the journey, as a tool may save it.
    enum Saved: String, CaseIterable, Sendable {
        case bySimulator, withoutTokens, withoutAnswers, withoutBodies
    }

    /// What is said of the requests of a client alone: no archive has the marks and the commands of a test.
    private static func seen(of client: ReferenceClient) throws -> [RuleReport.Judged] {
        var judge = RuleJudge()
        judge.judge(History(try client.history().parts.joined().filter { $0.fact != nil }))
        return judge.report.rules
    }

    private static func judged(_ archive: JSONValue) throws -> [RuleReport.Judged] {
        var judge = RuleJudge()
        judge.judge(try History(archive: Array(try JSONText.line(archive).utf8), name: "journey.har"))
        return judge.report.rules
    }
}

extension KeptEvidenceTests.Saved {
    /// Returns the archive as the tool saves it.
    fileprivate func archive(of proxy: ProxyTransport) throws -> JSONValue {
        guard self != .bySimulator else { return try proxy.keptArchive() }
        guard case .array(let entries)? = proxy.archive()["log"]?["entries"] else { return .null }
        let changed = entries.enumerated().map { place, entry in
            guard case .object(var entry) = entry, case .object(var request)? = entry["request"],
                case .object(var response)? = entry["response"]
            else { return entry }
            switch self {
            case .withoutTokens:
                if case .array(let headers)? = request["headers"] {
                    request["headers"] = .array(headers.filter { $0["name"]?.string?.lowercased() != "authorization" })
                }
            case .withoutBodies: (request["postData"], request["bodySize"]) = (nil, -1)
            // An archive without any body is refused.
            case .withoutAnswers where place > 0: response["content"] = [:]
            default: break
            }
            (entry["request"], entry["response"]) = (.object(request), .object(response))
            return .object(entry)
        }
        return ["log": ["creator": ["name": "a proxy"], "entries": .array(changed)]]
    }
}
