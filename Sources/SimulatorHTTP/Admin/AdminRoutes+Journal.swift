import EntitlementAPI
import HTTPTypes
import NIOCore
import ServiceLifecycle
import Settings
import SimulatedWorld
import SimulationCore
import StateStorage
import StructuredText

extension AdminRoutes {
    /// The operations on the journal: what happened, and why.
    static let journal: [AdminRoute] = [
        AdminRoute(
            method: .get, path: "/journal", operation: "readJournal",
            summary: "The decisions so far, with their reasons and without secrets, in order.",
            parameters: [after, contains, limit], answer: page
        ) { request in
            try told(try await JournalPage.of(request.world, try JournalQuestion(request)), request)
        },
        AdminRoute(
            method: .get, path: "/journal/wait", operation: "awaitJournal",
            summary: "Waits until a decision matches, and answers at once where one does already; an empty page: none.",
            parameters: [after, contains, limit, timeout], answer: page
        ) { request in
            try told(try await awaited(try JournalQuestion(request), try wait(request), request), request)
        },
        AdminRoute(
            method: .delete, path: "/journal", operation: "forgetJournal",
            summary: "Forgets the decisions so far; settings and state stay, and numbers go on."
        ) { request in
            try request.world.forgetJournal()
            return .done
        },
    ]

    private static let after = AdminRoute.Parameter(
        name: "after", summary: "Only decisions with a higher number.", schema: ["type": "integer", "minimum": 0])
    private static let contains = AdminRoute.Parameter(
        name: "contains", summary: "Only decisions whose line holds this text.", schema: ["type": "string"])
    private static let limit = AdminRoute.Parameter(
        name: "limit", summary: "How many decisions are shown; all that match are counted.",
        schema: [
            "type": "integer", "minimum": 0, "maximum": .integer(Int64(ServerLimits.journalPage)),
            "default": .integer(Int64(JournalQuestion.usualLimit)),
        ])
    private static let timeout = AdminRoute.Parameter(
        name: "timeout", summary: "How long to wait: a duration such as 10s, at most \(ServerLimits.longestWait)s.",
        schema: ["type": "string", "pattern": "^0*(([1-9]|[1-5][0-9]|60)s|1m)$", "default": "10s"])

    private static let page = AdminRoute.Content(
        summary: "The decisions that match.",
        schema: object([
            "count": ["type": "integer"], "first": ["type": "integer"], "last": ["type": "integer"],
            "entries": [
                "type": "array",
                "items": object(
                    [
                        "number": ["type": "integer"], "at": ["type": "string", "format": "date-time"],
                        "room": ["type": "string"], "event": ["type": "string"], "outcome": ["type": "string"],
                        "reason": ["type": "string"],
                        "details": ["type": "object", "additionalProperties": ["type": "string"]],
                        "fault": object(["at": ["type": "string"], "error": ["type": "string"]]),
                    ], optional: ["fault"]),
            ],
        ]),
        headers: [
            HTTPField.Name.simulatorJournal.rawName:
                "Which journal this is: that of a world or device made anew has another name, and its numbers mean other decisions."
        ])

    /// An answer that tells which journal it is of: in a header, since the body of equal worlds is equal.
    private static func told(_ page: JournalPage, _ request: AdminRequest) throws -> HTTPAnswer {
        var answer = HTTPAnswer(json: try JSONText.line(page) + "\n")
        answer.head.headerFields[.simulatorJournal] = "\(request.worlds.began)-\(page.opening)"
        return answer
    }

    private static func wait(_ request: AdminRequest) throws(AdminError) -> TimeAmount {
        guard let text = request.query["timeout"] else { return .seconds(10) }
        guard let seconds = TimeText.duration(text), seconds > 0, seconds <= Double(ServerLimits.longestWait) else {
            throw AdminError(400, "'timeout' must be a duration such as 10s, at most \(ServerLimits.longestWait)s")
        }
        return .milliseconds(Int64(seconds * 1000))
    }

    /// Looks into the journal again and again: it is written by other processes too, which tell nobody.
    ///
    /// What the name means may be another journal meanwhile, as of an isolated world that was removed and made anew: that
    /// one is told from its beginning. The end of the server ends the waiting, and so does a client that goes: a question
    /// must hold up nobody.
    private static func awaited(
        _ question: JournalQuestion, _ wait: TimeAmount, _ request: AdminRequest
    ) async throws -> JournalPage {
        let deadline = NIODeadline.now() + wait
        // The world was made for the request where it was not there; waiting for it makes none.
        let world = request.worldName.map(request.worlds.unmade) ?? request.world
        var question = question
        var page = try await JournalPage.of(request.world, question)
        while page.count == 0, !Task.isShuttingDownGracefully, !Task.isCancelled, NIODeadline.now() < deadline,
            try await ClientPresence.holds(request.connection, after: ServerLimits.lookEvery)
        {
            question.after = page.last
            guard let next = try await looked(world, question, request) else { continue }
            guard next.opening != page.opening else {
                page = next
                continue
            }
            question.after = 0
            page = try await looked(world, question, request) ?? next
        }
        return page
    }

    /// Looks once; `nil`: there is no such world by now.
    private static func looked(
        _ world: World, _ question: JournalQuestion, _ request: AdminRequest
    ) async throws -> JournalPage? {
        do {
            return try await JournalPage.of(world, question)
        } catch let error as StateError where error.code == .missing {
            guard let name = request.worldName, try await !request.worlds.contains(name) else { throw error }
            return nil
        }
    }
}

extension JournalQuestion {
    /// How many are shown where the request does not say.
    fileprivate static let usualLimit = 100

    /// Reads what a request asks for.
    fileprivate init(_ request: AdminRequest) throws(AdminError) {
        self.init(
            after: try request.number("after", in: 0...(Int.max - 1), default: 0), contains: request.query["contains"],
            limit: try request.number("limit", in: 0...ServerLimits.journalPage, default: Self.usualLimit))
    }
}

extension JournalPage {
    /// Reads a world's journal and answers a question from it.
    ///
    /// A long journal takes time to look through, in which the thread of the caller answers others.
    fileprivate static func of(_ world: World, _ question: JournalQuestion) async throws -> JournalPage {
        let lines = try JournalLines(of: world.simulation, after: question.after, startsOver: true)
        return try await withTaskExecutorPreference(globalConcurrentExecutor) {
            try JournalPage(of: lines, question)
        }
    }
}
