import Foundation
import HTTPTypes
import TVSimCore
import TVSimEntitlementAPI
import TVSimEntitlementService
import TVSimRules
import TVSimStateStorage
import TVSimStructuredText
import TVSimWorld

extension AdminRoutes {
    /// The operations on what the app under test has sent, and on the vendors' rules about it.
    static let rules = [
        AdminRoute(
            method: .get, path: "/requests", operation: "listRequests",
            summary: "Lists what clients have sent to the service, as typed values. A secret is told by where it comes "
                + "from, not by its value. The server keeps at most \(EvidenceLog.most) of a world in memory.",
            parameters: [ofEndpoint, afterNumber, part, most],
            answer: .init(summary: "The requests that match, in order.", RequestsAnswer.self)
        ) { request in
            let (opening, lines) = try request.world.simulation.store.read { (try $0.opening, try $0.log(from: 1)) }
            let entries = try lines.map { (number: $0.number, entry: try request.world.simulation.journal.entry($0)) }
            let after = try request.number("after", in: entryNumbers, default: 0)
            let limit = try request.number("limit", in: 0...ServerLimits.journalPage, default: 100)
            let endpoint = try request.word("endpoint", among: endpoints)
            let log = request.worlds.evidence.log(of: request.worldName)
            let found = try log.requests(of: opening, with: entries).compactMap {
                observation -> RequestsAnswer.Request? in
                guard observation.number > after, let fact = observation.fact,
                    endpoint == nil || endpoint == fact.endpoint
                else { return nil }
                let listed = RequestsAnswer.Request(observation, fact)
                if let contains = request.query["contains"] {
                    guard try JSONText.line(listed).contains(contains) else { return nil }
                }
                return listed
            }
            return try json(RequestsAnswer(count: found.count, requests: Array(found.prefix(limit))))
        },
        AdminRoute(
            method: .get, path: "/rules", operation: "judgeRules",
            summary: "Judges what the app has done in this world by the vendors' rules about clients.",
            answer: .init(summary: "What came of each rule.", RuleReport.self), canRefuse: true
        ) { request in
            try json(try request.worlds.evidence.report(of: request.world, named: request.worldName))
        },
    ]

    private static let ofEndpoint = AdminRoute.Parameter(
        name: "endpoint", summary: "Returns only requests to this endpoint, such as 'authorize'.",
        schema: ["enum": .array(endpoints.map(JSONValue.string))])
    private static let endpoints = Endpoint.all.map(\.name)
    private static let afterNumber = AdminRoute.Parameter(
        name: "after", summary: "Returns only requests whose journal entry has a higher number.",
        schema: entryNumber)
    private static let part = AdminRoute.Parameter(
        name: "contains", summary: "Returns only requests whose JSON contains this text.", schema: ["type": "string"])
    private static let most = AdminRoute.Parameter(
        name: "limit",
        summary: "The largest number of requests in the response. `count` is the number of all that match.",
        schema: [
            "type": "integer", "minimum": 0, "maximum": .integer(Int64(ServerLimits.journalPage)), "default": 100,
        ])
}

/// The answer of `GET requests`.
struct RequestsAnswer: Codable {
    /// A request, and its place in the journal.
    struct Request: Codable {
        /// The number of the journal entry.
        let number: Int
        /// The simulated time.
        let at: String
        /// The real time since the first request of the world, in seconds.
        let elapsed: Double?
        let origin: Origin
        let request: RequestFact
        /// What became of the inputs; absent if all were used.
        let inputs: [InputFate]?

        init(_ observation: Observation, _ fact: RequestFact) {
            number = observation.number
            at = TimeText.format(observation.at)
            elapsed = observation.elapsed
            origin = observation.origin
            request = fact
            inputs = observation.inputs
        }
    }

    /// The number of all requests that match.
    let count: Int
    let requests: [Request]
}
