import HTTPTypes
import TVSimCore
import TVSimEntitlementAPI
import TVSimStructuredText
import TVSimWorld

extension AdminRoutes {
    /// The operations on the flows of a journal.
    static let flows = [listFlows, showFlow]

    private static let listFlows = AdminRoute(
        method: .get, path: "/journal/flows", operation: "listFlows",
        summary: "Lists the attempts of apps, each with its verdict, and the commands of the test between them. A "
            + "verdict is the worst of the flow's decisions.",
        parameters: [
            AdminRoute.Parameter(
                name: "after", summary: "Returns only flows with a decision of a higher number.", schema: entryNumber),
            AdminRoute.Parameter(
                name: "limit", summary: "The largest number of flows in the response, which are the newest.",
                schema: [
                    "type": "integer", "minimum": 0, "maximum": .integer(Int64(ServerLimits.journalPage)),
                    "default": .integer(Int64(usualFlows)),
                ]),
            AdminRoute.Parameter(
                name: "verdict", summary: "Returns only flows with this verdict.",
                schema: ["enum": .array(verdicts.map(JSONValue.string))]),
            AdminRoute.Parameter(name: "app", summary: "Returns only flows of this app.", schema: text),
            AdminRoute.Parameter(name: "mvpd", summary: "Returns only flows of this MVPD.", schema: text),
            AdminRoute.Parameter(
                name: "lane", summary: "Returns only flows in which this participant takes part.",
                schema: ["enum": .array(lanes.map(JSONValue.string))]),
            AdminRoute.Parameter(
                name: "trace", summary: "Returns only flows with an error whose trace begins with this text.",
                schema: text),
            AdminRoute.Parameter(
                name: "contains",
                summary: "Returns only flows with a decision that contains this text, in upper or lower case.",
                schema: text),
        ],
        answer: .init(
            summary: "The flows, in the order in which they began.", FlowListing.self,
            headers: [HTTPField.Name.simulatorJournal.rawName: "The journal's name, as of `GET /_sim/v1/journal`."])
    ) { request in
        let question = FlowQuestion(
            after: try request.number("after", in: entryNumbers, default: 0),
            limit: try request.number("limit", in: 0...ServerLimits.journalPage, default: usualFlows),
            verdict: try request.word("verdict"), app: request.query["app"], mvpd: request.query["mvpd"],
            lane: try request.word("lane"), trace: request.query["trace"], contains: request.query["contains"])
        let page = try request.device.journal(after: 0, contains: nil)
        var answer = try json(FlowListing(of: page, question))
        answer.head.headerFields[.simulatorJournal] = request.name(of: page)
        return answer
    }

    private static let showFlow = AdminRoute(
        method: .get, path: "/journal/flow", operation: "showFlow",
        summary: "Returns the flow of a decision with its decisions, each as a message between participants.",
        parameters: [
            AdminRoute.Parameter(name: "number", summary: "The number of the decision.", schema: entryNumber)
        ],
        answer: .init(
            summary: "The flow; null if the journal does not have the decision. A step of one participant has it "
                + "twice.", FlowMessages.self)
    ) { request in
        let number = try request.number("number", in: entryNumbers, default: 0)
        return try json(FlowMessages(of: number, in: try request.device.journal(after: 0, contains: nil)))
    }

    private static let usualFlows = 200
    private static let verdicts = JournalFlow.Verdict.allCases.map(\.rawValue)
    private static let lanes = JournalLane.allCases.map(\.rawValue)
}
