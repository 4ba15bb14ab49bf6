import Foundation
import HTTPTypes
import TVSimEntitlementAPI
import TVSimRules
import TVSimStructuredText
import TVSimWorld

extension AdminRoutes {
    /// The operations on the vendors' rules about the app under test.
    static let rules = [
        AdminRoute(
            method: .get, path: "/rules", operation: "judgeRules",
            summary: "Judges what the app has done in this world by the vendors' rules about clients.",
            parameters: [failOn],
            answer: .init(summary: "What came of each rule.", RulesAnswer.self), canRefuse: true
        ) { request in
            let severity = try request.severity()
            let report = try request.worlds.ruleReport(of: request.world, named: request.worldName)
            return try json(RulesAnswer(report, failingOn: severity))
        },
        AdminRoute(
            method: .get, path: "/worlds/rules", operation: "judgeWorlds",
            summary:
                "Judges in the same way what the app has done in every world of the server whose rules a client has "
                + "asked for or whose test has failed, also if the world was removed.",
            parameters: [failOn],
            answer: .init(summary: "What came of each rule.", RulesAnswer.self), canRefuse: true, needsWorld: false
        ) { request in
            let severity = try request.severity()
            let worlds = request.worlds
            let report = try await BlockingThreads.transfer { try worlds.ruleReport(ofAskedOnly: true) }
            return try json(RulesAnswer(report, failingOn: severity))
        },
    ]

    private static let failOn = AdminRoute.Parameter(
        name: "failOn",
        summary: "The lowest severity of rules that a test must keep: if one is broken, the answer has a `failure`.",
        schema: ["enum": .array(severities.map(JSONValue.string))])
    fileprivate static let severities = Rule.Severity.allCases.filter { $0 != .hint }.map(\.rawValue)
}

extension AdminRequest {
    /// Returns the lowest severity of rules that a test must keep; `nil` if the client does not say it.
    fileprivate func severity() throws(AdminError) -> Rule.Severity? {
        try word("failOn", among: AdminRoutes.severities).flatMap(Rule.Severity.init)
    }
}

/// The answer of `GET rules` and of `GET worlds/rules`.
struct RulesAnswer: Codable {
    /// The rules, in the order of the table.
    let rules: [RuleReport.Judged]
    /// The numbers of the verdicts, in one line for a person.
    let summary: String
    /// What a test says that must keep the rules; absent if it keeps them.
    let failure: String?

    init(_ report: RuleReport, failingOn severity: Rule.Severity?) {
        rules = report.rules
        summary =
            report.isEmpty
            ? "no rule was exercised: probably no request of the app reached this server. A client finds it by TVSIM_URL"
            : report.summary
        failure = severity.flatMap(report.failure)
    }
}
