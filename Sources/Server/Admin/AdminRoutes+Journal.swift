import Foundation
import HTTPTypes
import NIOCore
import ServiceLifecycle
import TVSimCore
import TVSimEntitlementAPI
import TVSimStateStorage
import TVSimStructuredText
import TVSimWorld

extension AdminRoutes {
    /// The operations on the journal.
    static let journal: [AdminRoute] = [
        AdminRoute(
            method: .get, path: "/journal", operation: "readJournal",
            summary: "Lists the decisions with their reasons, in order. Secrets are redacted.",
            parameters: [after, contains, kind, newest(of: "decisions"), limit], answer: page
        ) { request in
            try told(try JournalPage.of(request.world, try JournalQuestion(request)), request)
        },
        AdminRoute(
            method: .get, path: "/journal/wait", operation: "awaitJournal",
            summary: "Waits until a decision matches, and returns it. Returns an empty page after the timeout.",
            parameters: [after, contains, kind, newest(of: "decisions"), limit, timeout], answer: page
        ) { request in
            try told(
                try await awaited(
                    try JournalQuestion(request), try request.wait("timeout") ?? .seconds(usualWait), request), request)
        },
        AdminRoute(
            method: .get, path: "/journal/events", operation: "followJournal",
            summary: "Streams the decisions as server-sent events: those of the journal, then each as it is made. "
                + "The stream does not create a missing world; it waits for it.",
            parameters: [resume, resumeQuery, contains, end, flowEvents], answer: events, needsWorld: false
        ) { request in
            let flows = try request.flag("flows")
            guard let place = request.worlds.streams.place() else {
                throw AdminError(
                    503, "too many open streams: the limit is \(ServerLimits.eventStreams)",
                    suggestion: "close a page of the server, or use GET /_sim/v1/journal/wait")
            }
            let events = JournalEvents(
                of: request, at: place, contains: request.query["contains"],
                ends: try request.wait("timeout"), tellsFlows: flows)
            return HTTPAnswer(type: "text/event-stream") { try await events.write($0) }
        },
        AdminRoute(
            method: .get, path: "/journal/text", operation: "readJournalText",
            summary: "Returns the decisions as text: a line for each, with its number and simulated time, as "
                + "'tvsim journal show' prints them.",
            parameters: [after, contains, kind, newest(of: "decisions"), limit],
            answer: .init(summary: "The lines.", schema: ["type": "string"], type: "text/plain")
        ) { request in
            let page = try JournalPage.of(request.world, try JournalQuestion(request))
            return HTTPAnswer(
                .init(status: .ok, headerFields: [.contentType: "text/plain; charset=utf-8"]),
                body: Data((page.entries.isEmpty ? "" : page.text + "\n").utf8))
        },
        AdminRoute(
            method: .delete, path: "/journal", operation: "forgetJournal",
            summary: "Removes the entries of the journal. Settings and state stay, and the numbers continue.",
            removesJournal: true
        ) { request in
            try request.world.forgetJournal()
            return .done
        },
    ]

    /// The numbers of entries; larger ones are not exact for readers that use doubles.
    static let entryNumbers = 0...((1 << 53) - 1)
    /// The schema of the number of an entry.
    static let entryNumber: JSONValue = [
        "type": "integer", "minimum": 0, "maximum": .integer(Int64(entryNumbers.upperBound)),
    ]

    private static let after = AdminRoute.Parameter(
        name: "after", summary: "Returns only decisions with a higher number.",
        schema: entryNumber)
    private static let contains = AdminRoute.Parameter(
        name: "contains", summary: "Returns only decisions that contain this text, in their line or in their details.",
        schema: ["type": "string"])
    private static let kind = AdminRoute.Parameter(
        name: "kind", summary: "Returns only decisions of this kind, such as 'request'.",
        schema: ["enum": .array(JournalKinds.all.names.map(JSONValue.string))])
    private static let limit = AdminRoute.Parameter(
        name: "limit",
        summary: "The largest number of decisions in the response. `count` is the number of all that match.",
        schema: [
            "type": "integer", "minimum": 0, "maximum": .integer(Int64(ServerLimits.journalPage)),
            "default": .integer(Int64(JournalQuestion.usualLimit)),
        ])
    private static let timeout = AdminRoute.Parameter(
        name: "timeout", summary: "The longest wait: a duration such as 10s, at most \(ServerLimits.longestWait)s.",
        schema: waiting(default: "\(usualWait)s"))
    /// The longest wait if the request does not say it, in seconds.
    private static let usualWait: Int64 = 10

    /// Returns the schema of the duration of a wait.
    static func waiting(default standard: String?) -> JSONValue {
        var schema: Members = ["type": "string", "pattern": "^0*(([1-9]|[1-5][0-9]|60)s|1m)$"]
        schema["default"] = standard.map(JSONValue.string)
        return .object(schema)
    }

    private static let end = AdminRoute.Parameter(
        name: "timeout",
        summary: "The stream ends after this duration, at most \(ServerLimits.longestWait)s. "
            + "Default: it does not end.", schema: waiting(default: nil))
    private static let resume = AdminRoute.Parameter(
        name: HTTPField.Name.lastEventID.rawName,
        summary: "The `id` of the last event that the client has received. The stream continues after it, or starts at "
            + "the beginning if the event is of another journal.",
        schema: ["type": "string"], isHeader: true)
    private static let resumeQuery = AdminRoute.Parameter(
        name: JournalEvents.resumeParameter,
        summary: "The same, for clients that cannot send the header. The header takes precedence.",
        schema: ["type": "string"])

    private static let flowEvents = AdminRoute.Parameter(
        name: "flows", summary: "Whether the stream has the events `flow` and `question`, too.",
        schema: ["type": "boolean", "default": false])

    private static let events = AdminRoute.Content(
        summary: "Server-sent events. `journal` names the journal and its oldest decision: at the beginning, when the "
            + "world has another journal, and when decisions were removed. `entry` is a decision, as in "
            + "`GET /_sim/v1/journal`. `state` says that the world's settings, its state or the screen of its device "
            + "may have changed, with the new `revision`. `missing` says that the world does not exist. `flow` is a flow "
            + "that has begun or changed, and `question` has the question for access that waits now (`unanswered`), "
            + "both as in `GET /_sim/v1/journal/flows`.",
        schema: [:], type: "text/event-stream")

    private static let page = AdminRoute.Content(
        summary: "The decisions that match.", JournalListing.self,
        headers: [
            HTTPField.Name.simulatorJournal.rawName:
                "The journal's name. A new world or device has a new journal; numbers are unique only in one journal."
        ])

    /// Returns a response with the journal's name in a header.
    ///
    /// The name is not in the body, because the bodies of equal worlds must be equal.
    private static func told(_ page: JournalPage, _ request: AdminRequest) throws -> HTTPAnswer {
        var answer = HTTPAnswer(json: try JSONText.line(page) + "\n")
        answer.head.headerFields[.simulatorJournal] = request.name(of: page)
        return answer
    }

    /// Polls the journal until an entry matches or the time is over.
    ///
    /// Polling is necessary because other processes write the journal too, without a notification. The name may refer
    /// to another journal during the wait, for example after an isolated world was removed and created again. That
    /// journal is read from its beginning. The wait also ends when the server stops or the client closes the
    /// connection.
    private static func awaited(
        _ question: JournalQuestion, _ wait: TimeAmount, _ request: AdminRequest
    ) async throws -> JournalPage {
        let deadline = NIODeadline.now() + wait
        // The request has created a missing world already; the wait must not create it a second time.
        let world = request.worldName.map(request.worlds.awaited) ?? request.world
        var question = question
        var page = try JournalPage.of(request.world, question)
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

    /// Reads the journal once; returns `nil` if the world no longer exists.
    static func looked(
        _ world: World, _ question: JournalQuestion, _ request: AdminRequest
    ) async throws -> JournalPage? {
        do {
            return try JournalPage.of(world, question)
        } catch let error as StateError where error.code == .missing {
            guard let name = request.worldName, try await !request.worlds.contains(name) else { throw error }
            return nil
        }
    }
}

extension AdminRequest {
    /// Returns the name of the journal of a page; entry numbers are unique only within one journal.
    func name(of page: JournalPage) -> String { "\(worlds.began)-\(page.opening)" }
}

extension JournalQuestion {
    /// The number of entries in a page if the request does not say how many.
    fileprivate static let usualLimit = 100

    /// Reads the parameters of a request.
    fileprivate init(_ request: AdminRequest) throws(AdminError) {
        let newest = try request.newest()
        self.init(
            after: try request.number("after", in: AdminRoutes.entryNumbers, default: 0),
            contains: request.query["contains"],
            limit: try request.number("limit", in: 0...ServerLimits.journalPage, default: newest ?? Self.usualLimit))
        kind = try request.word("kind", among: JournalKinds.all.names)
        self.newest = newest
    }
}

extension JournalPage {
    /// Returns the page of a world's journal that a query selects.
    fileprivate static func of(_ world: World, _ question: JournalQuestion) throws -> JournalPage {
        try JournalPage(of: world.simulation, question, startsOver: true)
    }
}
