import Foundation
import HTTPTypes
import TVSimCore
import TVSimDevice
import TVSimEntitlementAPI
import TVSimEntitlementService
import TVSimRules
import TVSimStructuredText
import TVSimWorld
import Testing
import VideoSubscriberAccount

/// A short history, event by event, and what comes of one rule.
struct Scene: Sendable, CustomTestStringConvertible {
    let rule: String
    let verdict: Verdict
    let title: String
    let events: [Event]
    var settings = RuleSettings()
    var platform: DeviceSettings.Platform?

    /// The same scene on a platform.
    func on(_ platform: DeviceSettings.Platform) -> Scene {
        var scene = self
        scene.platform = platform
        return scene
    }

    init(
        _ rule: String, _ verdict: Verdict, _ title: String, _ events: [Event],
        _ settings: @Sendable (inout RuleSettings) -> Void = { _ in }
    ) {
        (self.rule, self.verdict, self.title, self.events) = (rule, verdict, title, events)
        settings(&self.settings)
    }

    var testDescription: String { "\(rule) is \(verdict.words): \(title)" }

    /// One thing that happens.
    indirect enum Event: Sendable {
        /// A request to an endpoint: its facts as JSON, with usual values for what is left out.
        case request(String, JSONValue)
        /// A mark of the test, with a resource or the pseudonym of a media token, or with a rule and a reason.
        case mark(
            Mark.Event, resource: String? = nil, token: String? = nil, rule: String? = nil, reason: String? = nil)
        /// A command of the test.
        case command(String)
        /// The framework's answer about access.
        case access(String)
        /// A step of a metadata request.
        case metadata
        /// The framework's error in answer to a metadata request.
        case refused(String)
        /// A call of the framework.
        case call(FrameworkCall.Question)
        /// The end of an interface of the system.
        case interface(String)
        /// A call about Automatic Sign-In, with its JSON.
        case account(JSONValue)
        /// A request whose facts are lost.
        case unseen
        /// The event, some seconds after the one before; others follow after 10.
        case after(Double, Event)
    }

    static func get(_ endpoint: String, _ facts: JSONValue = [:]) -> Event { .request(endpoint, facts) }

    /// The observations of the scene.
    func history() throws -> History {
        var history = History()
        history.platform = platform
        var at = 1_800_000_000.0
        for (index, event) in events.enumerated() {
            var (event, gap) = (event, 10.0)
            if case .after(let seconds, let inner) = event { (event, gap) = (inner, seconds) }
            at += gap
            history.add(
                Observation(
                    number: index + 1, at: Date(timeIntervalSince1970: at), event: try Self.observed(event, index, at)))
        }
        return history
    }

    private static func observed(_ event: Event, _ index: Int, _ at: Double) throws -> Observation.Event {
        func decision<D: JournalDecision>(_ type: D.Type, _ json: JSONValue) throws -> Observation.Event {
            .decision(try JSONDecoder().decode(type, from: Data(JSONText.line(json).utf8)))
        }
        switch event {
        case .request(let endpoint, let facts):
            let row = try #require(Endpoint.all.first { $0.name == endpoint })
            var members: Members = [
                "endpoint": .string(endpoint), "method": .string(row.method.rawValue), "path": .string(row.template),
                "parameters": ["serviceProvider": "REF30", "mvpd": "Cablevision"], "client": "A", "device": "d",
                "headers": [:], "members": [:], "unlisted": [], "kind": .integer(Int64(index + 1)),
                "answer": ["status": 200, "errors": []],
            ]
            if case .object(let own) = facts { for (name, value) in own { members[name] = value } }
            let data = Data(try JSONText.line(JSONValue.object(members)).utf8)
            return .request(try JSONDecoder().decode(RequestFact.self, from: data))
        case .mark(let mark, let resource, let token, let rule, let reason):
            var arguments: Members = ["event": .string(mark.rawValue)]
            for (name, value) in [("resource", resource), ("token", token), ("rule", rule), ("reason", reason)] {
                arguments[name] = value.map(JSONValue.string)
            }
            return try decision(
                CommandDecision.self, ["command": "mark", "arguments": ["value": .object(arguments)]])
        case .command(let name):
            return try decision(CommandDecision.self, ["command": .string(name), "arguments": [:]])
        case .access(let status):
            return try decision(
                AccessDecision.self,
                [
                    "app": "a", "operation": "checkAccessStatus", "cause": "stored", "permission": .string(status),
                ])
        case .metadata: return try decision(MetadataStep.self, ["app": "a", "effect": "metadata"])
        case .refused(let error):
            return try decision(MetadataStep.self, ["app": "a", "effect": "error", "error": .string(error)])
        case .call(let question):
            return .call(FrameworkCall(app: "a", question, at: Date(timeIntervalSince1970: at)))
        case .interface(let ending):
            return try decision(InterfaceDecision.self, ["app": "a", "ending": .string(ending)])
        case .account(let json): return try decision(UserAccountDecision.self, json)
        case .unseen:
            return try decision(
                RequestDecision.self,
                [
                    "method": "GET", "path": "/", "status": 200, "outcome": "ok", "explanation": "", "codes": [],
                    "policies": [], "details": [:],
                ])
        case .after(_, let inner): return try observed(inner, index, at)
        }
    }

    /// The verdict on the rule.
    func judged() throws -> RuleReport.Judged {
        var judge = RuleJudge()
        judge.judge(try history(), by: settings)
        return try #require(judge.report.rules.first { $0.id == rule })
    }
}
