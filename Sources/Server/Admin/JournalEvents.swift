import HTTPTypes
import NIOCore
import ServiceLifecycle
import TVSimDevice
import TVSimEntitlementAPI
import TVSimStructuredText
import TVSimWorld

/// The journal of a world as a stream of server-sent events (HTML Standard, 9.2).
///
/// The stream polls the journal as `GET /journal/wait` does, because other processes write the journal too. For the
/// same reason it tells that the state may have changed. The system's interface is in the memory of this server, and the
/// stream tells its changes as changes of the state.
struct JournalEvents: Sendable {
    /// The parameter of the query that replaces the header `Last-Event-ID`, which scripts of a page cannot set.
    static let resumeParameter = "lastEventID"

    private let request: AdminRequest
    /// The stream holds its place until it ends.
    private let place: OpenStreams.Place
    private let contains: String?
    private let duration: TimeAmount?
    /// Whether the stream tells the flows, too.
    private let tellsFlows: Bool

    /// Creates the stream of a request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - place: The stream's place among the open ones.
    ///   - contains: The text that each decision must contain; `nil` for all.
    ///   - duration: When the stream ends; `nil` if only the client or the server ends it.
    ///   - tellsFlows: Whether the stream tells the flows, too.
    init(
        of request: AdminRequest, at place: OpenStreams.Place, contains: String?, ends duration: TimeAmount?,
        tellsFlows: Bool
    ) {
        self.request = request
        self.place = place
        self.contains = contains
        self.duration = duration
        self.tellsFlows = tellsFlows
    }

    /// What the client knows of the journal.
    private struct Known {
        /// The journal's name; `nil` before the first read, and after the world was removed.
        var journal: String?
        /// The number of the journal's oldest decision.
        var first = 0
        /// The number of the last decision that was sent.
        var last = 0
        /// The flows of what was sent, and of what the client knew before.
        var flows: JournalFlows?
        /// The revision of the state and of the screen.
        var revision: WorldRevision?
        /// Whether the client knows that the world does not exist.
        var isMissing = false
    }

    /// Writes events until the client closes the connection, the server stops or the time is over.
    func write(_ write: (String) async throws -> Void) async throws {
        let deadline = duration.map { NIODeadline.now() + $0 }
        // A missing world must not be created.
        let world = request.worldName.map(request.worlds.awaited) ?? request.world
        let waiting = request.worlds.areKept ? request.worlds.served : world
        let asked = resumption
        var known = Known()
        if tellsFlows { known.flows = try await before(asked, in: world, waiting) }
        var written = NIODeadline.now()
        // The first decision whose flow is kept.
        var keptFrom = 0
        try await write("retry: 1000\n\n")
        repeat {
            let question = JournalQuestion(
                after: known.journal == nil ? asked?.number ?? 0 : known.last, contains: contains,
                limit: ServerLimits.streamPage)
            let page = try await BlockingThreads.away(from: waiting) {
                try await AdminRoutes.looked(world, question, request)
            }
            // Flows that the journal has dropped are not kept either. A full journal drops a decision for each new one.
            var left: JournalFlows?
            if tellsFlows, let page, hasLost(known, page),
                page.first == 0 || page.first > known.last || page.first - keptFrom >= Self.mostDropped
            {
                left = try await before((request.name(of: page), known.last), in: world, waiting)
                keptFrom = page.first
            }
            let text = try events(page, shown, &known, resuming: asked, left)
            if !text.isEmpty {
                try await write(text)
                written = .now()
            } else if NIODeadline.now() - written > request.limits.heartbeat {
                try await write(":\n\n")
                written = .now()
            }
        } while try await goesOn(until: deadline)
    }

    /// What the screen of the device shows.
    private var shown: Screen.Shown? {
        guard let name = request.worldName else { return request.world.device.screen.shown }
        return request.worlds.shown(of: name)
    }

    /// The decisions whose flows are kept after the journal has dropped them.
    private static let mostDropped = 500

    /// Returns whether decisions were removed from the journal that the client knows.
    private func hasLost(_ known: Known, _ page: JournalPage) -> Bool {
        known.journal == request.name(of: page) && known.first > 0 && page.first != known.first
    }

    /// Returns the flows of the entries that the client knows already.
    private func before(
        _ asked: (journal: String, number: Int)?, in world: World, _ waiting: World
    ) async throws -> JournalFlows {
        var flows = JournalFlows()
        guard let asked else { return flows }
        let all = JournalQuestion(after: 0, contains: contains, limit: .max)
        let page = try await BlockingThreads.away(from: waiting) { try await AdminRoutes.looked(world, all, request) }
        guard let page, request.name(of: page) == asked.journal else { return flows }
        for entry in page.entries where entry.number <= asked.number { flows.add(entry.number, entry.entry) }
        _ = flows.takeTouched()
        return flows
    }

    private func goesOn(until deadline: NIODeadline?) async throws -> Bool {
        guard !Task.isShuttingDownGracefully, !Task.isCancelled, deadline.map({ NIODeadline.now() < $0 }) ?? true else {
            return false
        }
        return try await ClientPresence.holds(request.connection, after: ServerLimits.lookEvery)
    }

    /// Returns the events that tell a page, and updates what the client knows.
    ///
    /// - Parameters:
    ///   - page: The journal after the last known decision; `nil` if the world does not exist.
    ///   - shown: What the device's screen shows.
    ///   - known: What the client knows.
    ///   - asked: The event after which the client wants to continue.
    ///   - left: The flows of the known decisions that are left in the journal; `nil` if all are.
    /// - Returns: The events; empty if the client knows everything.
    /// - Throws: An error if a decision cannot be written as JSON.
    private func events(
        _ page: JournalPage?, _ shown: Screen.Shown?, _ known: inout Known,
        resuming asked: (journal: String, number: Int)?, _ left: JournalFlows?
    ) throws -> String {
        guard let page else {
            defer { known = Known(flows: tellsFlows ? JournalFlows() : nil, isMissing: true) }
            return known.isMissing ? "" : try Self.event("missing", .object(["world": name]))
        }
        let journal = request.name(of: page)
        let revision = WorldRevision(of: page, showing: shown)
        // Decisions of another journal have other numbers, so that journal is read from its beginning at the next look.
        guard known.journal == journal || known.journal == nil && (asked == nil || asked?.journal == journal) else {
            known = Known(
                journal: journal, first: page.first, flows: tellsFlows ? JournalFlows() : nil, revision: revision)
            return try Self.opening(journal, page)
        }
        var text = ""
        if known.journal == nil || hasLost(known, page) { text += try Self.opening(journal, page) }
        for entry in page.entries {
            text += try Self.event("entry", JSONText.line(entry), id: "\(journal):\(entry.number)")
        }
        if known.flows != nil {
            let before = known.flows?.unanswered
            if let left { known.flows = left }
            let added = Set(page.entries.compactMap { known.flows?.add($0.number, $0.entry) })
            let changed = added.union(known.flows?.takeTouched() ?? [])
            for place in changed.sorted() {
                guard let flow = known.flows?.flows[place] else { continue }
                text += try Self.event("flow", JSONText.line(FlowListing.Flow(flow)), id: nil)
            }
            let unanswered = known.flows?.unanswered
            if unanswered != before {
                let question = try unanswered.map { try JSONValue(encoding: FlowListing.Question($0)) }
                text += try Self.event("question", ["unanswered": question ?? .null])
            }
        }
        if let before = known.revision, before != revision {
            text += try Self.event("state", ["revision": .string(revision.text)])
        }
        known = Known(
            journal: journal, first: page.first, last: page.last, flows: known.flows, revision: revision)
        return text
    }

    private var name: JSONValue { request.worldName.map(JSONValue.string) ?? .null }

    private static func opening(_ journal: String, _ page: JournalPage) throws -> String {
        try event("journal", ["journal": .string(journal), "first": .integer(Int64(page.first))])
    }

    /// The event after which the client wants to continue: a journal's name and a number; `nil` for the beginning.
    private var resumption: (journal: String, number: Int)? {
        let text = request.headers[.lastEventID] ?? request.query[Self.resumeParameter] ?? ""
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, let number = Int(parts[1]), (0..<Int.max).contains(number) else { return nil }
        return (String(parts[0]), number)
    }

    // MARK: - Format

    private static func event(_ name: String, _ data: JSONValue) throws -> String {
        try event(name, JSONText.line(data), id: nil)
    }

    /// Returns an event; its data must be one line.
    private static func event(_ name: String, _ data: String, id: String?) throws -> String {
        "event: \(name)\n" + (id.map { "id: \($0)\n" } ?? "") + "data: \(data)\n\n"
    }
}
