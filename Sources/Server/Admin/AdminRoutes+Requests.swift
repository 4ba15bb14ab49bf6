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
    /// The operation on what clients have sent.
    static let requests = AdminRoute(
        method: .get, path: "/requests", operation: "listRequests",
        summary: "Lists what clients have sent to the service, as typed values. A secret is told by where it comes "
            + "from, not by its value. The server keeps at most \(EvidenceLog.most) of a world in memory. With `messages`, it "
            + "lists the messages of the latest \(ServerLimits.exchanges) exchanges of the server, those with the pages "
            + "of providers too.",
        parameters: [
            ofEndpoint, ofPath, ofEntry, afterNumber, part, newest(of: "requests"), most, withMessages, withSecrets,
        ],
        answer: .init(summary: "The requests that match, in order.", RequestsAnswer.self)
    ) { request in
        let question = try RequestQuestion(request)
        let opening = try request.world.simulation.store.read { $0.opening }
        let seen = request.worlds.evidence.log(of: request.worldName).requests(of: opening)
        if try request.flag("messages") {
            return try json(question.chosen(try messages(of: opening, seen, question, request)) { $0 })
        }
        let found = seen.filter { observation in
            observation.fact.map { question.finds($0.endpoint, at: $0.path, observation.number) } ?? false
        }
        return try json(
            question.chosen(found) { observation in
                var told = observation
                told.inputs = (try entry(observation.number, request)?.decision as? RequestDecision)?.inputs
                return observation.fact.map { RequestsAnswer.Request(told, $0) }
            })
    }

    /// Returns an entry of the world's journal; `nil` if the journal has dropped it.
    private static func entry(_ number: Int, _ request: AdminRequest) throws -> JournalEntry? {
        let line = try request.world.simulation.store.read { try $0.log(from: number, limit: 1) }.first
        guard let line, line.number == number else { return nil }
        return try? request.world.simulation.journal.entry(line)
    }

    /// Returns the exchanges that the server keeps of a journal.
    private static func messages(
        of opening: Int, _ seen: [Observation], _ question: RequestQuestion, _ request: AdminRequest
    ) throws -> [RequestsAnswer.Request] {
        let facts = Dictionary(seen.map { ($0.number, $0) }) { first, _ in first }
        return try request.worlds.exchanges.exchanges(of: opening).compactMap { kept in
            guard let last = kept.places.last?.number else { return nil }
            let exchange = kept.shown(question.secrets)
            let observation = facts[last]
            guard question.finds(observation?.fact?.endpoint, at: exchange.target, kept.places.map(\.number)) else {
                return nil
            }
            guard let entry = try entry(last, request) else { return nil }
            return RequestsAnswer.Request(last, entry, exchange, observation)
        }
    }

    private static let ofEndpoint = AdminRoute.Parameter(
        name: "endpoint", summary: "Returns only requests to this endpoint, such as 'authorize'.",
        schema: ["enum": .array(Endpoint.all.map { .string($0.name) })])
    private static let ofPath = AdminRoute.Parameter(
        name: "path", summary: "Returns only requests whose path contains this text.", schema: ["type": "string"])
    private static let ofEntry = AdminRoute.Parameter(
        name: "number", summary: "Returns only the request that belongs to this decision of the journal.",
        schema: entryNumber)
    private static let afterNumber = AdminRoute.Parameter(
        name: "after", summary: "Returns only requests whose journal entry has a higher number.",
        schema: entryNumber)
    private static let part = AdminRoute.Parameter(
        name: "contains", summary: "Returns only requests whose JSON contains this text.", schema: ["type": "string"])
    private static let most = AdminRoute.Parameter(
        name: "limit",
        summary: "The largest number of requests in the response. `count` is the number of all that match.",
        schema: [
            "type": "integer", "minimum": 0, "maximum": .integer(Int64(ServerLimits.journalPage)),
            "default": .integer(Int64(RequestQuestion.usualLimit)),
        ])
    private static let withMessages = AdminRoute.Parameter(
        name: "messages",
        summary: "Whether each request has its messages. Secrets are redacted unless the client asks for them. A "
            + "message has no `body` if it is empty or neither a form nor JSON.",
        schema: ["type": "boolean", "default": false])
    private static let withSecrets = AdminRoute.Parameter(
        name: "secrets",
        summary: "Whether the messages are as they were sent, with tokens, passwords and SAML messages. A server with "
            + "--allow-remote refuses it with 403. Exchanges with bodies of more than 16 KiB stay redacted.",
        schema: ["type": "boolean", "default": false])

    /// Returns the parameter that selects the newest ones.
    static func newest(of what: String) -> AdminRoute.Parameter {
        AdminRoute.Parameter(
            name: "last", summary: "Returns only the newest of the \(what) that match, and at most as many.",
            schema: ["type": "integer", "minimum": 1, "maximum": .integer(Int64(ServerLimits.journalPage))])
    }
}

extension AdminRequest {
    /// Returns how many of the newest a client wants; `nil` if it does not say it.
    ///
    /// - Throws: ``AdminError`` with status 400 for another text.
    func newest() throws(AdminError) -> Int? {
        query["last"] == nil ? nil : try number("last", in: 1...ServerLimits.journalPage, default: 1)
    }
}

/// Which requests a client asks for.
private struct RequestQuestion {
    static let usualLimit = 100

    let endpoint: Endpoint?
    let path: String?
    let number: Int?
    let after: Int
    let contains: String?
    let newest: Int?
    let limit: Int
    let secrets: RedactedExchange.Secrets

    init(_ request: AdminRequest) throws(AdminError) {
        endpoint = try request.word("endpoint", among: Endpoint.all.map(\.name)).flatMap { Endpoint.named[$0] }
        // An empty text is in each.
        path = request.query["path"].flatMap { $0.isEmpty ? nil : $0 }
        contains = request.query["contains"].flatMap { $0.isEmpty ? nil : $0 }
        number =
            request.query["number"] == nil
            ? nil : try request.number("number", in: AdminRoutes.entryNumbers, default: 0)
        after = try request.number("after", in: AdminRoutes.entryNumbers, default: 0)
        newest = try request.newest()
        limit = try request.number("limit", in: 0...ServerLimits.journalPage, default: newest ?? Self.usualLimit)
        let showsSecrets = try request.flag("secrets")
        guard !showsSecrets || !request.allowsRemote else {
            throw AdminError(403, "a server with --allow-remote does not show secrets")
        }
        let hasMessages = try request.flag("messages")
        guard !showsSecrets || hasMessages else {
            throw AdminError(400, "'secrets' shows the messages as they were sent", suggestion: "add messages=true")
        }
        secrets = showsSecrets ? .asSent : .hidden
    }

    /// Returns the answer from what was found: the parts that the client wants, each made when it is needed.
    func chosen<Found>(
        _ found: [Found], _ make: (Found) throws -> RequestsAnswer.Request?
    ) throws -> RequestsAnswer {
        guard let contains else {
            let part = (newest.map { found.suffix($0) } ?? found[...]).prefix(limit)
            return RequestsAnswer(count: found.count, requests: try part.compactMap(make))
        }
        let matching = try found.compactMap(make).filter { try JSONText.line($0).contains(contains) }
        let part = (newest.map { matching.suffix($0) } ?? matching[...]).prefix(limit)
        return RequestsAnswer(count: matching.count, requests: Array(part))
    }

    func finds(_ endpoint: Endpoint?, at path: String, _ numbers: Int...) -> Bool { finds(endpoint, at: path, numbers) }

    func finds(_ endpoint: Endpoint?, at path: String, _ numbers: [Int]) -> Bool {
        guard numbers.contains(where: { $0 > after }), number.map(numbers.contains) ?? true else { return false }
        return (self.endpoint == nil || self.endpoint == endpoint) && self.path.map(path.contains) ?? true
    }
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
        /// Who sent it; `nil` for a page of a provider.
        let origin: Origin?
        /// What was sent and answered as typed values; `nil` for a page of a provider.
        let request: RequestFact?
        /// What became of the inputs; absent if all were used.
        let inputs: [InputFate]?
        /// What the decision came to; `nil` without messages.
        let outcome: String?
        /// Why; `nil` without messages.
        let reason: String?
        /// The messages; `nil` unless the client asks for them.
        let messages: RedactedExchange?

        init(_ observation: Observation, _ fact: RequestFact) {
            (number, at) = (observation.number, TimeText.format(observation.at))
            (elapsed, origin, request) = (observation.elapsed, observation.origin, fact)
            inputs = observation.inputs
            (outcome, reason, messages) = (nil, nil, nil)
        }

        init(_ number: Int, _ entry: JournalEntry, _ exchange: RedactedExchange, _ observation: Observation?) {
            (self.number, at) = (number, TimeText.format(entry.at))
            (elapsed, origin, request) = (observation?.elapsed, observation?.origin, observation?.fact)
            inputs = (entry.decision as? RequestDecision)?.inputs
            (outcome, reason, messages) = (entry.text.outcome, entry.text.reason, exchange)
        }
    }

    /// The number of all requests that match.
    let count: Int
    let requests: [Request]
}
